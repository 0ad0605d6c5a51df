/**
 * The real server as a process of its own, on a fresh data directory: what a fault test stops, kills and
 * starts again on the same data and port. Rates are unlimited, so that a fast test is not a flood.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.ts';
import { inheritEnvironment } from './inherited-environment.ts';
import { TimeoutError, WAIT_LIMIT_MS } from './limits.ts';

/** Another checkout may be measured by the same tests. */
const root = process.env.DUET_CHECKOUT ?? join(dirname(fileURLToPath(import.meta.url)), '../..');

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startServerProcess(
  environment: Record<string, string> = {},
  program = 'server/launch.mjs',
) {
  const ownFolder = await mkdtemp(join(tmpdir(), 'duet-data-'));
  const dataDir = environment.DATA_DIR ?? ownFolder;
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  /** Resolves when the server answers; at once when it runs. */
  async function start(): Promise<void> {
    if (child) return;
    const started = spawn(process.execPath, [program], {
      cwd: root,
      env: {
        ...inheritEnvironment(),
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        // The server insists on it where pages of other sites call it.
        ...(environment.CORS_ORIGINS && { PUBLIC_URL: url }),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    running.add(started);
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    // With the last of its output.
    started.once('close', () => {
      running.delete(started);
      if (child === started) child = undefined;
    });
    await waitUntilHealthy(url, () => {
      if (child !== started) throw new Error(`The server ended while starting:\n${output}`);
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    if (!ending) return null;
    const closed = new Promise<number | null>((resolve) => ending.once('close', resolve));
    ending.kill(signal);
    const overdue = setTimeout(() => ending.kill('SIGKILL'), WAIT_LIMIT_MS);
    const code = await closed;
    clearTimeout(overdue);
    return code;
  }

  /** Ends it and removes its data, but for a folder that was given. */
  async function dispose(): Promise<void> {
    await end('SIGKILL');
    await rm(ownFolder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    /** Origin, without a trailing slash. */
    url,
    dataDir,
    /** Of the process that runs now. */
    readPid(): number {
      if (child?.pid === undefined) throw new Error('The server does not run.');
      return child.pid;
    },
    /** Everything the server printed since its first start. */
    readOutput: () => output,
    start,
    /** Asks it to end, and resolves with its exit code. */
    stop: () => end('SIGTERM'),
    /** Ends it as a crash does. */
    kill: async () => void (await end('SIGKILL')),
    dispose,
  };
}

async function waitUntilHealthy(url: string, assertAlive: () => void): Promise<void> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    assertAlive();
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new TimeoutError(`The server at ${url} did not become healthy.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
