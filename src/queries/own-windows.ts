/**
 * What one person's windows in a browser tell each other where the server does not (extension
 * `ownDevices`): what was sent from one of them, and what was seen in it.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { getMe } from './auth.ts';
import { hasFeature } from './realtime.ts';

export type WindowNews =
  | { kind: 'sent'; peerId: UserId; message: Message }
  /** The server knows that all messages of this person are seen, up to this one. */
  | { kind: 'seen'; peerId: UserId; upTo: MessageId };

interface Letter {
  accountId: UserId;
  news: WindowNews;
}

const CHANNEL = 'duet-own-windows';

let channel: BroadcastChannel | undefined;

function otherWindows(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

export function tellOwnWindows(queryClient: QueryClient, news: WindowNews): void {
  const accountId = getMe(queryClient)?._id;
  if (accountId === undefined || hasFeature(queryClient, 'ownDevices')) return;
  const letter: Letter = { accountId, news };
  otherWindows()?.postMessage(letter);
}

/** Calls back with what other windows of this account tell. Returns the function that unsubscribes. */
export function followOwnWindows(
  accountId: UserId,
  onNews: (news: WindowNews) => void,
): () => void {
  const handleMessage = ({ data }: MessageEvent<Letter>) => {
    if (data.accountId === accountId) onNews(data.news);
  };
  const windows = otherWindows();
  windows?.addEventListener('message', handleMessage);
  return () => windows?.removeEventListener('message', handleMessage);
}
