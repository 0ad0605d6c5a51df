/** Finds places in a conversation by words or by time. */
import { infiniteQueryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findFirst, searchConversation } from '../api/messages.ts';
import { isExtended } from '../backend/connection.ts';
import { findLoadedSince, searchLoaded } from '../backend/plain/searching.ts';
import type { Message, UserId } from '../protocol/entities.ts';
import { toSearchWords } from '../protocol/search-text.ts';
import { getConversation } from './conversation.ts';
import type { SearchAnswer } from './entities.ts';
import { messageKeys } from './message-keys.ts';

const searchQueries = {
  search: (peerId: UserId, query: string) =>
    infiniteQueryOptions({
      queryKey: [...messageKeys.conversation(peerId), 'search', query],
      initialPageParam: undefined,
      getNextPageParam: ({ reached }: SearchAnswer) => reached?.messageId,
      queryFn: ({ client, pageParam, signal }): Promise<SearchAnswer> =>
        isExtended(client)
          ? searchConversation(
              peerId,
              { q: query, ...(pageParam && { before: pageParam }) },
              signal,
            )
          : searchLoaded(getConversation(client, peerId), query, pageParam),
      // Fetched again each time, since newer messages belong to the result.
      gcTime: 0,
    }),
};

/** The number of hits to find at once, and the most calls for it. */
const WANTED = 20;
const CALLS_AT_ONCE = 10;

export interface SearchView {
  /** `idle`: no words to search for. */
  status: 'idle' | 'searching' | 'error' | 'done';
  /** Latest first. */
  hits: readonly Message[];
  /** When the oldest scanned message was sent; absent: all were scanned. */
  reachedAt?: string;
  /** Whether the search can continue from there. */
  canGoOn: boolean;
  /** Searches farther back, or retries after an error. */
  goOn: () => void;
}

const NO_HITS: readonly Message[] = [];

export function useSearch(peerId: UserId, query: string): SearchView {
  const isWanted = toSearchWords(query).length > 0;
  const [allowed, setAllowed] = useState({ query, calls: CALLS_AT_ONCE });
  const calls = allowed.query === query ? allowed.calls : CALLS_AT_ONCE;
  const search = useInfiniteQuery({ ...searchQueries.search(peerId, query), enabled: isWanted });
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = search;
  const hits = data?.pages.flatMap(({ messages }) => messages) ?? NO_HITS;
  const reachedAt = data?.pages.at(-1)?.reached?.createdAt;
  const isDue =
    hasNextPage && !isError && hits.length < WANTED && (data?.pages.length ?? 0) < calls;

  useEffect(() => {
    if (isDue && !isFetching) void fetchNextPage();
  }, [isDue, isFetching, fetchNextPage]);

  const goOn = () => {
    setAllowed({ query, calls: (data?.pages.length ?? 0) + CALLS_AT_ONCE });
    if (data) void fetchNextPage();
    else void search.refetch();
  };
  const isSearching = isFetching || isDue;
  return {
    status: readStatus({ isWanted, isSearching, isError }),
    hits,
    canGoOn: hasNextPage,
    goOn,
    ...(reachedAt !== undefined && { reachedAt }),
  };
}

function readStatus(is: {
  isWanted: boolean;
  isSearching: boolean;
  isError: boolean;
}): SearchView['status'] {
  if (!is.isWanted) return 'idle';
  if (is.isSearching) return 'searching';
  return is.isError ? 'error' : 'done';
}

/**
 * The first message at `since` (ISO 8601) or later; undefined if nothing was sent since. A failed call is already
 * notified, and returns `null`.
 */
export async function findFirstSince(
  queryClient: QueryClient,
  peerId: UserId,
  since: string,
): Promise<Message | undefined | null> {
  if (!isExtended(queryClient)) return findLoadedSince(getConversation(queryClient, peerId), since);
  return queryClient
    .query({
      queryKey: [...messageKeys.conversation(peerId), 'first', since],
      queryFn: async ({ signal }) => ({ first: await findFirst(peerId, { since }, signal) }),
      staleTime: 0,
      gcTime: 0,
    })
    .then(
      ({ first }) => first,
      () => null,
    );
}
