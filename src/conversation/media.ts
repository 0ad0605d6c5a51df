/**
 * The pictures of a conversation: those on the pages that are loaded, and those that were looked for before
 * them. The search keeps pictures alone, apart from the history: pages far from the reader would not stay
 * there (`patches/release.ts`).
 */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UserId } from '../protocol/entities.ts';
import { LIMITS } from '../protocol/limits.ts';
import { getConversation } from './conversation.ts';
import type { MessageList } from './entities.ts';
import { readPage } from './fetch.ts';
import { messageKeys } from './message-keys.ts';
import type { ConversationView } from './messages.ts';
import { findNewest } from './patches/conversation.ts';
import {
  addOlderImages,
  type FoundImages,
  joinImages,
  listImages,
} from './patches/conversation-images.ts';
import { untilLoaded } from './wait.ts';

const imageQueries = {
  /** Fetched by hand when the person asks for it. */
  found: (peerId: UserId) =>
    queryOptions({
      queryKey: messageKeys.images(peerId),
      queryFn: ({ client, signal }) => findOlderImages(client, peerId, signal),
      enabled: false,
    }),
};

interface ImagesView {
  /** Messages with a picture, newest first. */
  images: MessageList;
  /** Whether there may be more before them. */
  hasOlder: boolean;
  isLooking: boolean;
  /** Reads back to the next of them. */
  lookFarther(): void;
}

export function useImages(
  peerId: UserId,
  { pages, tail, hasOlder }: Pick<ConversationView, 'pages' | 'tail' | 'hasOlder'>,
): ImagesView {
  const { data: found, isFetching, refetch } = useQuery(imageQueries.found(peerId));
  const listed = listImages(pages, tail);
  const oldest = pages[0]?.[0];
  const joined = useMemo(() => {
    const loaded = { images: listed, hasOlder };
    return oldest ? joinImages({ ...loaded, oldest }, found) : loaded;
  }, [listed, oldest, hasOlder, found]);
  return {
    images: joined.images,
    hasOlder: joined.hasOlder,
    isLooking: isFetching,
    lookFarther: () => void refetch({ cancelRefetch: false }),
  };
}

async function findOlderImages(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<FoundImages | null> {
  // What this device has kept of an earlier visit is no place to look on from.
  await untilLoaded(queryClient, peerId, signal);
  const { queryKey } = imageQueries.found(peerId);
  let found = collectImages(queryClient, peerId, queryClient.getQueryData(queryKey));
  const count = found?.images.length;
  while (found?.hasOlder && found.images.length === count) {
    const query = { limit: LIMITS.pageSize, before: found.oldest._id, peek: true };
    const { messages, hasMore } = await readPage(peerId, query, signal);
    found = addOlderImages(found, messages, hasMore ?? false);
    // A step that fails is where the search goes on.
    queryClient.setQueryData(queryKey, found);
  }
  return found;
}

/** Up to the newest message there is by now; null: nothing is loaded. */
function collectImages(
  queryClient: QueryClient,
  peerId: UserId,
  found: FoundImages | null | undefined,
): FoundImages | null {
  const conversation = getConversation(queryClient, peerId);
  const oldest = conversation?.history.pages[0]?.[0];
  const newest = conversation && findNewest(conversation.history, conversation.tail);
  if (!conversation || !oldest || !newest) return null;
  const { history, tail } = conversation;
  const images = listImages(history.pages, tail);
  return { ...joinImages({ images, oldest, hasOlder: history.hasOlder }, found), newest };
}
