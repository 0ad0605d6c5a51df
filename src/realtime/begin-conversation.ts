import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { type Cause, withCause } from '../cache/write.ts';
import { beginAnew, dropConversations } from '../conversation/conversation.ts';
import { readPlace, showPlace } from '../conversation/excerpt.ts';
import { doubtFeed, leaveEpoch, recordPage, takeRows } from '../conversation/feed.ts';
import { forgetFailures, readPage } from '../conversation/fetch.ts';
import { cutIntoPages } from '../conversation/patches/conversation.ts';
import type { UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import { getSelectedUserId } from '../stores/selection.ts';

const CATCH_UP: Cause = { kind: 'catch-up' };

/**
 * No cursor leads from what is loaded to what the server has, so all of it is dropped. Of the open conversation, the
 * newest page and what the reader has in view are read anew; others are fetched when they are opened.
 */
export async function beginConversation(
  queryClient: QueryClient,
  peerId: UserId,
  signal: AbortSignal,
): Promise<void> {
  if (peerId !== getSelectedUserId()) {
    withCause(CATCH_UP, () => dropConversations(queryClient, (id) => id === peerId));
    return;
  }
  withCause(CATCH_UP, () => leaveEpoch(queryClient, peerId));
  const newest = await readPage(peerId, { limit: PAGE_SIZE, peek: true }, signal);
  const place = await readPlace(queryClient, peerId, newest.messages, signal);
  const replace = () => {
    forgetFailures(queryClient, peerId);
    const pages = cutIntoPages(takeRows(queryClient, peerId, newest.messages));
    beginAnew(queryClient, peerId, { pages, hasOlder: newest.hasMore ?? false });
    if (place) showPlace(queryClient, peerId, place);
    if (newest.known) recordPage(queryClient, peerId, newest.known);
    // Events that came while the page was fetched were dropped.
    doubtFeed(queryClient, peerId);
  };
  withCause(CATCH_UP, () => notifyManager.batch(replace));
}
