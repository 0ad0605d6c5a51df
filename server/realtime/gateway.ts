/** Realtime as a whole: opens it beside the HTTP server, accepts connections, and closes it. */
import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import type { Feature } from '../../src/protocol/events.ts';
import type { Origins } from '../addresses/origins.ts';
import type { Clock, Store } from '../domain/ports/store.ts';
import type { UserStore } from '../domain/ports/users.ts';
import type { Rules } from '../domain/rules.ts';
import { createMemoryLimiter } from '../limits/limiter.ts';
import type { LostConnections } from '../log/lost-connections.ts';
import type { Presenter } from '../presenter.ts';
import type { Admission } from './admission.ts';
import { createBroadcast } from './broadcast.ts';
import { createDoubts, createPacer, createRecheck, spreadOver } from './catch-up.ts';
import type { Cluster, NodeNews } from './cluster.ts';
import { createConnectionHandler } from './connection.ts';
import type { FlowLimits } from './flow-control.ts';
import { createHandshake } from './handshake.ts';
import { createNotifier } from './notifier.ts';
import { createDepartures, createOwnPresence, type PresenceParts } from './presence.ts';
import { createPresenceBroadcast } from './presence-broadcast.ts';
import { createPresenceVisibility, createShowing } from './presence-visibility.ts';
import {
  countConnected,
  createSocketCloser,
  isShownTo,
  openSocketServer,
  rooms,
  type SocketServer,
} from './socket-server.ts';

/** Packets of one person, over all windows. Fifty windows need far less to catch up. */
const EVENTS_PER_PERSON = { units: 2_000, perMs: 10_000 };

/** More events than one typing person causes. A well-behaved client waits `TYPING_INTERVAL_MS` between two events. */
const TYPING_PER_PERSON = { units: 5, perMs: 3_000 };

const LOST_EVENT_MS = 1_000;

export interface RealtimeTiming {
  /** How long a person without a connection still counts as online. */
  graceMs: number;
  /** Shortest time for which presence changes are gathered. */
  presenceIntervalMs: number;
}

type PushNews = Extract<NodeNews, { kind: 'pushDue' | 'pushDevice' }>;

