/** Texts of edits that the server has refused, so that the person does not lose them; for the life of this window. */
import { create } from 'zustand';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { subscribeSession } from './session.ts';

export interface RefusedEdit {
  peerId: UserId;
  messageId: MessageId;
  text: string;
  /** The server's sentence for people. */
  reason: string;
}

/** The latest of each message. */
type RefusedEdits = ReadonlyMap<MessageId, RefusedEdit>;

const useRefusedEdits = create<RefusedEdits>(() => new Map());

export const useRefusedEdit = (messageId: MessageId): RefusedEdit | undefined =>
  useRefusedEdits((edits) => edits.get(messageId));

/** The first one in this conversation. */
export const useRefusedEditOf = (peerId: UserId): RefusedEdit | undefined =>
  useRefusedEdits((edits) => [...edits.values()].find((edit) => edit.peerId === peerId));

export const getRefusedEdits = (): RefusedEdits => useRefusedEdits.getState();

export const keepRefusedEdit = ({ peerId, messageId, text, reason }: RefusedEdit): void =>
  useRefusedEdits.setState(
    new Map(getRefusedEdits()).set(messageId, { peerId, messageId, text, reason }),
    true,
  );

/** The person has taken the text, or does not want it. */
export function dropRefusedEdit(messageId: MessageId): void {
  const edits = new Map(getRefusedEdits());
  edits.delete(messageId);
  useRefusedEdits.setState(edits, true);
}

// The next person must not see them.
subscribeSession(() => useRefusedEdits.setState(new Map(), true));
