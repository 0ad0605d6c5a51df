/**
 * An open connection to a plain server: it tells of new messages and of who is online, and of nothing else. What it does
 * not tell is made up for here. Nothing happens in front of an extended server, or before its kind is known.
 *
 * Messages may be missing after a time without a connection, and in each window that was not looked at, since many such
 * servers emit to one socket per person. So the open conversation is read again, as a whole, when the person looks at it
 * (reading marks it as seen), and its rows are merged: the reader's place stays. All others are dropped from the cache,
 * and read when they are opened.
 */
import type { QueryClient } from '@tanstack/react-query';
import { isTransient } from '../../api/errors.ts';
import { type Cause, removeData, resetData, withCause } from '../../cache/write.ts';
import {
  dropConversations,
  getConversation,
  receiveAnswer,
  receiveSeenHere,
} from '../../conversation/conversation.ts';
import { readMessages, readPage } from '../../conversation/fetch.ts';
import { messageKeys } from '../../conversation/message-keys.ts';
import { findUnseen, markArrivalsSeen, publishSeenToWindows } from '../../conversation/seen.ts';
import { scheduleUsersRefetch } from '../../people/users.ts';
import type { MessageId, UserId } from '../../protocol/entities.ts';
import { PAGE_SIZE } from '../../protocol/limits.ts';
import { isAttended } from '../../stores/attention.ts';
import { getSelectedUserId } from '../../stores/selection.ts';
import { getUnseenCount, resetUnseen } from '../../stores/unseen.ts';
import { isPlain } from '../connection.ts';
import { untilLookedAt } from './reading.ts';
import { followOwnWindows, publishToWindows, type WindowNews } from './windows.ts';

const CATCH_UP: Cause = { kind: 'catch-up' };

interface PlainLiveOptions {
  queryClient: QueryClient;
  meId: UserId;
  /** Handles an event that the socket did not bring. */
  handleEvent(name: string, payload: readonly unknown[]): void;
  /** The newest message from a person since this page was loaded. */
  findNewestFrom(peerId: UserId): MessageId | undefined;
  reconnect(): void;
}

