/**
 * The real server with a data folder and a port of its own, in a process that serves all tests of one file: a process
 * per test would cost each of them a second. What ends or kills the process itself takes `server-process.ts`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepPorts } from './free-port.ts';
import { inheritEnvironment } from './inherited-environment.ts';

const ports = keepPorts();
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'server-host.ts');

/** Takes settings beside those of a test: rates are unlimited. */
export async function startHostedServer(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'duet-data-'));
  const port = await ports.take();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    // The server insists on it where pages of other sites call it.
    ...(environment.CORS_ORIGINS && { PUBLIC_URL: url }),
    ...environment,
  };
  const start = () => ask({ action: 'start', port, dataDir, environment: settings });
  const stop = () => ask({ action: 'stop', port });
  await start();
  return {
    /** Origin, without a trailing slash. */
    url,
    /** On the same data and port. */
    start,
    /** Closes it in order; its data stays. */
    stop,
    async dispose() {
      await stop();
      ports.giveBack(port);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

let host: ChildProcess | undefined;
let calls = 0;

function ask(request: object): Promise<void> {
  host ??= startHost();
  const asked = host;
  calls += 1;
  const call = calls;
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      asked.off('message', listen);
      asked.off('exit', fail);
      settled();
    };
    const fail = () => settle(() => reject(new Error('The process of the servers has ended.')));
    const listen = (answer: unknown) => {
      if (typeof answer !== 'object' || answer === null) return;
      if (!('call' in answer) || answer.call !== call) return;
      settle('error' in answer ? () => reject(new Error(String(answer.error))) : resolve);
    };
    asked.on('message', listen);
    asked.on('exit', fail);
    asked.send({ ...request, call });
  });
}

function startHost(): ChildProcess {
  const child = fork(PROGRAM, {
    env: { ...inheritEnvironment(), NODE_ENV: 'production' },
    execArgv: [],
  });
  // It ends with this process, and does not hold it up.
  child.unref();
  child.channel?.unref();
  child.once('exit', () => {
    host = undefined;
  });
  return child;
}
