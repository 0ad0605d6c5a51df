/**
 * Builds the application, without listening: HTTP and realtime around the rules. All it needs comes from outside, so
 * that a test can run it whole on its own folder.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { FEATURES, type Feature } from '../src/protocol/events.ts';
import { LIMITS } from '../src/protocol/limits.ts';
import { openCommandSocket } from './accounts/command-socket.ts';
import { createAddressCounter, createClientAddresses } from './addresses/client-address.ts';
import { createOrigins } from './addresses/origins.ts';
import type { Config } from './config.ts';
import type { AttemptLimitsOptions } from './domain/attempt-limits.ts';
import { canInvite } from './domain/entrance.ts';
import type { PictureStore } from './domain/ports/pictures.ts';
import type { Reader } from './domain/ports/reader.ts';
import type { Credentials } from './domain/ports/sessions.ts';
import type { Clock, Store } from './domain/ports/store.ts';
import { createRules } from './domain/rules.ts';
import { addApi } from './http/api.ts';
import { shortenClosing } from './http/exchanges.ts';
import { addHealthRoutes, createHealth } from './http/health.ts';
import { createHttpServer, type HttpTiming } from './http/http-server.ts';
import { chargeNetworks, slowRefusals } from './http/rate-limits.ts';
import { listBasicHeaders } from './http/security-headers.ts';
import { serveApp } from './http/static-files.ts';
import { createBudgets } from './limits/budgets.ts';
import { createFloods, NO_FLOODS } from './limits/floods.ts';
import { createByteBudget } from './memory/byte-budget.ts';
import type { Watch } from './memory/watch.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createPresenter } from './presenter.ts';
import type { PushNetwork } from './push/deliver.ts';
import { openPush } from './push/open-push.ts';
import type { Timing } from './push/timing.ts';
import { createAdmission } from './realtime/admission.ts';
import type { Cluster } from './realtime/cluster.ts';
import { openGateway, type RealtimeTiming } from './realtime/gateway.ts';
import type { RedisLink } from './redis/link.ts';

export interface AppParts {
  store: Store;
  /** Closed with the app. */
  reader: Reader;
  pictures: PictureStore;
  credentials: Credentials;
  clock: Clock;
  /** Ms since any moment, never set back; rates are counted by it. */
  now?: () => number;
  config: Config;
  timing: RealtimeTiming & HttpTiming;
  /** Finds stalled clients; closed with the app. */
  watch: Watch;
  redis?: RedisLink;
  /** Without it, nothing is measured. */
  metrics?: Metrics;
  /** A test puts it in place of the network towards push services. */
  pushNetwork?: PushNetwork;
  /** A test puts it in place of the timers of pushes. */
  pushTiming?: Timing;
  /** Folder of the socket for `npm run accounts`. Without it, there is none. */
  accountsFolder?: string;
  /** Folder of the built app. */
  appFolder: string;
  /** Where log lines are written. */
  logStream: { write(line: string): void };
}

const DELETE_EVERY_MS = 60 * 60 * 1000;