export function createPlainLive({
  queryClient,
  meId,
  handleEvent,
  findNewestFrom,
  reconnect,
}: PlainLiveOptions) {
  /** The open conversation in which messages may be missing; a new object each time. */
  let gap: { peerId: UserId } | null = null;
  const forgotten = createForgottenCheck({
    meId,
    reconnect: () => isPlain(queryClient) && reconnect(),
  });

  /** There was a time without a connection, or it may have begun before this connection. */
  function handleGap(): void {
    if (!isPlain(queryClient)) return;
    const openId = getSelectedUserId();
    leaveGap(openId);
    dropConversations(queryClient, (peerId) => peerId !== openId);
    if (openId === null) return;
    // A running fetch may have been answered before the new connection received events. A finished one is removed too:
    // a cancelled query resolves with its old data.
    removeData(queryClient, { queryKey: messageKeys.missed(openId) });
    if (getConversation(queryClient, openId)) gap = { peerId: openId };
    // Its only answer may have been written before the connection was made.
    else resetData(queryClient, { queryKey: messageKeys.history(openId) });
    void closeGap();
  }

  function handleOpening(peerId: UserId): void {
    leaveGap(peerId);
    const known = findUnseen(queryClient, peerId);
    if (!isPlain(queryClient) || !known) return;
    // If the count says that something is missing, the conversation begins again, so that all unseen are known at once.
    if (getUnseenCount(peerId) <= known.length) gap ??= { peerId };
    else if (!gap) dropConversations(queryClient, (id) => id === peerId);
  }

  /** The person looks at the chat again: another window may have got the events. */
  function handleReturn(): void {
    const openId = getSelectedUserId();
    if (openId === null || !isAttended(openId) || !isPlain(queryClient)) return;
    if (getConversation(queryClient, openId)) gap ??= { peerId: openId };
  }

  /** A conversation that was left would show its gap when it is opened again. */
  function leaveGap(openId: UserId | null): void {
    if (!gap || gap.peerId === openId) return;
    const { peerId } = gap;
    gap = null;
    dropConversations(queryClient, (id) => id === peerId);
    // Its unseen count was zero while it was open; missed messages may be unseen.
    scheduleUsersRefetch(queryClient);
  }

  /** Reads what is missing, if the person looks at it. Call it at each occasion. */
  async function closeGap(): Promise<void> {
    leaveGap(getSelectedUserId());
    const current = gap;
    if (!current || !isAttended(current.peerId)) return;
    const { peerId } = current;
    const reading = await queryClient
      .query({
        queryKey: messageKeys.missed(peerId),
        queryFn: async ({ signal }) => {
          // At a retry, the person may have looked away.
          await untilLookedAt(peerId, signal);
          return readMessages(queryClient, peerId, () =>
            readPage(peerId, { limit: PAGE_SIZE }, signal),
          );
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
    withCause(CATCH_UP, () => receiveAnswer(queryClient, peerId, reading.messages));
    markArrivalsSeen(queryClient);
  }

  /** What another window tells, because the server does not tell it here. */
  function handleNews(news: WindowNews): void {
    if (news.kind === 'arrived') {
      handleEvent('newMessage', news.payload);
      return;
    }
    const { peerId } = news;
    if (news.kind === 'sent') {
      handleEvent('messageSent', [{ ...news.message, receiverId: peerId }]);
      return;
    }
    const newest = findNewestFrom(peerId);
    const seen = findUnseen(queryClient, peerId, news.upTo) ?? [];
    receiveSeenHere(queryClient, peerId, new Set(seen));
    if (newest === undefined || newest === news.upTo) resetUnseen(peerId);
    else scheduleUsersRefetch(queryClient);
  }

  const stopWindows = followOwnWindows(meId, (news) =>
    withCause({ kind: 'window', name: news.kind, payload: [news] }, () => handleNews(news)),
  );

  return {
    handleConnect(): void {
      forgotten.reset();
      withCause(CATCH_UP, handleGap);
    },
    /** Call it when the kind of the server has become known. */
    handleGap: () => withCause(CATCH_UP, handleGap),
    handleOpening: (peerId: UserId) => withCause(CATCH_UP, () => handleOpening(peerId)),
    handleReturn,
    closeGap: () => withCause(CATCH_UP, closeGap),

    /** An event of the socket has been handled. */
    observeEvent(name: string, payload: readonly unknown[]): void {
      if (name === 'newMessage') publishToWindows(queryClient, { kind: 'arrived', payload });
      forgotten.observeEvent(name, payload);
    },

    /** A fetch, which marks what it answers as seen, has been answered. */
    handleFetched: (peerId: UserId) => publishSeenToWindows(queryClient, peerId),

    close(): void {
      forgotten.reset();
      stopWindows();
    },
  };
}

/** Two windows that reconnect would take the one place from each other: so only one does, and not too often. */
const MIN_INTERVAL_MS = 10_000;
/** A visible window reconnects first; the list that follows stops the others. */
const VISIBLE_DELAY_MS = 300;
const HIDDEN_DELAY_MS = 2_000;

/**
 * Many plain backends keep one socket per person and delete it when any socket of that person closes. The other
 * sockets of the person stay open and are told nothing more. The sign is a list of online people without this person,
 * after a list with this person on the same connection. A new connection makes the backend keep a socket again.
 */
function createForgottenCheck({
  meId,
  reconnect,
}: {
  meId: UserId;
  /** Called in front of any server: one that tells changes sends no such lists. */
  reconnect: () => void;
}) {
  let wasListed = false;
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    observeEvent(event: string, payload: readonly unknown[]): void {
      const [userIds] = payload;
      if (event !== 'getOnlineUsers' || !Array.isArray(userIds)) return;
      if (userIds.includes(meId)) {
        wasListed = true;
        cancel();
      } else if (wasListed && timer === undefined) {
        const delay = Math.random() * (document.hidden ? HIDDEN_DELAY_MS : VISIBLE_DELAY_MS);
        const wait = Math.max(delay, lastAt + MIN_INTERVAL_MS - performance.now());
        timer = setTimeout(() => {
          timer = undefined;
          lastAt = performance.now();
          reconnect();
        }, wait);
      }
    },

    /** Call it on each new connection, and when there is none any more. */
    reset(): void {
      wasListed = false;
      cancel();
    },
  };
}
