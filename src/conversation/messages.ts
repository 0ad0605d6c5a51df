/**
 * The messages between the reader and one other person: history pages, the live tail, and the outbox. `conversation.ts`
 * and `patches/` change them.
 *
 * The history is a plain query that holds its pages, not an infinite query: that writes back the pages from the start
 * of a fetch, and would undo patches made meanwhile.
 */
import {
  type MutationState,
  type QueryClient,
  queryOptions,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../api/errors.ts';
import { isExtended } from '../backend/connection.ts';
import { untilReadable } from '../backend/plain/reading.ts';
import { pushedQuery } from '../cache/write.ts';
import { storedPageQuery } from '../kept/restore.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import {
  describeOutbox,
  listOperations,
  overlay,
  overlayOutgoing,
  overlayPages,
} from '../outbox/outgoing.ts';
import { findRetained } from '../pictures/retained-pictures.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { checkClock } from '../stores/clock.ts';
import { findLoaded } from './conversation.ts';
import type {
  History,
  MessageList,
  OutgoingMessage,
  Sendable,
  SendReferences,
} from './entities.ts';
import { loadNewest, loadOlder, untilCounted } from './fetch.ts';
import { messageKeys } from './message-keys.ts';
import { type Conversation, joinConversation } from './patches/conversation.ts';

export const messageQueries = {
  /** Marks the person's messages as seen: only for a conversation that is being opened. */
  history: (peerId: UserId) =>
    queryOptions({
      queryKey: messageKeys.history(peerId),
      queryFn: async ({ client, signal }): Promise<History> => {
        const { peek } = await untilReadable(client, peerId, signal);
        if (!peek) await untilCounted(client);
        return loadNewest(client, peerId, { peek, signal });
      },
    }),
  tail: (peerId: UserId) => pushedQuery<MessageList>(messageKeys.tail(peerId), () => []),
  /** Fetched manually when the reader scrolls up; the result goes into the history. */
  older: (peerId: UserId) =>
    queryOptions({
      queryKey: messageKeys.older(peerId),
      queryFn: ({ client, signal }): Promise<null> => loadOlder(client, peerId, signal),
      enabled: false,
      // A failure is forgotten when the conversation is opened again.
      gcTime: 0,
    }),
};

/** Loads a conversation that is being opened. */
export const fetchConversation = (queryClient: QueryClient, peerId: UserId): Promise<History> =>
  queryClient.query(messageQueries.history(peerId));

/** Loads a conversation that may be opened next, if that does not mark it as seen. */
export async function prefetchConversation(
  queryClient: QueryClient,
  peerId: UserId,
): Promise<void> {
  if (!isExtended(queryClient)) return;
  // After the first fetch, even a failed one, the person who opens it loads it.
  if (queryClient.getQueryState(messageKeys.history(peerId))) return;
  void queryClient.query(storedPageQuery(peerId));
  await queryClient
    .query({
      ...messageQueries.history(peerId),
      queryFn: ({ client, signal }) => loadNewest(client, peerId, { peek: true, signal }),
      // Nobody has requested it yet.
      meta: { isSilent: true },
    })
    .catch(() => undefined);
}

