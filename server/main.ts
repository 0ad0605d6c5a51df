/** Starts the server with the settings of its environment, and stops it on a signal. Imported by nobody. */
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DomainError } from './domain/errors.ts';
import type { Report, Store } from './domain/ports/store.ts';
import { exitCodeFor, explain } from './explain.ts';
import { createWatch } from './memory/watch.ts';
import type { MetricsServer } from './metrics/metrics.ts';
import { startReader } from './reader/reader.ts';
import type { RedisLink } from './redis/link.ts';
import { createCredentials } from './security/credentials.ts';
import { listStartNotices } from './start-notices.ts';
import { describePlace, openStorage } from './storage.ts';
import type { Notify } from './store/migrations.ts';
import { sweepPicturesRegularly } from './store/sweep-pictures.ts';

const TIMING = { graceMs: 2_000, presenceIntervalMs: 250, idleMs: 75_000 };

/** Time for the server's own work after its clients have moved. */
const STOP_WITHIN_MS = 10_000;

/** The same signal arrives twice if it is sent to all processes, since npm passes it on. */
const ECHO_MS = 1_000;

interface Running {
  app: FastifyInstance;
  store: Store;
  stopSweeping: () => void;
  redis?: RedisLink;
  metrics?: MetricsServer;
}

// A log that nobody reads any more must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const config = readConfig(process.env);
  const file = join(config.DATA_DIR, 'duet.db');
  const isFirstStart = config.DATABASE_URL === null && !existsSync(file);
  const running = await open(config);
  const { app } = running;
  // Node ends the process nevertheless; the log says why.
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    app.log.fatal({ err: error, origin }, 'ended by a fault in the server');
  });
  stopOnSignals(running, STOP_WITHIN_MS + (running.redis ? config.DRAIN_SECONDS * 1000 : 0));
  try {
    // Only one address, even if the name has several: the framework would open a second server without sockets.
    const { address } = await lookup(config.HOST, { order: 'ipv4first' });
    await app.listen({ host: address, port: config.PORT });
  } catch (error) {
    await close(running);
    throw explainListening(error, { host: 'HOST', port: 'PORT' });
  }
  for (const line of describeAddresses(app, config)) console.log(line);
  if (isFirstStart) for (const line of describeBeginning(config)) console.log(line);
  const { schemaVersion: schema } = await describePlace(config);
  app.log.info({ version: readVersion(), schema, node: process.versions.node }, 'started');
  for (const { what, ...facts } of listStartNotices(config, process.env)) app.log.warn(facts, what);
} catch (error) {
  console.error(explain(error, 'The server cannot start'));
  process.exit(exitCodeFor(error));
}

async function open(config: Config): Promise<Running> {
  // The log is created with the app, after all this: earlier failures are reported then.
  const log = Promise.withResolvers<FastifyBaseLogger>();
  const report = async (error: unknown, what: string) =>
    (await log.promise).error({ err: error }, what);
  const notify: Notify = async (what, level = 'warn') => (await log.promise)[level](what);
  const opened = await openStorage(config, Date.now, report, notify);
  const { store, source, pictures, sweepPictures } = opened;
  const redis = config.REDIS_URL === null ? undefined : await openRedis(config.REDIS_URL);
  const metrics = config.METRICS_PORT === 0 ? undefined : await openMetrics(config, report);
  const accountsFolder =
    config.ACCOUNTS_DIR ?? (config.DATABASE_URL === null ? config.DATA_DIR : null);
  const app = await buildApp({
    store,
    reader: startReader({ source, publicUrl: config.PUBLIC_URL }),
    pictures,
    credentials: createCredentials(),
    clock: Date.now,
    config,
    timing: TIMING,
    watch: createWatch(),
    appFolder: join(import.meta.dirname, '../dist'),
    ...(accountsFolder !== null && { accountsFolder }),
    logStream: process.stderr,
    ...(redis && { redis }),
    ...(metrics && { metrics: metrics.metrics }),
  });
  log.resolve(app.log);
  const stopSweeping = sweepPicturesRegularly(sweepPictures, {
    clock: Date.now,
    now: () => performance.now(),
    report,
  });
  return { app, store, stopSweeping, ...(redis && { redis }), ...(metrics && { metrics }) };
}

/** Imported on demand, like the store of several nodes. */
async function openRedis(url: string): Promise<RedisLink> {
  const { openRedisLink } = await import('./redis/link.ts');
  return openRedisLink(url);
}

async function openMetrics(config: Config, report: Report): Promise<MetricsServer> {
  const { serveMetrics } = await import('./metrics/metrics.ts');
  try {
    const where = { host: config.METRICS_HOST, port: config.METRICS_PORT };
    const server = await serveMetrics(where, report);
    server.metrics.addPlace(await describePlace(config));
    return server;
  } catch (error) {
    throw explainListening(error, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  }
}

/** The first signal stops the server in order, the second at once. */
function stopOnSignals(running: Running, withinMs: number): void {
  let askedAt: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt <= ECHO_MS) return;
      running.app.log.info({ signal }, 'stopping at once');
      process.exit(1);
    }
    askedAt = performance.now();
    running.app.log.info({ signal }, 'stopping');
    setTimeout(() => {
      running.app.log.error(`stopped without an end of all calls after ${withinMs / 1000} s`);
      process.exit(1);
    }, withinMs).unref();
    try {
      await close(running);
      running.app.log.info('stopped');
      process.exit(0);
    } catch (error) {
      console.error(explain(error, 'The server cannot end in order'));
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The store closes last: requests in progress still need it. */
async function close({ app, store, stopSweeping, redis, metrics }: Running): Promise<void> {
  stopSweeping();
  await app.close();
  await metrics?.close();
  redis?.close();
  await store.close();
}

/** Of the program. */
function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}

function* describeAddresses(app: FastifyInstance, config: Config): Generator<string> {
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.PORT;
  const isOpen = config.HOST === '0.0.0.0' || config.HOST === '::';
  const host = isOpen || config.HOST === '127.0.0.1' ? 'localhost' : config.HOST;
  yield `Duet is running: http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!isOpen) return;
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address, family, internal } of interfaces) {
    if (family === 'IPv4' && !internal) yield `On this network:  http://${address}:${port}`;
  }
}

/** What somebody wants to know who has never started it. */
function* describeBeginning({ DATA_DIR, HOST, PUBLIC_URL }: Config): Generator<string> {
  yield `Accounts, messages and pictures are kept in ${resolve(DATA_DIR)}.`;
  if (PUBLIC_URL !== null) {
    yield `People reach it at ${PUBLIC_URL}, by a proxy that leads here.`;
  } else if (HOST === '127.0.0.1') {
    yield 'Only this computer can open it. To open it to your network: HOST=0.0.0.0 npm start';
  }
}

/** Names the settings for the listening address, if it must be changed. */
function explainListening(error: unknown, settings: { host: string; port: string }): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new DomainError(
        'storageUnavailable',
        `The port is in use by another program. Stop that one, or choose another with ${settings.port}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new DomainError(
        'storageUnavailable',
        `${settings.host} is not an address of this machine.`,
      );
    case 'EACCES':
      return new ConfigError(
        `This user may not listen on that port: choose one above 1023 with ${settings.port}.`,
      );
    default:
      return error;
  }
}
