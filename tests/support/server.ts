/**
 * The real server inside the test's process, on a fresh data directory and a free port. Rates are
 * unlimited and times short, unless a test says otherwise.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppParts, buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { createWatch } from '../../server/memory/watch.ts';
import { startReader } from '../../server/reader/reader.ts';
import { createCredentials } from '../../server/security/credentials.ts';
import { openDataFolder } from '../../server/storage.ts';
import type { ReadDisk } from '../../server/store/disk-reserve.ts';

export interface TestServer {
  /** Origin, without a trailing slash. */
  url: string;
  dataDir: string;
  store: AppParts['store'];
  /** Everything it logged. */
  readLog(): string;
  /** Finishes what is under way, and closes the store; the data stays. */
  stop(): Promise<void>;
  /** Stops and removes the data. */
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** An earlier server's directory; a fresh one by default. */
  dataDir?: string;
  /** A free one by default. */
  port?: number;
  config?: Partial<Config>;
  timing?: Partial<AppParts['timing']>;
  clock?: AppParts['clock'];
  watch?: AppParts['watch'];
  now?: () => number;
  /** Towards push services. */
  pushNetwork?: AppParts['pushNetwork'];
  pushTiming?: AppParts['pushTiming'];
  /** How full the disk of the data is; as it is by default. */
  readDisk?: ReadDisk;
  /** Is told what happened to the data while it was opened. */
  note?: (what: string) => void;
  /** Whether there is a socket for `npm run accounts`, in the data directory. */
  hasCommands?: boolean;
  /** Folder of the built app; by default there is none. */
  appFolder?: string;
  /** Another store than that of the directory. */
  openData?: (
    dataDir: string,
    clock: AppParts['clock'],
  ) => Promise<Pick<Awaited<ReturnType<typeof openDataFolder>>, 'store' | 'source' | 'pictures'>>;
  /** Puts something between the rules and the store. */
  wrapStore?: (store: AppParts['store']) => AppParts['store'];
  /** The same for what is read beside the event loop. */
  wrapReader?: (reader: AppParts['reader']) => AppParts['reader'];
}

/** The least that argon2 takes: each test signs people up. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1 };

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'duet-server-')));
  const clock = options.clock ?? Date.now;
  const openData =
    options.openData ??
    (() =>
      openDataFolder(dataDir, clock, options.note, options.now ?? options.clock, options.readDisk));
  const { store, source, pictures } = await openData(dataDir, clock);
  const config = { ...readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'debug' }), ...options.config };
  const reader = startReader({ source, publicUrl: config.PUBLIC_URL });
  let log = '';
  const app = await buildApp({
    store: options.wrapStore?.(store) ?? store,
    reader: options.wrapReader?.(reader) ?? reader,
    pictures,
    credentials: createCredentials(CHEAP),
    clock,
    ...(options.now && { now: options.now }),
    ...(options.pushNetwork && { pushNetwork: options.pushNetwork }),
    ...(options.pushTiming && { pushTiming: options.pushTiming }),
    config,
    watch: options.watch ?? createWatch(),
    timing: { graceMs: 50, presenceIntervalMs: 20, idleMs: 120_000, ...options.timing },
    ...(options.hasCommands && { accountsFolder: dataDir }),
    appFolder: options.appFolder ?? join(dataDir, 'no-app'),
    logStream: {
      write(line) {
        log += line;
      },
    },
  });
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

  let stopping: Promise<void> | undefined;
  function stop(): Promise<void> {
    stopping ??= app.close().then(() => store.close());
    return stopping;
  }
  return {
    url,
    dataDir,
    store,
    readLog: () => log,
    stop,
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
