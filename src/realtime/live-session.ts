/** What a connection does to the cache while it is open, lost and back. It does not know the socket. */
import { notifyManager, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query';
import { isTransient } from '../api/errors.ts';
import {
  type Connection,
  getFeatures,
  isExtended,
  realtimeQueries,
  setFeatures,
} from '../backend/connection.ts';
import { createPlainLive } from '../backend/plain/live.ts';
import { withCause, writeData } from '../cache/write.ts';
import { trimConversation } from '../conversation/conversation.ts';
import { forgetFailures } from '../conversation/fetch.ts';
import { markArrivalsSeen, markOpenSeen } from '../conversation/seen.ts';
import { findOutbox } from '../outbox/registry.ts';
import { getUsers, scheduleUsersRefetch } from '../people/users.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import type { ClientToServerEvents } from '../protocol/events.ts';
import { subscribeAttention } from '../stores/attention.ts';
import { checkClock } from '../stores/clock.ts';
import { isContractOnly } from '../stores/contract-only.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';
import { getUnseenCount } from '../stores/unseen.ts';
import { createChanges } from './changes.ts';
import { type HandlerContext, handleEvent, type ServerEvent } from './handlers.ts';
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
  reconnect,
}: {
  queryClient: QueryClient;
  meId: UserId;
  /** Returns whether there was a connection to a server that knows such events. */
  emit: Emit;
  reconnect: () => void;
}) {
  const typing = createTypingBoard(queryClient);
  const changes = createChanges(queryClient);
  const reports = createDeliveredReports((userId, upTo) => emit('delivered', { userId, upTo }));
  const context: HandlerContext = {
    queryClient,
    meId,
    typing,
    reportDelivered: reports.report,
    newestFrom: new Map(),
    heard: new Set(),
  };
  const plain = createPlainLive({
    queryClient,
    meId,
    reconnect,
    handleEvent(name, payload) {
      handleEvent(context, { name, payload });
      markArrivalsSeen(queryClient);
    },
    findNewestFrom: (userId) => context.newestFrom.get(userId),
  });
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
    resume();
    plain.handleConnect();
    clearTimeout(helloTimer);
    // The features of the last connection stay until the server announces others.
    if (!getFeatures(queryClient)) helloTimer = setTimeout(handleSilence, HELLO_WAIT_MS);
    else if (!isExtended(queryClient)) scheduleUsersRefetch(queryClient);
    retryFailed(queryClient);
  }

  /** Now it is known how the gap before this connection is closed. After a restart, all clients come at once. */
  function handleHello(withinMs = 0): void {
    clearTimeout(helloTimer);
    reports.flush();
    helloTimer = setTimeout(catchUp, Math.random() * withinMs);
    plain.handleGap();
  }

  function catchUp(): void {
    resume();
    scheduleUsersRefetch(queryClient);
    void changes.compare();
  }

  function handleSilence(): void {
    withCause({ kind: 'connection', name: 'no hello' }, () => setFeatures(queryClient, []));
    handleHello();
  }

  /** Continues what a lost connection has stopped, or let fail. */
  function resume(): void {
    const openId = getSelectedUserId();
    if (openId !== null) {
      withCause({ kind: 'connection', name: 'connected' }, () =>
        forgetFailures(queryClient, openId),
      );
    }
    findOutbox(queryClient)?.wake();
  }

  function handleLoss(): void {
    clearTimeout(helloTimer);
    // The status stays that of the first connection, however often it fails.
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
    if (part === 'history' || part === 'missed') plain.handleFetched(peerId);
  }

  function handleReturn(): void {
    markOpenSeen(queryClient);
    void plain.closeGap();
    void findOutbox(queryClient)?.adopt();
  }

  function handleAttention(): void {
    plain.handleReturn();
    handleReturn();
  }

  function handleSelection(userId: UserId | null, left: UserId | null): void {
    if (left !== null) trimConversation(queryClient, left);
    if (userId !== null) plain.handleOpening(userId);
    handleReturn();
  }

  setTypingChannel((userId) => emit('typing', { userId }));
  const stops = [
    queryClient.getQueryCache().subscribe(handleCacheEvent),
    subscribeAttention(handleAttention),
    subscribeSelection((userId, left) =>
      withCause({ kind: 'reader', name: 'opens' }, () => handleSelection(userId, left)),
    ),
  ];

  return {
    handleConnect,
    handleLoss,
    /** Called when the server asks to catch up, since events may be missing. */
    catchUp,
    /** The connection has changed its transport. */
    handleUpgrade: (transport: string) => setStatus('connected', transport),

    /** Handles a batch of events in order. */
    handleEvents(events: readonly ServerEvent[]): void {
      const isHeard = ({ name }: ServerEvent) =>
        !isContractOnly() || CONTRACT_EVENTS.includes(name);
      const heard = events.filter(isHeard);
      checkClock();
      // Observers of the cache are notified once.
      notifyManager.batch(() => {
        for (const event of heard) {
          try {
            withCause({ kind: 'event', ...event }, () => handleEvent(context, event));
          } catch (error) {
            // An error in one event must not affect the others.
            reportError(error);
          }
        }
        markArrivalsSeen(queryClient);
      });
      for (const { name, payload } of heard) plain.observeEvent(name, payload);
      const has = (event: string) => heard.some(({ name }) => name === event);
      const hello = heard.find(({ name }) => name === 'hello');
      if (hello) handleHello(readWithin(hello.payload[0]));
      // A `hello` would have come before this event: no need to wait longer for it.
      else if (has('getOnlineUsers') && !getFeatures(queryClient)) handleSilence();
      // A refused fetch is retried: otherwise nobody would notice what is missing before this message.
      else if (has('newMessage')) void plain.closeGap();
    },

    close(): void {
      for (const stop of stops) stop();
      clearTimeout(helloTimer);
      changes.close();
      plain.close();
      setTypingChannel(null);
      reports.close();
      typing.clear();
    },
  };
}

/** Longer than any server spreads its clients. */
const MAX_WITHIN_MS = 60_000;

/** Within how many ms, at a random time, the server asks for something that many clients do. */
export function readWithin(payload: unknown): number | undefined {
  if (typeof payload !== 'object' || payload === null || !('withinMs' in payload)) return undefined;
  const { withinMs } = payload;
  return typeof withinMs === 'number' && withinMs >= 0 && withinMs <= MAX_WITHIN_MS
    ? withinMs
    : undefined;
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
  const reported = new Map<UserId, MessageId>();
  const waiting = new Map<UserId, MessageId>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [peerId, upTo] of waiting) {
      if (!emit(peerId, upTo)) continue;
      reported.set(peerId, upTo);
      waiting.delete(peerId);
    }
  }

  return {
    report(peerId: UserId, upTo: MessageId): void {
      const known = waiting.get(peerId) ?? reported.get(peerId);
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