/** Closing the app closes its sockets and finishes its requests; the store stays open. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { credentials, clock, config, timing, watch, redis, metrics, logStream } = parts;
  const pictures = metrics?.measurePictures(parts.pictures) ?? parts.pictures;
  const reader = metrics?.measureReader(parts.reader) ?? parts.reader;
  const now = parts.now ?? (() => performance.now());
  const health = createHealth({
    store: metrics?.measureStore(parts.store) ?? parts.store,
    pictures,
    log: () => app.log,
    now,
    listMissing() {
      if (redis && !redis.isUp()) return ['redis'];
      return gateway.isPresenceShared() ? [] : ['presence'];
    },
  });
  const { store } = health;
  const budgets = createBudgets(config, redis, now);
  let isEnding = false;
  const addresses = createClientAddresses(config.TRUSTED_PROXIES);
  const origins = createOrigins({
    corsOrigins: config.CORS_ORIGINS,
    publicUrl: config.PUBLIC_URL,
  });
  const presenter = createPresenter(config.PUBLIC_URL);
  const entrance = {
    signUps: config.SIGN_UPS,
    isEveryoneInviting: config.INVITES === 'everyone',
  };
  const bySettings = new Map<Feature, boolean>([
    ['invitations', canInvite(entrance)],
    ['openSignUps', entrance.signUps === 'open'],
  ]);

  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const headers = listBasicHeaders({ isHttps, withSubdomains: config.HTTPS_SUBDOMAINS });
  const memory = createByteBudget(config.MEMORY_BUDGET_BYTES, timing);
  const floods = config.RATE_LIMITS ? createFloods(now) : NO_FLOODS;
  const http = createHttpServer({
    config,
    floods,
    timing,
    addresses,
    watch,
    headers,
    logStream,
    ...(metrics && { countWarning: metrics.countWarning }),
  });
  const { app, exchanges, lost } = http;
  const closing = shortenClosing(app, exchanges, now);
  app.addHook('onClose', async () => watch.close());
  app.addHook('onClose', reader.close);
  chargeNetworks(app, budgets.network, floods);
  slowRefusals(app, floods);
  const gateway = openGateway(app.server, {
    store,
    presenter,
    clock,
    now,
    log: app.log,
    timing,
    origins,
    headers,
    admission: createAdmission({
      origins,
      addresses,
      network: budgets.network,
      floods,
      lost,
      isWebSocketOnly: redis !== undefined,
      isEnding: () => isEnding,
      ...(config.RATE_LIMITS && { counter: createAddressCounter(config.CONNECTIONS_PER_ADDRESS) }),
    }),
    flow: { backlogBytes: config.SOCKET_BACKLOG_BYTES, memory, watch, lost },
    lost,
    socketsPerPerson: config.SOCKETS_PER_PERSON,
    features: FEATURES.filter((feature) => bySettings.get(feature) ?? true),
    isUserIdEnough: config.SOCKETS_BY_USER_ID,
    cluster: redis && (await connectNodes(redis, app.log)),
  });
  app.addHook('preClose', async () => {
    isEnding = true;
    // A single node has nowhere to move clients.
    if (redis) await gateway.drain(config.DRAIN_SECONDS * 1000);
    // Calls are still served meanwhile, so that one slow client does not extend the pause for everybody.
    await closing.waitForUploads();
    await gateway.close();
    closing.cutWaiting();
  });

  const pushes = await openPush({
    store,
    config,
    gateway,
    addressOf: presenter.addressOf,
    clock,
    now,
    log: app.log,
    isAlone: redis === undefined,
    ...(parts.pushNetwork && { network: parts.pushNetwork }),
    ...(parts.pushTiming && { timing: parts.pushTiming }),
    ...(metrics && { count: metrics.countPush }),
  });
  app.addHook('onClose', async () => pushes.close());
  const rules = createRules({
    store,
    reader,
    pictures,
    credentials,
    clock,
    now,
    notifier: pushes.watch(metrics?.measureNotifier(gateway.notifier) ?? gateway.notifier),
    isOnline: gateway.isOnline,
    report: (error, what) => app.log.error({ err: error }, what),
    pictureLimits: {
      bytes: config.MAX_IMAGE_BYTES,
      bytesPerDay: config.PICTURE_BYTES_PER_DAY,
      pixels: LIMITS.imagePixels,
    },
    spendTextBytes: budgets.textBytes.spend,
    attemptLimits: readAttemptLimits(config),
    entrance,
  });
  gateway.accept(rules);

  metrics?.measureCalls(app);
  metrics?.addGauges({
    countSockets: gateway.countSockets,
    lostConnections: lost.counts,
    listMissing: async () => (await health.check()).missing,
    hasRedis: redis !== undefined,
  });
  await addApi(app, {
    config,
    budgets,
    floods,
    origins,
    rules,
    reader,
    pictures,
    presenter,
    push: pushes.push,
    store,
    memory,
    makeTicket: credentials.makeTicket,
    isHttps,
  });
  addHealthRoutes(app, health, () => isEnding);
  await serveApp(app, {
    folder: parts.appFolder,
    withDevtools: config.DEVTOOLS,
    entrance: rules.entrance,
  });
  await keepDeletingExpired(app, rules.sessions.deleteExpired);
  if (parts.accountsFolder !== undefined) {
    const closeCommands = await openCommandSocket({
      folder: parts.accountsFolder,
      operator: rules.operator,
      readAddress: () => config.PUBLIC_URL ?? readOwnAddress(app),
      log: app.log,
    });
    app.addHook('onClose', async () => closeCommands());
  }
  await app.ready();
  if (config.SOCKETS_BY_USER_ID) {
    app.log.warn(
      'SOCKETS_BY_USER_ID is on: whoever knows the id of a person can read, live, every message that this person receives.',
    );
  }
  return app;
}

/** As the operator's own browser reaches it. */
function readOwnAddress(app: FastifyInstance): string {
  const bound = app.server.address();
  return `http://localhost:${typeof bound === 'object' && bound ? bound.port : ''}`;
}

/** Loaded on demand, so that a single server starts faster. */
async function connectNodes(redis: RedisLink, log: FastifyBaseLogger): Promise<Cluster> {
  const { createCluster } = await import('./redis/cluster.ts');
  return createCluster(redis, log);
}

function readAttemptLimits(config: Config): AttemptLimitsOptions | null {
  if (!config.RATE_LIMITS) return null;
  return {
    logInsPerAccount: config.FAILED_LOG_INS_PER_ACCOUNT,
    logInsPerAddress: config.FAILED_LOG_INS_PER_ADDRESS,
    signUpsPerAddress: config.SIGN_UPS_PER_ADDRESS,
  };
}

/** Runs now, and then from time to time until the app is closed. */
async function keepDeletingExpired(
  app: FastifyInstance,
  deleteExpired: () => Promise<void>,
): Promise<void> {
  const run = () =>
    deleteExpired().catch((error: unknown) =>
      app.log.error({ err: error }, 'expired sessions not deleted'),
    );
  const timer = setInterval(run, DELETE_EVERY_MS);
  app.addHook('onClose', async () => clearInterval(timer));
  await run();
}
