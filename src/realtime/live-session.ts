/** What a connection does to the cache while it is open, lost and back. It does not know the socket. */
import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { isTransient } from '../api/errors.ts';
import { noteAnnounced } from '../backend/announced.ts';
import {
  type Connection,
  getFeatures,
  hasFeature,
  realtimeQueries,
} from '../backend/connection.ts';
import { withCause, writeData } from '../cache/write.ts';
import { isAttended } from '../conversation/attention.ts';
import { receiveSeenHere, trimConversation } from '../conversation/conversation.ts';
import { findUnseen, markOpenSeen, tellSeenToWindows } from '../conversation/seen.ts';
import { findOutbox } from '../outbox/registry.ts';
import { getUsers, scheduleUsersRefetch } from '../people/users.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import type { ClientToServerEvents } from '../protocol/events.ts';
import { followOwnWindows, tellOwnWindows, type WindowNews } from '../session/own-windows.ts';
import { subscribeAttention } from '../stores/attention.ts';
import { checkClock } from '../stores/clock.ts';
import { isContractOnly } from '../stores/contract-only.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';
import { getUnseenCount, resetUnseen } from '../stores/unseen.ts';
import { createCatchUp } from './catch-up.ts';
import { createChanges } from './changes.ts';
import { type HandlerContext, handleEvent, handleEvents, type ServerEvent } from './handlers.ts';
import { createTypingBoard, setTypingChannel } from './typing.ts';

/** After this time in ms, a server that has sent nothing will not send `hello`. */
const HELLO_WAIT_MS = 1_000;
/** The events of a plain server (spec section 7). */
const CONTRACT_EVENTS = ['getOnlineUsers', 'newMessage'];

type Emit = <Event extends keyof ClientToServerEvents>(
  event: Event,
  ...payload: Parameters<ClientToServerEvents[Event]>
) => boolean;

