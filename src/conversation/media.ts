/**
 * The pictures of a conversation. With the feature `pictures` the server returns them page by page; the loaded messages
 * add newer ones. A plain backend has loaded the whole conversation anyway.
 */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPictures } from '../api/pictures.ts';
import { useHasFeature } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import type { FieldsOf, PicturesResponse } from '../protocol/http.ts';
import type { MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import type { ConversationView } from './messages.ts';
import { joinImages, listImages } from './patches/conversation-images.ts';

/** A few screens of the grid. */
const PAGE_LIMIT = 60;

type Answer = FieldsOf<PicturesResponse>;

const imageQueries = {
  sent: (peerId: UserId) =>
    infiniteQueryOptions({
      queryKey: messageKeys.images(peerId),
      initialPageParam: undefined,
      getNextPageParam: ({ hasMore, messages }: Answer) => (hasMore ? messages[0]?._id : undefined),
      queryFn: ({ pageParam, signal }): Promise<Answer> => {
        const before = pageParam && { before: pageParam };
        return readPictures(peerId, { limit: PAGE_LIMIT, ...before }, signal);
      },
      // Fetched again each time: pictures that arrived meanwhile may not be loaded otherwise.
      gcTime: 0,
      // The grid itself shows the error.
      meta: { isSilent: true },
    }),
};

interface ImagesView {
  /** Messages with a picture, newest first. */
  images: MessageList;
  /** Number of all pictures, if known. */
  count: number | undefined;
  /** The last fetch has failed. */
  hasFailed: boolean;
  hasOlder: boolean;
  isLoading: boolean;
  loadOlder(): void;
}

export function useImages(
  peerId: UserId,
  {
    status,
    pages,
    tail,
    hasOlder,
  }: Pick<ConversationView, 'status' | 'pages' | 'tail' | 'hasOlder'>,
): ImagesView {
  const canAsk = useHasFeature('pictures');
  const sent = useInfiniteQuery({
    ...imageQueries.sent(peerId),
    enabled: canAsk && status === 'ready',
  });
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = sent;
  const loaded = listImages(pages, tail);
  const joined = useMemo(() => joinImages(loaded, data?.pages ?? []), [loaded, data]);
  const isWhole = status === 'ready' && !hasOlder;
  return {
    images: joined.images,
    count: joined.count ?? (isWhole ? loaded.length : undefined),
    hasFailed: isError,
    hasOlder: hasNextPage || (isError && !data),
    isLoading: isFetching,
    loadOlder: () => void (data ? fetchNextPage({ cancelRefetch: false }) : refetch()),
  };
}
