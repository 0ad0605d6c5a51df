/** The messages that this person has saved, of all conversations (feature `save`). */
import { infiniteQueryOptions, useInfiniteQuery, useMutationState } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readSaved } from '../api/saved.ts';
import { listOperations } from '../outbox/outgoing.ts';
import { overlayMessage } from '../outbox/overlay.ts';
import type { SavedMessages } from '../protocol/actions.ts';
import { messageKeys } from './message-keys.ts';

const savedQuery = infiniteQueryOptions({
  queryKey: messageKeys.saved,
  initialPageParam: undefined,
  getNextPageParam: ({ before }: SavedMessages) => before,
  queryFn: ({ pageParam, signal }): Promise<SavedMessages> => readSaved(pageParam, signal),
  // Fetched again each time, since more may be saved.
  gcTime: 0,
  // The list itself shows the error.
  meta: { isSilent: true },
});

interface SavedView {
  status: 'loading' | 'error' | 'ready';
  /** Latest saved first. */
  saved: SavedMessages['saved'];
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Loads more, or again after an error. */
  load(): void;
}

export function useSaved(): SavedView {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(savedQuery);
  const states = useMutationState({
    filters: { mutationKey: messageKeys.all },
    select: ({ state }) => state,
  });
  const saved = useMemo(() => {
    const operations = listOperations(states);
    const known = data?.pages.flatMap((page) => page.saved) ?? [];
    return known.flatMap(({ message, ...one }) => {
      const ofPeer = operations.filter(({ peerId }) => peerId === one.userId);
      const shown = overlayMessage(message, ofPeer);
      return shown && shown.saved !== false ? [{ ...one, message: shown }] : [];
    });
  }, [data, states]);
  return {
    status: isError ? 'error' : data ? 'ready' : 'loading',
    saved,
    hasMore: hasNextPage,
    isLoadingMore: isFetching,
    load: () => void (data ? fetchNextPage({ cancelRefetch: false }) : refetch()),
  };
}
