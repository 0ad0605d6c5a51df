/**
 * Jumping to a message that may lie far back, without loading all that lies between: its surroundings are
 * read as an excerpt (`patches/excerpt.ts`), which grows in both directions as the reader scrolls, and
 * becomes part of the history when it reaches it. Where a server knows no pages, everything is loaded
 * already and nothing of this is needed.
 */
import { notifyManager, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { hasFeature } from '../backend/connection.ts';
import { pushedQuery } from '../backend/pushed.ts';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import { getConversation } from './conversation.ts';
import type { ConversationMessage, History, MessageList } from './entities.ts';
import { forgetFailures, readMessages, readPage } from './fetch.ts';
import { messageKeys } from './message-keys.ts';
import { listMessages } from './patches/conversation.ts';
import { addNewer, type Excerpt, joinExcerpt } from './patches/excerpt.ts';
import { addOlder, cutIntoPages } from './patches/history.ts';
import { type Nearby, releaseFar } from './patches/release.ts';

const excerptQueries = {
  excerpt: (peerId: UserId) => pushedQuery<Excerpt | null>(messageKeys.excerpt(peerId), () => null),
  /** Fetched by hand, as the history's older pages are. */
  older: (peerId: UserId) =>
    queryOptions({
      queryKey: [...messageKeys.excerpt(peerId), 'older'],
      queryFn: ({ client, signal }) => loadOlder(client, peerId, signal),
      enabled: false,
    }),
  newer: (peerId: UserId) =>
    queryOptions({
      queryKey: [...messageKeys.excerpt(peerId), 'newer'],
      queryFn: ({ client, signal }) => loadNewer(client, peerId, signal),
      enabled: false,
    }),
};

interface Reached {
  /** As it is held here: one that was sent from this window has its key. */
  message: ConversationMessage;
  /** In another part than was shown before, which is shown from now on. */
  isElsewhere: boolean;
}

/**
 * Loads what stands around a message, unless it is there. Null: it cannot be shown, which has been notified as
 * every failed call is, or the reader has gone elsewhere meanwhile.
 */
export async function reachMessage(
  queryClient: QueryClient,
  peerId: UserId,
  message: Message,
  signal: AbortSignal,
): Promise<Reached | null> {
  if (signal.aborted) return null;
  const find = (list: MessageList) => list.find(({ _id }) => _id === message._id);
  const shown = getExcerpt(queryClient, peerId);
  const inShown = shown && find(shown.pages.flat());
  if (inShown) return { message: inShown, isElsewhere: false };
  const conversation = getConversation(queryClient, peerId);
  const inConversation = conversation && find(listMessages(conversation));
  if (inConversation) {
    return { message: inConversation, isElsewhere: leaveExcerpt(queryClient, peerId) };
  }
  if (!canReadFar(queryClient)) return null;
  const around = await queryClient
    .query({
      queryKey: [...messageKeys.conversation(peerId), 'around', message._id],
      queryFn: ({ signal }) => readAround(queryClient, peerId, message, signal),
      staleTime: 0,
      gcTime: 0,
    })
    .catch(() => undefined);
  if (!around || signal.aborted) return null;
  forgetFailures(queryClient, peerId);
  putExcerpt(queryClient, peerId, around);
  return { message, isElsewhere: true };
}

/** Back to the newest messages. Returns whether something else was shown. */
export function leaveExcerpt(queryClient: QueryClient, peerId: UserId): boolean {
  if (!getExcerpt(queryClient, peerId)) return false;
  forgetFailures(queryClient, peerId);
  setExcerpt(queryClient, peerId, null);
  return true;
}

export interface ExcerptView extends Excerpt {
  isLoadingOlder: boolean;
  isLoadingNewer: boolean;
  /** The last attempt at it has failed, which was notified. */
  hasOlderFailed: boolean;
  hasNewerFailed: boolean;
  loadOlder(): void;
  loadNewer(): void;
}

/** Null while the newest messages are shown. */
export function useExcerpt(peerId: UserId): ExcerptView | null {
  const excerpt = useQuery(excerptQueries.excerpt(peerId)).data;
  const older = useQuery(excerptQueries.older(peerId));
  const newer = useQuery(excerptQueries.newer(peerId));
  if (!excerpt) return null;
  return {
    ...excerpt,
    isLoadingOlder: older.isFetching,
    isLoadingNewer: newer.isFetching,
    hasOlderFailed: older.isError,
    hasNewerFailed: newer.isError,
    loadOlder: () => void older.refetch({ cancelRefetch: false }),
    loadNewer: () => void newer.refetch({ cancelRefetch: false }),
  };
}

/** Reads back from a message, and on from it. */
async function readAround(
  queryClient: QueryClient,
  peerId: UserId,
  message: ConversationMessage,
  signal: AbortSignal,
): Promise<Excerpt> {
  const [before, after] = await Promise.all([
    readBeside(queryClient, peerId, { before: message._id }, signal),
    readBeside(queryClient, peerId, { after: message._id }, signal),
  ]);
  return {
    pages: cutIntoPages([...before.messages, message, ...after.messages]),
    hasOlder: before.hasMore ?? false,
    hasNewer: after.hasMore ?? false,
  };
}

const readBeside = (
  queryClient: QueryClient,
  peerId: UserId,
  cursor: { before: MessageId } | { after: MessageId },
  signal: AbortSignal,
) =>
  readMessages(queryClient, peerId, () =>
    readPage(peerId, { ...cursor, limit: PAGE_SIZE, peek: true }, signal),
  );

async function loadOlder(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<null> {
  const firstId = () => getExcerpt(queryClient, peerId)?.pages[0]?.[0]?._id;
  const before = firstId();
  if (before === undefined) return null;
  const { messages, hasMore } = await readBeside(queryClient, peerId, { before }, signal);
  const excerpt = getExcerpt(queryClient, peerId);
  // Where the reader has left meanwhile, this page has no place.
  if (excerpt && firstId() === before) {
    const { pages, hasOlder } = addOlder(excerpt, messages, hasMore ?? false);
    setExcerpt(queryClient, peerId, { ...excerpt, pages, hasOlder });
  }
  return null;
}

async function loadNewer(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<null> {
  const lastId = () => getExcerpt(queryClient, peerId)?.pages.at(-1)?.at(-1)?._id;
  const after = lastId();
  if (after === undefined) return null;
  const { messages, hasMore } = await readBeside(queryClient, peerId, { after }, signal);
  const excerpt = getExcerpt(queryClient, peerId);
  if (excerpt && lastId() === after) {
    putExcerpt(queryClient, peerId, addNewer(excerpt, messages, hasMore ?? false));
  }
  return null;
}

/** Keeps an excerpt, or makes it part of the history where it reaches that. */
function putExcerpt(queryClient: QueryClient, peerId: UserId, excerpt: Excerpt): void {
  const conversation = getConversation(queryClient, peerId);
  const joined = conversation && joinExcerpt(conversation.history, excerpt);
  // In one batch: the reader never sees neither.
  notifyManager.batch(() => {
    setExcerpt(queryClient, peerId, joined ? null : excerpt);
    if (joined) queryClient.setQueryData<History>(messageKeys.history(peerId), joined);
  });
}

/** Lets go of what is far from the reader, where the server can give it back. */
export function releaseFarPages(queryClient: QueryClient, peerId: UserId, nearby: Nearby): void {
  if (!canReadFar(queryClient)) return;
  const history = getConversation(queryClient, peerId)?.history;
  if (!history) return;
  const before = { history, excerpt: getExcerpt(queryClient, peerId) };
  const after = releaseFar(before, nearby);
  if (after === before) return;
  notifyManager.batch(() => {
    setExcerpt(queryClient, peerId, after.excerpt);
    queryClient.setQueryData<History>(messageKeys.history(peerId), after.history);
  });
}

/** Whether the server gives any part of a conversation, and marks nothing of it as seen. */
const canReadFar = (queryClient: QueryClient): boolean =>
  hasFeature(queryClient, 'paging') && hasFeature(queryClient, 'peek');

const getExcerpt = (queryClient: QueryClient, peerId: UserId): Excerpt | null =>
  queryClient.getQueryData<Excerpt | null>(excerptQueries.excerpt(peerId).queryKey) ?? null;

function setExcerpt(queryClient: QueryClient, peerId: UserId, excerpt: Excerpt | null): void {
  queryClient.setQueryData<Excerpt | null>(excerptQueries.excerpt(peerId).queryKey, excerpt);
}
