/**
 * Jumps to a message that may be far back, without loading everything in between: its surroundings are fetched as an
 * excerpt (`patches/excerpt.ts`). It grows in both directions as the reader scrolls, and becomes part of the history
 * when it reaches it. Without paging the whole conversation is loaded anyway, so this is not needed.
 */
import { notifyManager, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isExtended } from '../backend/connection.ts';
import { type Cause, pushedQuery, withCause, writeData } from '../cache/write.ts';
import { overlayPages } from '../outbox/outgoing.ts';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import { getInView } from '../stores/attention.ts';
import { getConversation } from './conversation.ts';
import type { History, MessageList } from './entities.ts';
import { forgetFailures, PAGE, readMessages, readPage } from './fetch.ts';
import { messageKeys } from './message-keys.ts';
import { useOperations } from './messages.ts';
import { addOlder, cutIntoPages, listMessages } from './patches/conversation.ts';
import { addNewer, type Excerpt, joinExcerpt, type Nearby, releaseFar } from './patches/excerpt.ts';

const excerptQueries = {
  excerpt: (peerId: UserId) => pushedQuery<Excerpt | null>(messageKeys.excerpt(peerId), () => null),
  /** Fetched manually, like the history's older pages. */
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

const JUMP: Cause = { kind: 'reader', name: 'jumps' };

interface Reached {
  /** The cached version: a message sent from this window has its outbox key. */
  message: Message;
  /** The message is in another part than the one shown before; that part is shown now. */
  isElsewhere: boolean;
}

/** The whole message, or what a quote knows of it. */
export type Reachable = Message | { _id: MessageId };

/**
 * Loads the surroundings of a message, if needed. Null: it cannot be shown (a failed call has already been notified),
 * or the reader has gone elsewhere.
 */
export async function reachMessage(
  queryClient: QueryClient,
  peerId: UserId,
  message: Reachable,
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
  // A plain server has answered all there is.
  if (!isExtended(queryClient)) return null;
  const around = await queryClient
    .query({
      queryKey: [...messageKeys.conversation(peerId), 'around', message._id],
      queryFn: ({ signal }) => readAround(queryClient, peerId, message, signal),
      staleTime: 0,
      gcTime: 0,
    })
    .catch(() => undefined);
  if (!around || signal.aborted) return null;
  withCause(JUMP, () => {
    forgetFailures(queryClient, peerId);
    putExcerpt(queryClient, peerId, around.excerpt);
  });
  return { message: around.message, isElsewhere: true };
}

/** Shows the newest messages again. Returns whether something else was shown. */
export function leaveExcerpt(queryClient: QueryClient, peerId: UserId): boolean {
  if (!getExcerpt(queryClient, peerId)) return false;
  withCause(JUMP, () => {
    forgetFailures(queryClient, peerId);
    setExcerpt(queryClient, peerId, null);
  });
  return true;
}

export interface ExcerptView extends Excerpt {
  isLoadingOlder: boolean;
  isLoadingNewer: boolean;
  /** The last attempt has failed; that was already notified. */
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
  const operations = useOperations(peerId);
  const pages = useMemo(
    () => excerpt && overlayPages(excerpt.pages, operations),
    [excerpt, operations],
  );
  if (!excerpt || !pages) return null;
  return {
    ...excerpt,
    pages,
    isLoadingOlder: older.isFetching,
    isLoadingNewer: newer.isFetching,
    hasOlderFailed: older.isError,
    hasNewerFailed: newer.isError,
    loadOlder: () => void older.refetch({ cancelRefetch: false }),
    loadNewer: () => void newer.refetch({ cancelRefetch: false }),
  };
}

interface Place {
  message: Message;
  excerpt: Excerpt;
}

/** What the reader has in view, before all that is loaded is dropped. Null: the newest messages have it. */
export async function readPlace(
  queryClient: QueryClient,
  peerId: UserId,
  newest: MessageList,
  signal: AbortSignal,
): Promise<Place | null> {
  const place = getInView(peerId)?.upTo;
  if (!place || newest.some(({ _id }) => _id === place)) return null;
  return readAround(queryClient, peerId, { _id: place }, signal);
}

const places = new Set<(peerId: UserId, message: Message) => void>();

/** Shows that place, once the screens have the new messages. */
export function showPlace(
  queryClient: QueryClient,
  peerId: UserId,
  { message, excerpt }: Place,
): void {
  putExcerpt(queryClient, peerId, excerpt);
  notifyManager.schedule(() => {
    for (const listener of places) listener(peerId, message);
  });
}

/** Calls back when a place is shown. Returns a function that unsubscribes. */
export function subscribePlaces(listener: (peerId: UserId, message: Message) => void): () => void {
  places.add(listener);
  return () => places.delete(listener);
}

/** Fetches messages before and after a message. Null: it is gone. */
async function readAround(
  queryClient: QueryClient,
  peerId: UserId,
  target: Reachable,
  signal: AbortSignal,
): Promise<Place | null> {
  const [before, after] = await Promise.all([
    readBeside(queryClient, peerId, { before: target._id }, signal),
    readBeside(queryClient, peerId, { after: target._id }, signal),
  ]);
  const [previous, next] = [before.messages.at(-1), after.messages[0]];
  const message =
    'createdAt' in target
      ? target
      : await readBetween(queryClient, peerId, { target, previous, next }, signal);
  if (!message) return null;
  const excerpt = {
    pages: cutIntoPages([...before.messages, message, ...after.messages]),
    hasOlder: before.hasMore ?? false,
    hasNewer: after.hasMore ?? false,
  };
  return { message, excerpt };
}

interface Between {
  target: { _id: MessageId };
  previous: Message | undefined;
  next: Message | undefined;
}

/** Fetches a message of which only the id is known: no call asks for a single one. */
async function readBetween(
  queryClient: QueryClient,
  peerId: UserId,
  { target, previous, next }: Between,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const cursor = previous ? { after: previous._id } : next && { before: next._id };
  if (!cursor) return undefined;
  const { messages } = await readBeside(queryClient, peerId, cursor, signal, 1);
  return messages.find(({ _id }) => _id === target._id);
}

const readBeside = (
  queryClient: QueryClient,
  peerId: UserId,
  cursor: { before: MessageId } | { after: MessageId },
  signal: AbortSignal,
  limit = PAGE_SIZE,
) =>
  readMessages(queryClient, peerId, () =>
    readPage(peerId, { ...cursor, limit, peek: true }, signal),
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
  // If the reader has left meanwhile, this page does not fit any more.
  if (excerpt && firstId() === before) {
    const { pages, hasOlder } = addOlder(excerpt, messages, hasMore ?? false);
    withCause(PAGE, () => setExcerpt(queryClient, peerId, { ...excerpt, pages, hasOlder }));
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
    withCause(PAGE, () =>
      putExcerpt(queryClient, peerId, addNewer(excerpt, messages, hasMore ?? false)),
    );
  }
  return null;
}

/** Stores an excerpt, or adds it to the history if it reaches it. */
function putExcerpt(queryClient: QueryClient, peerId: UserId, excerpt: Excerpt): void {
  const conversation = getConversation(queryClient, peerId);
  const joined = conversation && joinExcerpt(conversation.history, excerpt);
  // In one batch: one of the two is always shown.
  notifyManager.batch(() => {
    setExcerpt(queryClient, peerId, joined ? null : excerpt);
    if (joined) writeData<History>(queryClient, messageKeys.history(peerId), joined);
  });
}

/** Releases pages far from the reader, if the server can return them again. */
export function releaseFarPages(queryClient: QueryClient, peerId: UserId, nearby: Nearby): void {
  if (!isExtended(queryClient)) return;
  const history = getConversation(queryClient, peerId)?.history;
  if (!history) return;
  const before = { history, excerpt: getExcerpt(queryClient, peerId) };
  const after = releaseFar(before, nearby);
  if (after === before) return;
  withCause({ kind: 'reader', name: 'scrolls' }, () =>
    notifyManager.batch(() => {
      setExcerpt(queryClient, peerId, after.excerpt);
      writeData<History>(queryClient, messageKeys.history(peerId), after.history);
    }),
  );
}

const getExcerpt = (queryClient: QueryClient, peerId: UserId): Excerpt | null =>
  queryClient.getQueryData<Excerpt | null>(excerptQueries.excerpt(peerId).queryKey) ?? null;

function setExcerpt(queryClient: QueryClient, peerId: UserId, excerpt: Excerpt | null): void {
  writeData<Excerpt | null>(queryClient, excerptQueries.excerpt(peerId).queryKey, excerpt);
}