export function createLiveSession({
  queryClient,
  meId,
  emit,
}: {
  queryClient: QueryClient;
  meId: UserId;
  /** Returns whether there was a connection to send it. */
  emit: Emit;
}) {
  const typing = createTypingBoard(queryClient);
  const catchUp = createCatchUp(queryClient);
  const changes = createChanges(queryClient);
  const hasChanges = () => hasFeature(queryClient, 'changes');
  const reports = createDeliveredReports(
    (userId, upTo) => hasFeature(queryClient, 'receipts') && emit('delivered', { userId, upTo }),
  );
  const context: HandlerContext = {
    queryClient,
    meId,
    typing,
    reportDelivered: reports.report,
    newestFrom: new Map(),
    heard: new Set(),
  };
  let helloTimer: ReturnType<typeof setTimeout> | undefined;

  function setStatus(status: Connection['status'], transport: string | null): void {
    const change = (before: Connection | undefined): Connection => {
      if (before?.status === status && before.transport === transport) return before;
      const isBack = before?.status === 'reconnecting' && status === 'connected';
      const since = before?.status === status ? before.since : new Date().toISOString();
      return { status, since, transport, reconnects: (before?.reconnects ?? 0) + Number(isBack) };
    };
    withCause({ kind: 'connection', name: status }, () =>
      writeData(queryClient, realtimeQueries.connection().queryKey, change),
    );
  }

  function handleConnect(transport: string): void {
    setStatus('connected', transport);
    // A server with changes says with `hello` that this connection gets its events.
    if (hasChanges()) {
      scheduleUsersRefetch(queryClient);
      findOutbox(queryClient)?.wake();
    } else readMissed();
    retryFailed(queryClient);
  }

  /** Fetches what was missed without a connection. */
  function readMissed(): void {
    scheduleUsersRefetch(queryClient);
    findOutbox(queryClient)?.wake();
    if (hasChanges()) {
      void changes.compare();
      return;
    }
    catchUp.noteGap();
    clearTimeout(helloTimer);
    // The features of the last connection stay until the server announces others.
    if (getFeatures(queryClient)) void catchUp.closeGap();
    else helloTimer = setTimeout(handleSilence, HELLO_WAIT_MS);
  }

  function handleSilence(): void {
    clearTimeout(helloTimer);
    withCause({ kind: 'connection', name: 'no hello' }, () => noteAnnounced(queryClient, []));
    void catchUp.closeGap();
  }

  function handleLoss(): void {
    clearTimeout(helloTimer);
    // It is still the first connection, however often it fails.
    const { status } = queryClient.getQueryData(realtimeQueries.connection().queryKey) ?? {};
    const isFirst = status === undefined || status === 'connecting';
    setStatus(isFirst ? 'connecting' : 'reconnecting', null);
    typing.clear();
  }

  function reportUsers(): void {
    for (const { _id, lastMessage } of getUsers(queryClient) ?? []) {
      if (lastMessage?.senderId !== _id || getUnseenCount(_id) === 0) continue;
      reports.report(_id, lastMessage._id);
    }
  }

  /** For feeds and for answers of fetches, not for events. */
  function handleCacheEvent(event: QueryCacheNotifyEvent): void {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const [subject, peerId, part] = event.query.queryKey;
    if (part === 'feed' && typeof peerId === 'string') changes.handleFeed(peerId);
    if (event.action.manual) return;
    if (subject === 'users') reportUsers();
    if (subject !== 'messages' || typeof peerId !== 'string') return;
    if (part === 'history') markOpenSeen(queryClient);
    // If windows must tell each other, the fetch has marked messages as seen.
    if (part === 'history' || part === 'missed') tellSeenToWindows(queryClient, peerId);
  }

  /** Events that another window passes on, because the server does not send them here. */
  function handleWindowNews(news: WindowNews): void {
    if (news.kind === 'arrived') {
      handleEvents(context, [{ name: 'newMessage', payload: news.payload }]);
      return;
    }
    const { peerId } = news;
    if (news.kind === 'sent') {
      const message = { ...news.message, receiverId: peerId };
      handleEvent(context, 'messageSent', [message]);
      return;
    }
    const newest = context.newestFrom.get(peerId);
    const seen = findUnseen(queryClient, peerId, news.upTo) ?? [];
    receiveSeenHere(queryClient, peerId, new Set(seen));
    if (newest === undefined || newest === news.upTo) resetUnseen(peerId);
    else scheduleUsersRefetch(queryClient);
  }

  function handleTurn(): void {
    markOpenSeen(queryClient);
    void catchUp.closeGap();
    void findOutbox(queryClient)?.adopt();
  }

  function handleAttention(): void {
    const openId = getSelectedUserId();
    if (openId !== null && isAttended(openId)) catchUp.noteTurn(openId);
    handleTurn();
  }

  function handleSelection(userId: UserId | null, left: UserId | null): void {
    // A server without paging could not return the released pages.
    if (left !== null && hasFeature(queryClient, 'paging')) trimConversation(queryClient, left);
    if (userId !== null) catchUp.noteOpening(userId);
    handleTurn();
  }

  /** The newest message received in the open conversation. */
  const findNewestHere = () => context.newestFrom.get(getSelectedUserId() ?? '');

  setTypingChannel((userId) => {
    if (hasFeature(queryClient, 'typing')) emit('typing', { userId });
  });
  const stops = [
    queryClient.getQueryCache().subscribe(handleCacheEvent),
    subscribeAttention(handleAttention),
    followOwnWindows(meId, (news) =>
      withCause({ kind: 'window', name: news.kind, payload: [news] }, () => handleWindowNews(news)),
    ),
    subscribeSelection((userId, left) =>
      withCause({ kind: 'reader', name: 'opens' }, () => handleSelection(userId, left)),
    ),
  ];

  return {
    handleConnect,
    handleLoss,
    readMissed,
    /** The connection has changed its transport. */
    handleUpgrade: (transport: string) => setStatus('connected', transport),

    /** Handles a batch of events in order. */
    handleEvents(events: readonly ServerEvent[]): void {
      const isHeard = ({ name }: ServerEvent) =>
        !isContractOnly() || CONTRACT_EVENTS.includes(name);
      const heard = events.filter(isHeard);
      checkClock();
      const before = findNewestHere();
      handleEvents(context, heard);
      for (const { name, payload } of heard) {
        if (name === 'newMessage') tellOwnWindows(queryClient, { kind: 'arrived', payload });
      }
      const has = (event: string) => heard.some(({ name }) => name === event);
      if (has('hello')) {
        clearTimeout(helloTimer);
        reports.flush();
        if (hasChanges()) {
          catchUp.leaveToChanges();
          void changes.compare();
        } else void catchUp.closeGap();
      } else if (has('getOnlineUsers') && !getFeatures(queryClient)) {
        // A `hello` would have come before this event: no need to wait longer for it.
        handleSilence();
      } else if (findNewestHere() !== before) {
        // A refused fetch is retried: otherwise nobody would notice what is missing before this message.
        void catchUp.closeGap();
      }
    },

    close(): void {
      for (const stop of stops) stop();
      clearTimeout(helloTimer);
      changes.close();
      setTypingChannel(null);
      reports.close();
      typing.clear();
    },
  };
}

/** Queries that wait for their next try, or show a failure, are fetched at once. */
function retryFailed(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const { fetchStatus, fetchFailureCount, fetchMeta, data, error } = query.state;
    const isBetweenTries = fetchStatus === 'fetching' && fetchFailureCount > 0 && !fetchMeta;
    const isFailed = data === undefined && query.isActive() && isTransient(error);
    if (!isBetweenTries && !isFailed) continue;
    // Whoever waits for the fetch gets the answer of the new one.
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
  }
}

// Reports delivered messages to the server (feature `receipts`): per sender only the newest, which covers all before
// it, and at most once in a short interval.

const COALESCE_MS = 150;

/** `emit` returns whether it was sent; if not, it is sent with the next one. */
function createDeliveredReports(emit: (peerId: UserId, upTo: MessageId) => boolean) {
  const told = new Map<UserId, MessageId>();
  const waiting = new Map<UserId, MessageId>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [peerId, upTo] of waiting) {
      if (!emit(peerId, upTo)) continue;
      told.set(peerId, upTo);
      waiting.delete(peerId);
    }
  }

  return {
    report(peerId: UserId, upTo: MessageId): void {
      const known = waiting.get(peerId) ?? told.get(peerId);
      if (known !== undefined && upTo <= known) return;
      waiting.set(peerId, upTo);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    flush,
    close(): void {
      clearTimeout(timer);
    },
  };
}
