/**
 * Closes the gap after a time without a connection: missed messages are fetched and merged, so that nothing appears
 * twice and the reader's place stays.
 *
 * The open conversation is fetched backwards from the newest message until the answer reaches a message from before the
 * gap; this also brings its receipts. Other conversations are removed from the cache and fetched again when they are
 * opened.
 *
 * If fetching marks messages as seen and the server has no `peek`, it waits until the person looks.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isTransient } from '../api/errors.ts';
import { getFeatures, hasFeature, isConnected } from '../backend/connection.ts';
import { type Cause, removeData, resetData, withCause } from '../cache/write.ts';
import { isAttended, untilLookedAt } from '../conversation/attention.ts';
import {
  dropConversations,
  getConversation,
  receiveAnswer,
  replaceConversation,
} from '../conversation/conversation.ts';
import type { ConversationMessage } from '../conversation/entities.ts';
import { forgetFailures, type Reading, readMessages, readPage } from '../conversation/fetch.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { comparePositions, type Position } from '../conversation/patches/message-list.ts';
import { findUnseen, noteArrivals } from '../conversation/seen.ts';
import { scheduleUsersRefetch } from '../people/users.ts';
import type { UserId } from '../protocol/entities.ts';
import { LIMITS, PAGE_SIZE } from '../protocol/limits.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getUnseenCount } from '../stores/unseen.ts';

/** A longer gap is not closed: the conversation begins again with the newest messages. */
const MAX_PAGES = 4;

const CATCH_UP: Cause = { kind: 'catch-up' };

/** What may be missing in the open conversation; a new object each time. */
interface Gap {
  peerId: UserId;
  /** The newest message that is certainly before the gap. */
  anchor: Position | null;
}

export function createCatchUp(queryClient: QueryClient) {
  let gap: Gap | null = null;

  const isPlain = () => getFeatures(queryClient)?.size === 0;

  /** A conversation that was left would show its gap when it is opened again. */
  function leaveGap(openId: UserId | null): void {
    if (!gap || gap.peerId === openId) return;
    const { peerId } = gap;
    gap = null;
    dropConversations(queryClient, (id) => id === peerId);
    // Its unseen count was zero while it was open; missed messages may be unseen.
    scheduleUsersRefetch(queryClient);
  }

  /** Call it on connect, before any event is handled. */
  function noteGap(): void {
    const openId = getSelectedUserId();
    leaveGap(openId);
    dropConversations(queryClient, (peerId) => peerId !== openId);
    if (openId === null) return;
    // A running fetch may have been answered before the new connection received events. A finished one is removed too:
    // a cancelled query resolves with its old data.
    removeData(queryClient, { queryKey: messageKeys.missed(openId) });
    forgetFailures(queryClient, openId);
    void queryClient.invalidateQueries({ queryKey: messageKeys.images(openId) });
    if (getConversation(queryClient, openId)) {
      const anchor = findAnchor(queryClient, openId);
      gap = { peerId: openId, anchor: gap ? earlierAnchor(gap.anchor, anchor) : anchor };
    } else {
      // Its first page may have been answered before the connection was made.
      resetData(queryClient, { queryKey: messageKeys.history(openId) });
    }
  }

  /**
   * Call it when a conversation is opened, before its count is reset. Without a connection nothing arrives, and a plain
   * server may send a message to one window only, or to none: so messages loaded before are fetched again. If the count
   * of such a server says that something is missing, the conversation begins again, so that its unseen messages are
   * known at once.
   */
  function noteOpening(peerId: UserId): void {
    leaveGap(peerId);
    const isKnown = getConversation(queryClient, peerId) !== undefined;
    if (
      isPlain() &&
      isKnown &&
      getUnseenCount(peerId) > (findUnseen(queryClient, peerId)?.length ?? 0)
    ) {
      if (!gap) dropConversations(queryClient, (id) => id === peerId);
    } else {
      noteTurn(peerId);
    }
  }

  /** The same when the person returns to this window: another one may have got the events. */
  function noteTurn(peerId: UserId): void {
    const isTold = !isPlain() && isConnected(queryClient);
    if (isTold || gap || !getConversation(queryClient, peerId)) return;
    gap = { peerId, anchor: findAnchor(queryClient, peerId) };
  }

  /** The server tells of each change: what was loaded follows its feed. */
  function leaveToChanges(): void {
    gap = null;
  }

  /** Closes the gap if possible now. Call it when the server's features are known, and later. */
  async function closeGap(): Promise<void> {
    leaveGap(getSelectedUserId());
    const current = gap;
    if (!current) return;
    const { peerId, anchor } = current;
    if (!isAttended(peerId) && !hasFeature(queryClient, 'peek')) return;
    const reading = await queryClient
      .query({
        queryKey: messageKeys.missed(peerId),
        queryFn: async ({ signal }) => {
          // At a retry, the person may have looked away.
          if (!hasFeature(queryClient, 'peek')) await untilLookedAt(peerId, signal);
          // `noteArrivals` marks them later: without `peek` they would be seen even if the person has left.
          const peek = hasFeature(queryClient, 'peek') || !isAttended(peerId);
          return readMessages(queryClient, peerId, () => readBackTo(anchor, peerId, peek, signal));
        },
        // Nobody would notice the gap, so it is retried forever.
        retry: (_count, error) => isTransient(error),
        staleTime: 0,
        gcTime: 0,
      })
      // Already notified by the cache's global error handler; retried at the next occasion.
      .catch(() => undefined);
    if (!reading || gap !== current) return;
    gap = null;
    const { messages, hasMore } = reading;
    const merge = hasMore && !reaches(messages, anchor) ? replaceConversation : receiveAnswer;
    withCause(CATCH_UP, () => merge(queryClient, peerId, messages));
    noteArrivals(queryClient);
  }

  return {
    noteGap: () => withCause(CATCH_UP, noteGap),
    noteOpening: (peerId: UserId) => withCause(CATCH_UP, () => noteOpening(peerId)),
    noteTurn,
    leaveToChanges,
    closeGap: () => withCause(CATCH_UP, closeGap),
  };
}

