/**
 * The pictures of a conversation. With the feature `pictures` the server returns them page by page; the loaded messages
 * add newer ones. A plain backend has loaded the whole conversation anyway.
 */
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPictures } from '../api/messages.ts';
import { useHasFeature } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import type { FieldsOf, PicturesResponse } from '../protocol/http.ts';
import type { MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import type { ConversationView } from './messages.ts';
import { compareOrder } from './patches/message-order.ts';

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
  // The same list as before if no picture was added or removed: most messages have none.
  const newest = findImages(tail);
  const loaded = useMemo(() => listImages(pages, newest), [pages, newest]);
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

// The pictures of the loaded part of a conversation. Pure; each page is scanned once.

type Pages = readonly MessageList[];

const NONE: MessageList = [];
const byPage = new WeakMap<MessageList, MessageList>();

/** Newest first; `newest` come after the pages. */
export const listImages = (pages: Pages, newest: MessageList = NONE): MessageList =>
  [...pages.flatMap(findImages), ...newest].reverse();

/** A page of pictures from the server, oldest first; the newest page has the total count. */
interface AnsweredPage {
  messages: MessageList;
  count?: number;
}

/**
 * Adds the server's pictures (newest page first) to the loaded ones (newest first). The total is the server's count
 * plus those that arrived since.
 */
export function joinImages(
  loaded: MessageList,
  answered: readonly AnsweredPage[],
): { images: MessageList; count?: number } {
  const [first] = answered;
  if (!first) return { images: loaded };
  const known = new Set(loaded.map(({ _id }) => _id));
  const others = answered.flatMap(({ messages }) =>
    messages.filter(({ _id }) => !known.has(_id)).toReversed(),
  );
  const images =
    others.length === 0 ? loaded : [...loaded, ...others].sort((a, b) => compareOrder(b, a));
  if (first.count === undefined) return { images };
  const newest = first.messages.at(-1);
  const since = loaded.filter((image) => !newest || compareOrder(image, newest) > 0);
  return { images, count: first.count + since.length };
}

function findImages(page: MessageList): MessageList {
  const known = byPage.get(page);
  if (known) return known;
  const found = page.filter(({ image }) => image);
  const kept = found.length > 0 ? found : NONE;
  byPage.set(page, kept);
  return kept;
}
