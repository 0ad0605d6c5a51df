/**
 * Telling the server what was seen (spec section 4): the messages of the open conversation, while
 * its window is visible and focused, each once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { markSeen, readConversation } from '../api/messages.ts';
import { delayRetry, isTransient } from '../api/retry.ts';
import { hasFeature } from '../backend/connection.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { tellOwnWindows } from '../session/own-windows.ts';
import { isLookedAt } from '../stores/attention.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getToken } from '../stores/session.ts';
import { isAttended } from './attention.ts';
import { getConversation, receiveSeenHere } from './conversation.ts';
import type { ConversationMessage, MessageList } from './entities.ts';

/** A failure that lasts is told after so many retries; then it is tried so many times more, quietly. */
const TOLD = { retries: 3, isSilent: false };
const QUIET = { retries: 6, isSilent: true };
/** From this many on, one call that marks the whole conversation is cheaper than one for each. */
const MANY = 4;

/** Marks what the reader now looks at. Safe to call at every occasion. */
export function markOpenSeen(queryClient: QueryClient): void {
  const peerId = getSelectedUserId();
  if (peerId === null || !isLookedAt()) return;
  const ids = findUnseen(queryClient, peerId);
  if (ids.length === 0) return;
  receiveSeenHere(queryClient, peerId, new Set(ids));
  void tellSeen(queryClient, peerId, ids);
}

/**
 * Those of `peerId` that are loaded. Unseen messages are the newest: the walk back ends at the first page
 * without any.
 */
export function findUnseen(queryClient: QueryClient, peerId: UserId): MessageId[] {
  const conversation = getConversation(queryClient, peerId);
  if (!conversation) return [];
  const ids = unseenIn(conversation.tail, peerId);
  for (const page of conversation.history.pages.toReversed()) {
    const found = unseenIn(page, peerId);
    if (found.length === 0) break;
    ids.unshift(...found);
  }
  return ids;
}

const unseenIn = (list: MessageList, peerId: UserId): MessageId[] =>
  list.filter(({ senderId, seen }) => senderId === peerId && !seen).map(({ _id }) => _id);

/** The other windows of this person learn that nothing of `peerId` is unseen, as far as this one knows. */
export function tellSeenToWindows(queryClient: QueryClient, peerId: UserId): void {
  const conversation = getConversation(queryClient, peerId);
  const isTheirs = ({ senderId }: ConversationMessage) => senderId === peerId;
  const newest =
    conversation?.tail.findLast(isTheirs) ??
    conversation?.history.pages.findLast((page) => page.some(isTheirs))?.findLast(isTheirs);
  if (newest) tellOwnWindows(queryClient, { kind: 'seen', peerId, upTo: newest._id });
}

/** One mutation for all of them, so that a failure is told once. */
async function tellSeen(queryClient: QueryClient, peerId: UserId, ids: MessageId[]): Promise<void> {
  const waiting = new Set(ids);
  const token = getToken();
  /** Whoever is here otherwise has not seen them. */
  const isSession = () => getToken() === token;
  /** What has come since is marked by that, too: only while it is in front of the person. */
  const mayMarkAll = () =>
    waiting.size >= MANY && isAttended(peerId) && hasFeature(queryClient, 'peek');
  const tell = ({ retries, isSilent }: typeof TOLD) =>
    queryClient
      .getMutationCache()
      .build(queryClient, {
        mutationKey: ['seen', peerId],
        mutationFn: async () => {
          if (mayMarkAll() && isSession()) {
            await readConversation(peerId, { limit: 1 });
            return;
          }
          for (const id of waiting) {
            if (!isSession()) return;
            await markSeen(id).catch(ignoreUnreadable);
            waiting.delete(id);
          }
        },
        onSuccess: () => {
          const upTo = ids.at(-1);
          if (upTo !== undefined) tellOwnWindows(queryClient, { kind: 'seen', peerId, upTo });
        },
        retry: (count, error) => isTransient(error) && count < retries,
        retryDelay: delayRetry,
        // One for each message that comes while somebody reads: none is of use once it is done.
        gcTime: 0,
        meta: { isSilent },
      })
      .execute(undefined);
  try {
    // The cache's one door tells of a failure.
    await tell(TOLD);
  } catch (error) {
    if (isTransient(error)) await tell(QUIET).catch(() => undefined);
  }
}

/** The answer to marking is not read (spec section 7): whatever has a good status went well. */
function ignoreUnreadable(error: unknown): void {
  const isAnswered = error instanceof ApiError && error.status !== undefined && error.status < 400;
  if (!isAnswered) throw error;
}