/**
 * The other person's newest message. Own ones do not count: the answer to a send may have come during the gap, and
 * would hide what was missed before it.
 */
function findAnchor(queryClient: QueryClient, peerId: UserId): Position | null {
  const conversation = getConversation(queryClient, peerId);
  if (!conversation) return null;
  const newestPage = conversation.history.pages.at(-1) ?? [];
  const isTheirs = (message: ConversationMessage) => message.senderId === peerId;
  return (
    conversation.tail.findLast(isTheirs) ?? newestPage.findLast(isTheirs) ?? newestPage[0] ?? null
  );
}

/** Null (nothing known) is before everything. */
function earlierAnchor(a: Position | null, b: Position | null): Position | null {
  if (a === null || b === null) return null;
  return comparePositions(a, b) <= 0 ? a : b;
}

async function readBackTo(
  anchor: Position | null,
  peerId: UserId,
  peek: boolean,
  signal: AbortSignal,
): Promise<Reading> {
  let reading = await readPage(peerId, { limit: PAGE_SIZE, ...(peek && { peek }) }, signal);
  for (let page = 1; page < MAX_PAGES; page += 1) {
    const oldest = reading.messages[0];
    if (!reading.hasMore || !oldest || reaches(reading.messages, anchor)) break;
    const query = { limit: LIMITS.pageSize, before: oldest._id, peek: true };
    const older = await readPage(peerId, query, signal);
    const messages = [...older.messages, ...reading.messages];
    reading = { ...reading, hasMore: older.hasMore, messages };
  }
  return reading;
}

function reaches(messages: readonly Position[], anchor: Position | null): boolean {
  const oldest = messages[0];
  return anchor !== null && oldest !== undefined && comparePositions(oldest, anchor) <= 0;
}
