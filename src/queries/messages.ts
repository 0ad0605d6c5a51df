/**
 * The messages between the reader and one other person: history pages, the live tail, and what is
 * still in the outbox. How they change is in `conversation.ts` and `patches/`.
 *
 * The history is a plain query that holds its pages, not an infinite query: that one writes back
 * the pages it saw when it began to load another, and a patch made meanwhile would be undone.
 */
import {
  type QueryClient,
  queryOptions,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../api/errors.ts';
import { describeOutgoing, discardMessage, retryMessage, sendMessage } from '../outbox/outbox.ts';
import type { MessageContent, UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import { loadNewest, loadOlder } from './conversation.ts';
import type { ConversationMessage, History, MessageList, OutgoingMessage } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import { joinConversation } from './patches/conversation.ts';
import { pushedQuery } from './pushed.ts';
import { hasFeature } from './realtime.ts';

const NO_PAGES: readonly MessageList[] = [];

/** Patches keep the references of all they do not change, so Query need not compare. */
const patched = {
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
} as const;

export const messageQueries = {
  /** Marks the person's messages as seen: only for a conversation that is being opened. */
  history: (peerId: UserId) =>
    queryOptions({
      ...patched,
      queryKey: messageKeys.history(peerId),
      queryFn: ({ client, signal }): Promise<History> =>
        loadNewest(client, peerId, { limit: PAGE_SIZE }, signal),
    }),
  tail: (peerId: UserId) => pushedQuery<MessageList>(messageKeys.tail(peerId), () => []),
  /** Fetched by hand when the reader scrolls up; its result goes into the history. */
  older: (peerId: UserId) =>
    queryOptions({
      queryKey: messageKeys.older(peerId),
      queryFn: ({ client, signal }): Promise<null> => loadOlder(client, peerId, signal),
      enabled: false,
    }),
};

/** Loads a conversation that may be opened next; does nothing where reading it would mark it seen. */
export async function prefetchConversation(
  queryClient: QueryClient,
  peerId: UserId,
): Promise<void> {
  if (!hasFeature(queryClient, 'peek')) return;
  await queryClient
    .query({
      ...messageQueries.history(peerId),
      queryFn: ({ client, signal }) =>
        loadNewest(client, peerId, { limit: PAGE_SIZE, peek: true }, signal),
      meta: { isSilent: true },
    })
    .catch(() => undefined);
}

export interface ConversationView {
  status: 'loading' | 'error' | 'ready';
  error: ApiError | null;
  /** After an error: loads again. */
  retry(): void;
  /** Oldest first, each at most `PAGE_SIZE` long; a page that did not change is the same object. */
  pages: readonly MessageList[];
  /** What came after the last page. */
  tail: MessageList;
  /** Own messages without an answer yet, in order, after the tail. */
  outbox: readonly OutgoingMessage[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  loadOlder(): void;
}

export function useConversation(peerId: UserId): ConversationView {
  const history = useQuery(messageQueries.history(peerId));
  const tail = useQuery(messageQueries.tail(peerId)).data;
  const older = useQuery(messageQueries.older(peerId));
  const outbox = useOutbox(peerId);
  const joined = useMemo(
    () => (history.data ? joinConversation({ history: history.data, tail }) : undefined),
    [history.data, tail],
  );
  return {
    status: history.data ? 'ready' : history.isError ? 'error' : 'loading',
    error: history.error instanceof ApiError ? history.error : null,
    retry: () => void history.refetch(),
    pages: joined?.history.pages ?? NO_PAGES,
    tail: joined?.tail ?? tail,
    outbox,
    hasOlder: joined?.history.hasOlder ?? false,
    isLoadingOlder: older.isFetching,
    loadOlder: () => {
      if (history.data?.hasOlder) void older.refetch({ cancelRefetch: false });
    },
  };
}

/** All pictures of a conversation as far as it is loaded, newest first. */
export function useConversationImages(peerId: UserId): readonly ConversationMessage[] {
  const history = useQuery(messageQueries.history(peerId)).data;
  const tail = useQuery(messageQueries.tail(peerId)).data;
  return useMemo(() => {
    const joined = history ? joinConversation({ history, tail }) : undefined;
    const pages = joined ? [...joined.history.pages, joined.tail] : [tail];
    return pages.flatMap(findImages).reverse();
  }, [history, tail]);
}

const images = new WeakMap<MessageList, readonly ConversationMessage[]>();

/** Looked for once per page. */
function findImages(page: MessageList): readonly ConversationMessage[] {
  const known = images.get(page);
  if (known) return known;
  const found = page.filter((message) => message.image);
  images.set(page, found);
  return found;
}

function useOutbox(peerId: UserId): readonly OutgoingMessage[] {
  const outgoing = useMutationState({
    filters: { mutationKey: messageKeys.send(peerId) },
    select: describeOutgoing,
  });
  return useMemo(() => outgoing.filter((message) => message !== null), [outgoing]);
}

/** Sends a message. It stands in the outbox at once, and never throws. */
export function useSendMessage(peerId: UserId): (content: MessageContent) => void {
  const queryClient = useQueryClient();
  return (content) => sendMessage(queryClient, peerId, content);
}

/** What can be done with a failed message. */
export function useOutboxActions(): {
  retry(key: string): void;
  discard(key: string): void;
} {
  const queryClient = useQueryClient();
  return {
    retry: (key) => retryMessage(queryClient, key),
    discard: (key) => discardMessage(queryClient, key),
  };
}
