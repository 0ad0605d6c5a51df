/**
 * Metrics for Prometheus. They wrap the store and the notifier, and subscribe to the rest, so that a server without
 * metrics does no extra work.
 */
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MessageId } from '../../src/protocol/entities.ts';
import { DomainError } from '../domain/errors.ts';
import type { Notifier } from '../domain/ports/notifier.ts';
import type { PictureStore } from '../domain/ports/pictures.ts';
import { PUSH_FAILURES, type PushFailure } from '../domain/ports/push.ts';
import type { Reader } from '../domain/ports/reader.ts';
import type { Report, Store } from '../domain/ports/store.ts';
import { watchCommits } from '../store/commits.ts';

/** Of the data: its schema, and without PostgreSQL, which has its own metrics, its disk and last backup. */
interface Place {
  schemaVersion: number;
  folder?: string;
  /** Epoch ms; undefined if there was no backup. */
  readLastBackup?: () => number | undefined;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** From half a millisecond to ten seconds. */
const LATENCY_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const CALL_S = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];
const OUTCOMES = ['stored', 'repeated', 'failed'];
const STORE_ERRORS = ['unavailable', 'outcomeUnknown', 'unexpected'];
const PICTURE_REFUSALS = ['noRoom', 'storageUnavailable', 'unexpected'];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export function createMetrics() {
  const register = new Registry();
  const registers = [register];
  // Event loop delay, memory, garbage collection, file handles.
  collectDefaultMetrics({ register });
  // Gauges named like counters. Their sums stay.
  for (const kind of ['handles', 'requests', 'resources']) {
    register.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  const addCounter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ) => new Counter({ name, help, labelNames, registers });
  const addGauge = (name: string, help: string, read?: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      ...(read && {
        async collect() {
          this.set(await read());
        },
      }),
    });

  const sends = addCounter(
    'duet_sends_total',
    'Messages that people sent, by what became of them.',
    ['outcome'],
  );
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
  const queue = addGauge('duet_sends_waiting', 'Messages that wait for their commit.');
  const calls = new Histogram({
    name: 'duet_http_seconds',
    help: 'From the head of a call to the end of its answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: CALL_S,
    registers,
  });
  const storeErrors = addCounter(
    'duet_store_errors_total',
    'Calls to the store that failed, by kind.',
    ['kind'],
  );
  const pictureRefusals = addCounter(
    'duet_pictures_refused_total',
    'Pictures that could not be kept, by reason.',
    ['reason'],
  );
  const pushes = addCounter(
    'duet_pushes_total',
    'Pushes, by what the push service answered: accepted, gone, or why not.',
    ['outcome'],
  );
  const warnings = addCounter(
    'duet_warnings_total',
    'Warnings and errors of the log, by level and message; also those that it sums up.',
    ['level', 'msg'],
  );
  // An alert on a missing series has no data.
  for (const outcome of OUTCOMES) sends.inc({ outcome }, 0);
  for (const outcome of ['accepted', ...PUSH_FAILURES]) pushes.inc({ outcome }, 0);
  for (const kind of STORE_ERRORS) storeErrors.inc({ kind }, 0);
  for (const reason of PICTURE_REFUSALS) pictureRefusals.inc({ reason }, 0);

  const countError = (error: unknown): never => {
    const isKnown = error instanceof DomainError;
    // Refusals are answers, not errors.
    if (!isKnown) storeErrors.inc({ kind: 'unexpected' });
    else if (error.isOutcomeUnknown) storeErrors.inc({ kind: 'outcomeUnknown' });
    else if (error.code === 'storageUnavailable') storeErrors.inc({ kind: 'unavailable' });
    throw error;
  };
  /** Wraps the methods of an object; also counts their rejections. */
  const countErrorsOf = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          const result: unknown = Reflect.apply(member, target, given);
          return result instanceof Promise ? result.catch(countError) : result;
        };
      },
    });

  const stopWatching = watchCommits((size) => commits.observe(size));

  /** Start times of sends whose events are not emitted yet. */
  const startedAt = new Map<MessageId, number>();

  return {
    measureReader: countErrorsOf<Reader>,

    measureStore: (store: Store): Store => ({
      ...countErrorsOf(store),
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
          return countError(error);
        } finally {
          queue.dec();
        }
      },
    }),

    measureNotifier: (notifier: Notifier): Notifier => ({
      ...notifier,
      messageStored(message, ...rest) {
        notifier.messageStored(message, ...rest);
        const start = startedAt.get(message._id);
        startedAt.delete(message._id);
        if (start === undefined) return;
        // After the events, which are emitted at the end of this turn.
        setImmediate(() => deliveries.observe((performance.now() - start) / 1000));
      },
    }),

    measurePictures: (pictures: PictureStore): PictureStore => ({
      ...countErrorsOf(pictures),
      save: (picture) =>
        pictures.save(picture).catch((error: unknown) => {
          const code = error instanceof DomainError ? error.code : 'unexpected';
          pictureRefusals.inc({ reason: code });
          return countError(error);
        }),
    }),

    countPush: (outcome: PushFailure | 'accepted') => pushes.inc({ outcome }),

    countWarning: (level: string, msg: string) => warnings.inc({ level, msg }),

    measureCalls(app: FastifyInstance): void {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        calls.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1000);
      });
    },

    addGauges(current: {
      countSockets(): number;
      lostConnections: ReadonlyMap<string, number>;
      hasRedis: boolean;
      listMissing(): Promise<readonly string[]>;
    }): void {
      const { countSockets, lostConnections, hasRedis, listMissing } = current;
      addGauge('duet_connections', 'Realtime connections to this node.', countSockets);
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
      new Gauge({
        name: 'duet_healthy',
        help: 'Whether each part of the health is there: messages cannot be kept without the store.',
        labelNames: ['part'],
        registers,
        async collect() {
          const missing = await listMissing();
          for (const part of ['store', 'pictures', ...(hasRedis ? ['redis', 'presence'] : [])]) {
            this.set({ part }, missing.includes(part) ? 0 : 1);
          }
        },
      });
    },

    addPlace({ schemaVersion, folder, readLastBackup }: Place): void {
      addGauge('duet_schema_version', 'Number of the last migration of the database.').set(
        schemaVersion,
      );
      if (folder === undefined) return;
      addGauge('duet_data_free_bytes', 'What is free on the disk of the data folder.', async () => {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      });
      addGauge(
        'duet_last_backup_timestamp_seconds',
        'When the last backup of the data folder was complete; 0 where none was made.',
        () => Math.round((readLastBackup?.() ?? 0) / 1000),
      );
    },

    contentType: register.contentType,
    read: () => register.metrics(),
    close(): void {
      stopWatching();
      register.clear();
    },
  };
}

/** Serves `/metrics` on a separate port, which only the operator's Prometheus needs to reach. */

export interface MetricsServer {
  metrics: Metrics;
  url: string;
  close(): Promise<void>;
}

/** `report` gets the error; the client learns only that there was one. */
export async function serveMetrics(
  where: { host: string; port: number },
  report: Report,
): Promise<MetricsServer> {
  const { host, port } = where;
  const metrics = createMetrics();
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await metrics.read();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      report(error, 'metrics not read');
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  return {
    metrics,
    url: `http://${host}:${taken}/metrics`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      metrics.close();
    },
  };
}
