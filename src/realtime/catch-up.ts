/**
 * Closing the gap after a time without a connection: what was missed is read and merged in, so that
 * nothing shows twice and the reader's place stays.
 *
 * The open conversation is read backwards from the newest message until the answer reaches one that
 * was there before the gap; by that it also learns which of its messages were seen meanwhile. Other
 * conversations are forgotten and read anew when they are opened.
 *
 * Where reading marks as seen and cannot be asked not to, it waits until the person looks.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isTransient } from '../api/retry.ts';
import { getFeatures, hasFeature, isConnected } from '../backend/connection.ts';
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
import { listMessages } from '../conversation/patches/conversation.ts';
import { comparePositions, type Position, placeOf } from '../conversation/patches/message-order.ts';
import { findUnseen, noteArrivals } from '../conversation/seen.ts';
import { scheduleUsersRefetch } from '../people/users.ts';
import type { UserId } from '../protocol/entities.ts';
import { LIMITS, PAGE_SIZE } from '../protocol/limits.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getUnseenCount } from '../stores/unseen.ts';

/** A longer gap is not closed: the conversation begins anew with what is newest. */
const MAX_PAGES = 4;

/** What may be missing in the open conversation; another object for each time. */
interface Gap {
  peerId: UserId;
  /** The newest message that is surely before it. */
  anchor: Position | null;
}

export function createCatchUp(queryClient: QueryClient) {
  let gap: Gap | null = null;

  const isPlain = () => getFeatures(queryClient)?.size === 0;

  /** A conversation that was left would be shown with its gap when it is opened again. */
  function leaveGap(openId: UserId | null): void {
    if (!gap || gap.peerId === openId) return;
    const { peerId } = gap;
    gap = null;
    dropConversations(queryClient, (id) => id === peerId);
    // While it was open its count was none; what it has missed may be unseen.
    scheduleUsersRefetch(queryClient);
  }

  /**
   * Call it with the connection, before any event of it is handled. With `since`, what came from that moment on does
   * not tell that nothing is missing before it.
   */
  function noteGap(since?: string): void {
    const openId = getSelectedUserId();
    leaveGap(openId);
    dropConversations(queryClient, (peerId) => peerId !== openId);
    if (openId === null) return;
    // An answer under way was written before the new connection heard anything. One that has landed goes
    // too: a query that is cancelled resolves with what it had before.
    queryClient.removeQueries({ queryKey: messageKeys.missed(openId) });
    forgetFailures(queryClient, openId);
    void queryClient.invalidateQueries({ queryKey: messageKeys.images(openId) });
    if (getConversation(queryClient, openId)) {
      const anchor = findAnchor(queryClient, openId, since);
      gap = { peerId: openId, anchor: gap ? earlierAnchor(gap.anchor, anchor) : anchor };
    } else {
      // Its first page may have been answered before the connection stood.
      void queryClient.resetQueries({ queryKey: messageKeys.history(openId) });
    }
  }

  /**
   * Call it when a conversation is opened, before its count is reset. Without a connection nothing is told, and
   * a server that speaks only the contract may tell one window alone of a message, or none: what was loaded
   * before is read again. Where such a server's count says that something is missing, it begins anew, so that
   * what is unseen is known from the first.
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

  /** The same when the person turns to this window again: another one may have been told in its place. */
  function noteTurn(peerId: UserId): void {
    const isTold = !isPlain() && isConnected(queryClient);
    if (isTold || gap || !getConversation(queryClient, peerId)) return;
    gap = { peerId, anchor: findAnchor(queryClient, peerId) };
  }

  /** Closes what can be closed now. Call it when the server's features are known, and later on. */
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
          // A later try may find that the person has turned away.
          if (!hasFeature(queryClient, 'peek')) await untilLookedAt(peerId, signal);
          // What has landed is marked as seen: read on the way, it would be when the person has left by then.
          const peek = hasFeature(queryClient, 'peek') || !isAttended(peerId);
          return readMessages(queryClient, peerId, () => readBackTo(anchor, peerId, peek, signal));
        },
        // Nobody would see that something is missing, so it never gives up.
        retry: (_count, error) => isTransient(error),
        staleTime: 0,
        gcTime: 0,
      })
      // The cache's one door has told of it; the next occasion tries again.
      .catch(() => undefined);
    if (!reading || gap !== current) return;
    gap = null;
    const { messages, hasMore } = reading;
    if (hasMore && !reaches(messages, anchor)) {
      replaceConversation(queryClient, peerId, messages);
    } else {
      receiveAnswer(queryClient, peerId, messages);
    }
    noteArrivals(queryClient);
  }

  return { noteGap, noteOpening, noteTurn, closeGap };
}

/**
 * The newest message of the other person. Own ones do not count: an answer to a send may have come
 * during the gap, and would hide what was missed before it.
 */
function findAnchor(queryClient: QueryClient, peerId: UserId, since?: string): Position | null {
  const conversation = getConversation(queryClient, peerId);
  if (!conversation) return null;
  if (since !== undefined) {
    const known = listMessages(conversation);
    return (
      known.findLast((message) => message.senderId === peerId && placeOf(message) < since) ??
      known[0] ??
      null
    );
  }
  const newestPage = conversation.history.pages.at(-1) ?? [];
  const isTheirs = (message: ConversationMessage) => message.senderId === peerId;
  return (
    conversation.tail.findLast(isTheirs) ?? newestPage.findLast(isTheirs) ?? newestPage[0] ?? null
  );
}

/** Nothing known is earlier than all that is known. */
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
    reading = { ...reading, ...older, messages: [...older.messages, ...reading.messages] };
  }
  return reading;
}

function reaches(messages: readonly Position[], anchor: Position | null): boolean {
  const oldest = messages[0];
  return anchor !== null && oldest !== undefined && comparePositions(oldest, anchor) <= 0;
}
