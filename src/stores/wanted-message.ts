/** The message that the reader wants to see, from outside its conversation, which may not be open yet. */
import { create } from 'zustand';
import type { MessageId, UserId } from '../protocol/entities.ts';

interface Wanted {
  message: { peerId: UserId; messageId: MessageId } | null;
}

const useWanted = create<Wanted>(() => ({ message: null }));

export const wantMessage = (peerId: UserId, messageId: MessageId): void =>
  useWanted.setState({ message: { peerId, messageId } });

export const useWantedMessage = (peerId: UserId): MessageId | undefined =>
  useWanted(({ message }) => (message?.peerId === peerId ? message.messageId : undefined));

/** The conversation shows it. */
export const forgetWantedMessage = (): void => useWanted.setState({ message: null });
