/**
 * Reports seen messages to the server (spec section 4): messages of the open conversation that are in view while its
 * window is visible and focused, and all before them, each once. The others are counted as unseen.
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, delayRetry, isTransient } from '../api/errors.ts';
import { markSeen, readConversation } from '../api/messages.ts';
import { hasOutage, isExtended } from '../backend/connection.ts';
import { publishToWindows } from '../backend/plain/windows.ts';
import { addMutation, type Cause, withCause } from '../cache/write.ts';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { getInView, isLookedAt } from '../stores/attention.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getToken } from '../stores/session.ts';
import { setUnseenCount } from '../stores/unseen.ts';
import { getConversation, receiveSeenHere } from './conversation.ts';
import type { MessageList } from './entities.ts';

/** A lasting failure is shown after these retries; then it is retried more, silently. */
const LOUD = { retries: 3, isSilent: false };
const QUIET = { retries: 6, isSilent: true };
/** From this number on, one call that marks up to a message is cheaper than one call each. */
const MANY = 4;

const SEES: Cause = { kind: 'reader', name: 'sees' };

/**
 * Marks what the reader looks at, and counts the rest. May be called at any time. If the messages are not on the screen
 * yet, the conversation is being opened, which marks all of it.
 */
export function markOpenSeen(queryClient: QueryClient): void {
  const peerId = getSelectedUserId();
  if (peerId === null) return;
  const unseen = findUnseen(queryClient, peerId);
  if (!unseen) return;
  const inView = getInView(peerId);
  const seen = !isLookedAt()
    ? []
    : inView
      ? (findUnseen(queryClient, peerId, inView.upTo) ?? [])
      : unseen;
  withCause(SEES, () => {
    setUnseenCount(peerId, unseen.length - seen.length);
    if (seen.length > 0) receiveSeenHere(queryClient, peerId, new Set(seen));
  });
  if (seen.length === 0) return;
  void reportSeen(queryClient, peerId, seen);
}

/** Call it after messages have arrived. The screen itself reports which of them it shows. */
export function markArrivalsSeen(queryClient: QueryClient): void {
  const peerId = getSelectedUserId();
  if (peerId !== null && isLookedAt() && getInView(peerId)) return;
  markOpenSeen(queryClient);
}

/**
 * The loaded unseen messages of `peerId`, up to `upTo` if given; undefined before anything is loaded. Unseen messages
 * are the newest: the scan backwards ends at the first page without any.
 */
export function findUnseen(
  queryClient: QueryClient,
  peerId: UserId,
  upTo?: MessageId | null,
): MessageId[] | undefined {
  const conversation = getConversation(queryClient, peerId);
  if (!conversation) return undefined;
  const ids: MessageId[] = [];
  let isBelow = upTo !== undefined;
  const { history, tail } = conversation;
  for (const list of [tail, ...history.pages.toReversed()]) {
    const last = isBelow ? list.findLastIndex(({ _id }) => _id === upTo) : list.length - 1;
    if (isBelow && last === -1) continue;
    isBelow = false;
    const found = unseenIn(list.slice(0, last + 1), peerId);
    if (found.length === 0 && list !== tail) break;
    ids.unshift(...found);
  }
  return ids;
}

const unseenIn = (list: MessageList, peerId: UserId): MessageId[] =>
  list.filter(({ senderId, seen }) => senderId === peerId && !seen).map(({ _id }) => _id);

/** Publishes to this person's other windows that no loaded message of `peerId` is unseen. */
export function publishSeenToWindows(queryClient: QueryClient, peerId: UserId): void {
  const conversation = getConversation(queryClient, peerId);
  const isTheirs = ({ senderId }: Message) => senderId === peerId;
  const newest =
    conversation?.tail.findLast(isTheirs) ??
    conversation?.history.pages.findLast((page) => page.some(isTheirs))?.findLast(isTheirs);
  if (newest) publishToWindows(queryClient, { kind: 'seen', peerId, upTo: newest._id });
}

/** Makes one mutation for all messages, so that a failure is notified once. */
async function reportSeen(
  queryClient: QueryClient,
  peerId: UserId,
  ids: MessageId[],
): Promise<void> {
  const waiting = new Set(ids);
  const token = getToken();
  /** Another person who has logged in since has not seen them. */
  const isSession = () => getToken() === token;
  const upTo = ids.at(-1);
  const report = ({ retries, isSilent }: typeof LOUD) =>
    withCause(SEES, () =>
      addMutation(queryClient, {
        mutationKey: ['seen', peerId],
        mutationFn: async () => {
          if (waiting.size >= MANY && isExtended(queryClient) && isSession()) {
            await readConversation(peerId, {
              limit: 1,
              ...(upTo !== undefined && { seenTo: upTo }),
            });
            return;
          }
          for (const id of waiting) {
            if (!isSession()) return;
            await markSeen(id).catch(ignoreUnreadable);
            waiting.delete(id);
          }
        },
        onSuccess: () => {
          if (upTo !== undefined) publishToWindows(queryClient, { kind: 'seen', peerId, upTo });
        },
        retry: (count, error) => isTransient(error) && (count < retries || hasOutage(queryClient)),
        retryDelay: delayRetry,
        // There is one for each message that arrives while somebody reads; a finished one is useless.
        gcTime: 0,
        meta: { isSilent },
      }),
    ).execute(undefined);
  try {
    // The cache's global error handler notifies a failure.
    await report(LOUD);
  } catch (error) {
    if (isTransient(error)) await report(QUIET).catch(() => undefined);
  }
}

/** The body of the answer is not needed (spec section 7): any successful status is fine. */
function ignoreUnreadable(error: unknown): void {
  const isAnswered = error instanceof ApiError && error.status !== undefined && error.status < 400;
  if (!isAnswered) throw error;
}
