/**
 * What one person's windows in a browser tell each other in front of a plain server: sent, seen and received messages.
 * Many such servers emit to one socket per person.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createWindowChannel } from '../../lib/windows.ts';
import type { Message, MessageId, UserId } from '../../protocol/entities.ts';
import { getMe } from '../../session/auth.ts';
import { isExtended } from '../connection.ts';

export type WindowNews =
  /** The payload of a `newMessage` event. A window that heard the event itself ignores the repeat. */
  | { kind: 'arrived'; payload: readonly unknown[] }
  | { kind: 'sent'; peerId: UserId; message: Message }
  /** The server knows that all messages of this person up to this one are seen. */
  | { kind: 'seen'; peerId: UserId; upTo: MessageId };

interface Letter {
  accountId: UserId;
  news: WindowNews;
}

const otherWindows = createWindowChannel<Letter>('duet-own-windows');

export function publishToWindows(queryClient: QueryClient, news: WindowNews): void {
  const accountId = getMe(queryClient)?._id;
  if (accountId === undefined || isExtended(queryClient)) return;
  otherWindows.post({ accountId, news });
}

/** Calls back with news from other windows of this account. Returns a function that unsubscribes. */
export function followOwnWindows(
  accountId: UserId,
  onNews: (news: WindowNews) => void,
): () => void {
  return otherWindows.subscribe((letter) => {
    if (letter.accountId === accountId) onNews(letter.news);
  });
}