export function openGateway(
  http: HttpServer,
  options: {
    store: UserStore & Pick<Store, 'epoch' | 'watchEpoch'>;
    presenter: Presenter;
    clock: Clock;
    /** A clock that is never set back. */
    now: () => number;
    log: FastifyBaseLogger;
    timing: RealtimeTiming;
    origins: Origins;
    headers: Record<string, string>;
    admission: Admission;
    flow: FlowLimits;
    lost: LostConnections;
    socketsPerPerson: number;
    /** The features that `hello` announces. */
    features: readonly Feature[];
    /** Whether `userId` alone is enough to open a socket. */
    isUserIdEnough: boolean;
    cluster: Cluster | undefined;
  },
) {
  const { store, presenter, clock, now, log, timing, socketsPerPerson, cluster } = options;
  const { isUserIdEnough, lost } = options;
  const isAlone = cluster === undefined;
  const io = openSocketServer(http, options);
  const closeSockets = createSocketCloser(http, io);
  const departures = createDepartures(store, log);
  const nodeNews = createNodeNews(io, { isAlone });
  const broadcast = createBroadcast(io);

  let handlePush: (news: PushNews | { kind: 'missed' }) => void = () => {};

  const parts: PresenceParts = {
    graceMs: timing.graceMs,
    clock,
    now,
    storeLastSeen: departures.storeLastSeen,
    handleChange: (change) => presenceBroadcast.add(change),
  };
  const presence = cluster ? cluster.createPresence(parts) : createOwnPresence(parts);
  const presenceBroadcast = createPresenceBroadcast(broadcast, {
    intervalMs: timing.presenceIntervalMs,
    presence,
  });

  // Like a failure of the network: clients connect again, and compare what they know with the new epoch.
  store.watchEpoch?.(() => {
    for (const { conn } of io.of('/').sockets.values()) conn.close();
  });

  const doubts = createDoubts(io, cluster);
  /** The others may have missed an event of this node. */
  const publishCutOff = () => nodeNews.publish({ kind: 'wasCutOff' });
  let publishing: ReturnType<typeof setTimeout> | undefined;

  return {
    notifier: createNotifier(io, { presenter, publishNews: nodeNews.publish, now, isAlone }),

    /** Starts to accept people. Separate from opening, since the rules need the notifier, and this needs the rules. */
    accept({
      sessions,
      conversations,
      blocking,
      privacy,
    }: Pick<Rules, 'sessions' | 'conversations' | 'blocking' | 'privacy'>): void {
      const events = createMemoryLimiter(EVENTS_PER_PERSON, now);
      const { listBlocksEitherWay } = blocking;
      const departureMs = timing.graceMs + timing.presenceIntervalMs;
      const showing = createShowing({ presence, countListSent: presenceBroadcast.countListSent });
      const visibility = createPresenceVisibility(io, {
        listBlocksEitherWay,
        readHidesPresence: privacy.hidesPresence,
        showing,
        presence,
        departureMs,
      });
      const recheckConnections = createRecheck(io, { sessions, renew: visibility.renew, log });
      nodeNews.listen((news) => {
        switch (news.kind) {
          case 'sessionEnded':
            sessions.forget(news.tokenHash);
            io.local.in(rooms.session(news.tokenHash)).disconnectSockets(true);
            break;
          case 'blockChanged':
            presenceBroadcast.countListSent();
            visibility.handleBlock(news);
            break;
          case 'privacyChanged':
            visibility.handlePrivacy(news);
            break;
          case 'profileChanged':
            broadcast('profileChanged', { about: [], describe: () => [news.user] });
            // Also sockets that were opened by `userId` alone, and have no session that ends.
            if (news.user.deleted || news.user.locked) {
              io.local.in(rooms.user(news.user._id)).disconnectSockets(true);
            }
            break;
          case 'pushDue':
          case 'pushDevice':
            handlePush(news);
            break;
          case 'wasCutOff':
            doubts.suspect();
            recheckConnections();
            handlePush({ kind: 'missed' });
        }
      });
      cluster?.onRejoin(publishCutOff);
      // If this cannot be published either, the listener is called again.
      cluster?.onLostEvent(() => {
        publishing ??= setTimeout(() => {
          publishing = undefined;
          publishCutOff();
        }, LOST_EVENT_MS).unref();
      });
      io.use(
        createHandshake({
          sessions,
          ...(isUserIdEnough && { findUser: store.findUser }),
          readVisibility: visibility.read,
          events,
          // People who hide presence are counted on this node only.
          countConnections: (userId) =>
            Math.max(presence.countConnections(userId), countConnected(io, userId)),
          socketsPerPerson,
          lost,
          settle: cluster?.settle,
          readAddress: options.admission.readAddress,
          log,
        }),
      );
      io.on(
        'connection',
        createConnectionHandler(io, {
          features: options.features,
          readEpoch: store.epoch,
          pace: createPacer(now),
          showing,
          sharesTyping: privacy.sharesTyping,
          sessions,
          conversations,
          events,
          typings: createMemoryLimiter(TYPING_PER_PERSON, now),
          lost,
          log,
        }),
      );
    },

    isOnline: presence.isOnline,
    /** Whether some window of the person, on any node, shows the conversation, visible and with the focus. */
    isShown: (userId: UserId, peerId: UserId) => isShownTo(io, userId, peerId),
    /** Sends to the node that pushes, which may be this one. */
    publishPush: (news: PushNews) => nodeNews.publish(news),
    /** Calls back with what the nodes say of pushes. `missed`: some of it may be lost. */
    listenPush(listener: typeof handlePush): void {
      handlePush = listener;
      cluster?.onDeath(() => listener({ kind: 'missed' }));
    },
    countSockets: () => io.engine.clientsCount,
    /** Whether the other nodes, if any, learn who connects and leaves here. */
    isPresenceShared: () => presence.isShared?.() ?? true,
    /** Asks clients to move to another node; resolves when all have left, or after so many ms. */
    drain: (withinMs: number) => drainSockets(io, withinMs),

    /** Closes every connection and stores when people were last seen. */
    async close(): Promise<void> {
      io.removeAllListeners('connection');
      presence.close();
      await Promise.all([closeSockets(), departures.settle()]);
      doubts.close();
      clearTimeout(publishing);
      await presence.withdraw?.();
      presenceBroadcast.close();
    },
  };
}

/** Before this node ends, its clients move to other nodes: each opens its next connection before it closes this one. */

const LOOK_MS = 100;

async function drainSockets(io: SocketServer, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  // The other half is for clients that have to retry.
  const spreadMs = Math.min(spreadOver(io.engine.clientsCount), withinMs / 2);
  io.local.emit('move', { withinMs: spreadMs });
  while (io.engine.clientsCount > 0 && performance.now() < end) await sleep(LOOK_MS);
}

/** Changes that concern the sockets of all nodes: handled here and sent to the other nodes, which do the same. */
function createNodeNews(io: SocketServer, { isAlone }: { isAlone: boolean }) {
  let handle: (news: NodeNews) => void = () => {};

  return {
    publish(news: NodeNews): void {
      handle(news);
      if (!isAlone) io.serverSideEmit('news', news);
    },

    /** Nobody is connected before this is called. */
    listen(handleNews: (news: NodeNews) => void): void {
      handle = handleNews;
      io.on('news', handleNews);
    },
  };
}
