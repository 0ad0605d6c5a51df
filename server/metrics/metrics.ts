/**
 * What an operator watches, for Prometheus. It stands around the store and the notifier and listens to the rest,
 * so that a server that is not measured does no more for it.
 */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MessageId } from '../../src/protocol/entities.ts';
import type { Notifier } from '../domain/ports/notifier.ts';
import type { Store } from '../domain/ports/store.ts';
import { watchCommits } from '../store/commits.ts';

export interface Metrics {
  measureStore(store: Store): Store;
  measureNotifier(notifier: Notifier): Notifier;
  measureCalls(app: FastifyInstance): void;
  /** For what is read when somebody asks. */
  addGauges(current: {
    countSockets(): number;
    /** By the reason. */
    lostConnections?: ReadonlyMap<string, number>;
    isRedisThere?: () => boolean;
  }): void;
  contentType: string;
  read(): Promise<string>;
  close(): void;
}

/** From half a millisecond to ten seconds. */
const LATENCY_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  // Event loop delay, memory, garbage collection, file handles.
  collectDefaultMetrics({ register });
  const sends = new Counter({
    name: 'duet_sends_total',
    help: 'Messages that people sent, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const deliveries = new Histogram({
    name: 'duet_delivery_seconds',
    help: 'From the call to the store until the message is handed to its readers’ connections.',
    buckets: LATENCY_S,
    registers,
  });
  const commits = new Histogram({
    name: 'duet_commit_size',
    help: 'Changes that went to the disk together.',
    buckets: BATCH_SIZES,
    registers,
  });
  const queue = new Gauge({
    name: 'duet_sends_waiting',
    help: 'Messages that wait for their commit.',
    registers,
  });
  const refusals = new Counter({
    name: 'duet_calls_refused_total',
    help: 'Calls answered with 429, by route.',
    labelNames: ['route'],
    registers,
  });
  const stopWatching = watchCommits(({ size }) => commits.observe(size));

  /** When the call was made, of messages whose events are not out yet. */
  const startedAt = new Map<MessageId, number>();

  return {
    measureStore: (store) => ({
      ...store,
      async appendMessage(message) {
        const start = performance.now();
        queue.inc();
        try {
          const result = await store.appendMessage(message);
          sends.inc({ outcome: result.kind });
          if (result.kind === 'stored') startedAt.set(result.message._id, start);
          return result;
        } catch (error) {
          sends.inc({ outcome: 'failed' });
          throw error;
        } finally {
          queue.dec();
        }
      },
    }),

    measureNotifier: (notifier) => ({
      ...notifier,
      messageStored(message) {
        notifier.messageStored(message);
        const start = startedAt.get(message._id);
        startedAt.delete(message._id);
        if (start === undefined) return;
        // Behind the events, which go out at the end of this turn.
        setImmediate(() => deliveries.observe((performance.now() - start) / 1000));
      },
    }),

    measureCalls(app) {
      app.addHook('onResponse', async (request, reply) => {
        if (reply.statusCode === 429) refusals.inc({ route: request.routeOptions.url ?? 'none' });
      });
    },

    addGauges({ countSockets, lostConnections, isRedisThere }) {
      new Gauge({
        name: 'duet_connections',
        help: 'Realtime connections to this node.',
        registers,
        collect() {
          this.set(countSockets());
        },
      });
      if (lostConnections) {
        new Counter({
          name: 'duet_connections_lost_total',
          help: 'Connections that were refused or cut, by reason.',
          labelNames: ['reason'],
          registers,
          collect() {
            this.reset();
            for (const [reason, count] of lostConnections) this.inc({ reason }, count);
          },
        });
      }
      if (!isRedisThere) return;
      new Gauge({
        name: 'duet_redis_up',
        help: 'Whether Redis is there, and with it the other nodes.',
        registers,
        collect() {
          this.set(isRedisThere() ? 1 : 0);
        },
      });
    },

    contentType: register.contentType,
    read: () => register.metrics(),
    close() {
      stopWatching();
      register.clear();
    },
  };
}
