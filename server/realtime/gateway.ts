/** Realtime as a whole: opens it beside the HTTP server, lets people in, and closes it. */
import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Origins } from '../addresses/origins.ts';
import type { Blocks } from '../domain/blocks.ts';
import type { Conversations } from '../domain/conversations.ts';
import type { Clock, Notifier, UserStore } from '../domain/ports.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { Presenter } from '../presenter.ts';
import type { Admission } from './admission.ts';
import { createBudgets } from './budget.ts';
import { createConnectionHandler } from './connection.ts';
import { createHandshake } from './handshake.ts';
import { createNotifier } from './notifier.ts';
import { createPresence } from './presence.ts';
import { createPresenceBroadcast } from './presence-broadcast.ts';
import { createSocketCloser, openSocketServer } from './socket-server.ts';

/** Packets of one person over all their windows; fifty of those catch up with far less. */
const EVENTS_PER_PERSON = { count: 2_000, perMs: 10_000 };

export interface RealtimeTiming {
  /** How long a person without a connection still counts as online. */
  graceMs: number;
  /** How long changes of presence are gathered, at least. */
  presenceIntervalMs: number;
}

export interface Gateway {
  notifier: Notifier;
  /** Lets people in. Apart from opening, because the rules need the notifier and this needs the rules. */
  accept(rules: { sessions: Sessions; conversations: Conversations; blocks: Blocks }): void;
  /** Closes every connection and notes when people were last seen. */
  close(): Promise<void>;
}

export function openGateway(
  http: HttpServer,
  options: {
    store: UserStore;
    presenter: Presenter;
    clock: Clock;
    log: FastifyBaseLogger;
    timing: RealtimeTiming;
    origins: Origins;
    admission: Admission;
    backlogBytes: number;
    socketsPerPerson: number;
  },
): Gateway {
  const { store, presenter, clock, log, timing, socketsPerPerson } = options;
  const io = openSocketServer(http, options);
  const closeSockets = createSocketCloser(http, io);
  const writes = new Set<Promise<void>>();

  const presence = createPresence({
    graceMs: timing.graceMs,
    clock,
    handleChange(change) {
      if (change.online) broadcast.tell(change);
      // Told when it is noted: clients answer the news by asking for the list of people again.
      else noteLastSeen(change.userId, change.lastSeenAt, () => broadcast.tell(change));
    },
  });
  const broadcast = createPresenceBroadcast(io, {
    intervalMs: timing.presenceIntervalMs,
    presence,
  });

  function noteLastSeen(userId: string, at: number, handleDone: () => void): void {
    const write = store
      .setLastSeen(userId, at)
      .catch((error: unknown) => log.error({ err: error, userId }, 'last seen not noted'))
      .then(handleDone)
      .finally(() => writes.delete(write));
    writes.add(write);
  }

  return {
    notifier: createNotifier(io, { presenter, presence }),

    accept({ sessions, conversations, blocks }) {
      const { countConnections } = presence;
      const events = createBudgets(EVENTS_PER_PERSON);
      io.use(
        createHandshake({ sessions, blocks, events, countConnections, socketsPerPerson, log }),
      );
      io.on(
        'connection',
        createConnectionHandler(io, { presence, sessions, conversations, events, log }),
      );
    },

    async close() {
      io.removeAllListeners('connection');
      presence.close();
      closeSockets();
      await Promise.all(writes);
      broadcast.close();
    },
  };
}