export interface ConversationView {
  status: 'loading' | 'ready' | 'error';
  /** Why the server did not answer. Data from this device may be shown anyway. */
  error: ApiError | null;
  /** Loads again after an error. */
  retry(): void;
  /** Whether the pages come from the server; before that they are the stored page, if any. */
  isAnswered: boolean;
  /** Oldest first, each at most `PAGE_SIZE` long; an unchanged page is the same object. */
  pages: readonly MessageList[];
  /** Messages after the last page. */
  tail: MessageList;
  /** Own unanswered messages, in order, shown after the tail. */
  outbox: readonly OutgoingMessage[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** The last attempt has failed; that was already notified. */
  hasOlderFailed: boolean;
  loadOlder(): void;
}

export function useConversation(peerId: UserId): ConversationView {
  const history = useQuery(messageQueries.history(peerId));
  const known = useKnownHistory(peerId, history.data);
  const older = useQuery(messageQueries.older(peerId));
  const outgoing = useOutgoing(peerId);
  const isAnswered = history.data !== undefined;
  const operations = useMemo(() => listOperations(outgoing), [outgoing]);
  const { history: shown, tail } = useShown(known, peerId);
  const unsent = useMemo(() => describeOutbox(outgoing), [outgoing]);
  const sources = useSources(unsent);
  const outbox = useMemo(
    () =>
      overlayOutgoing(
        unsent.map((message, index) => showContent(peerId, message, sources[index])),
        operations,
      ),
    [unsent, sources, operations, peerId],
  );
  return {
    status: known ? 'ready' : history.isError ? 'error' : 'loading',
    error: !isAnswered && history.error instanceof ApiError ? history.error : null,
    retry: () => void history.refetch(),
    isAnswered,
    pages: useMemo(() => overlayPages(shown.pages, operations), [shown.pages, operations]),
    tail: useMemo(() => overlay(tail, operations), [tail, operations]),
    outbox,
    hasOlder: shown.hasOlder,
    // Nothing before a stored page can be fetched.
    isLoadingOlder: older.isFetching || !isAnswered,
    hasOlderFailed: older.isError,
    loadOlder: () => {
      if (shown.hasOlder) void older.refetch({ cancelRefetch: false });
    },
  };
}

/**
 * A picture is shown from the beginning under the address that it keeps after sending. A forward shows what its source
 * says now: it has no content that would outlive the source on this device.
 */
function showContent(
  peerId: UserId,
  unsent: OutgoingMessage,
  source: Message | undefined,
): OutgoingMessage {
  const retained = findRetained(peerId, unsent.key);
  const { text = '', image = retained?.address } = source ?? {};
  if (image !== undefined) return { ...unsent, content: { image } };
  return source ? { ...unsent, content: { text } } : unsent;
}

const subscribeToNothing = () => () => undefined;

/** What these messages forward, as far as it is loaded. */
function useSources(unsent: readonly OutgoingMessage[]): readonly (Message | undefined)[] {
  const queryClient = useQueryClient();
  const find = useMemo(() => {
    let latest: readonly (Message | undefined)[] = [];
    return () => {
      const found = unsent.map(({ forwardOf }) =>
        forwardOf === undefined ? undefined : findLoaded(queryClient, forwardOf),
      );
      if (found.some((source, index) => source !== latest[index])) latest = found;
      return latest;
    };
  }, [queryClient, unsent]);
  const hasForward = unsent.some(({ forwardOf }) => forwardOf !== undefined);
  const { subscribe } = queryClient.getQueryCache();
  return useSyncExternalStore(hasForward ? subscribe : subscribeToNothing, find);
}

/** The server's history, or until it arrives the stored page. */
function useKnownHistory(peerId: UserId, history: History | undefined): History | undefined {
  const { data: stored } = useQuery({
    ...storedPageQuery(peerId),
    enabled: history === undefined,
  });
  const kept = useMemo(
    () => stored && { pages: [stored.messages], hasOlder: stored.hasOlder },
    [stored],
  );
  return history ?? kept ?? undefined;
}

const EMPTY: History = { pages: [], hasOlder: false };
const NO_MESSAGES: MessageList = [];

/** History and tail, joined. */
function useShown(history: History = EMPTY, peerId: UserId): Conversation {
  // The devtools can remove the data ("Trigger Loading").
  const tail = useQuery(messageQueries.tail(peerId)).data ?? NO_MESSAGES;
  return useMemo(() => joinConversation({ history, tail }), [history, tail]);
}

/** Operations without an answer, for `overlay`. */
export function useOperations(peerId: UserId): ReturnType<typeof listOperations> {
  const outgoing = useOutgoing(peerId);
  return useMemo(() => listOperations(outgoing), [outgoing]);
}

function useOutgoing(peerId: UserId): MutationState[] {
  return useMutationState({
    filters: { mutationKey: messageKeys.conversation(peerId) },
    select: ({ state }) => state,
  });
}

/** Sends a message. It appears in the outbox at once; a failure is shown there. */
export function useSendMessage(
  peerId: UserId,
): (content: Sendable, extras?: SendReferences) => void {
  const queryClient = useQueryClient();
  return (content, extras) => {
    checkClock();
    openOutbox(queryClient).send(peerId, content, extras);
  };
}

/** Actions for a message that the server does not have. */
export function useOutboxActions(): {
  /** For a message that failed or keeps failing. */
  retry(key: string): void;
  /** Also ends the upload of a picture. */
  discard(key: string): void;
  /** For a message just sent: returns its content if it could still be taken back. */
  undo(key: string): Sendable | undefined;
} {
  const queryClient = useQueryClient();
  return {
    retry: (key) => openOutbox(queryClient).retry(key),
    discard: (key) => openOutbox(queryClient).discard(key),
    undo: (key) => openOutbox(queryClient).undo(key),
  };
}
