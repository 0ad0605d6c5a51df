/**
 * The servers that are measured side by side: how each is started, and how its house is filled with
 * people before it starts, so that nothing but what is measured is charged to it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/free-port.ts';
import { type RunningProcess, startProcess } from './child-process.ts';
import { type House, openDuetHouse, openNaiveHouse, openRelayHouse } from './houses.ts';
import type { Person, Target } from './load/orders.ts';

const here = import.meta.dirname;
const START_WITHIN_MS = 30_000;

export interface Rival {
  name: string;
  kind: Target['kind'];
  /** As this project's own client asks, beyond the contract. */
  sendsKeys?: boolean;
  wantsExtras?: boolean;
  script: string;
  nodeArguments?: string[];
  describeEnvironment(dataDir: string): Record<string, string>;
  openHouse(dataDir: string): Promise<House>;
}

const duetServer = {
  kind: 'contract',
  script: join(here, '../../server/launch.mjs'),
  // As `npm run serve` has it.
  nodeArguments: ['--max-semi-space-size=32'],
  describeEnvironment: (dataDir) => ({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }),
  openHouse: openDuetHouse,
} satisfies Omit<Rival, 'name'>;

/** A plain client of the contract, as the rivals have. */
export const duet: Rival = { ...duetServer, name: 'duet' };
/** The same again: what lies between the two is noise. */
export const duetAgain: Rival = { ...duetServer, name: 'duet, again' };
/** With what this project's own client asks for beyond the contract. */
export const duetOwnClient: Rival = {
  ...duetServer,
  name: 'duet, own client',
  sendsKeys: true,
  wantsExtras: true,
};
export const naive: Rival = {
  name: 'naive',
  kind: 'contract',
  script: join(here, 'naive-server.ts'),
  describeEnvironment: (dataDir) => ({ DATABASE: join(dataDir, 'naive.db') }),
  openHouse: openNaiveHouse,
};
export const relay: Rival = {
  name: 'relay',
  kind: 'relay',
  script: join(here, 'relay-server.ts'),
  describeEnvironment: () => ({}),
  openHouse: openRelayHouse,
};
export const httpRelay: Rival = { ...relay, name: 'http relay', kind: 'contract' };

export interface RunningServer {
  url: string;
  process: RunningProcess;
  target: Target;
}

/** Starts a rival on a filled directory, lets `use` work with it, and stops it. */
export async function withServer<Result>(
  rival: Rival,
  dataDir: string,
  use: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = startProcess(rival.script, {
    nodeArguments: [
      ...(rival.nodeArguments ?? []),
      '--expose-gc',
      '--import',
      join(here, 'probe.ts'),
    ],
    environment: {
      NODE_ENV: 'production',
      PORT: String(port),
      ...rival.describeEnvironment(dataDir),
    },
  });
  try {
    await waitUntilAnswering(url, server);
    const { kind, sendsKeys = false, wantsExtras = false } = rival;
    const target = { kind, url, pid: server.pid, sendsKeys, wantsExtras };
    return await use({ url, process: server, target });
  } finally {
    await server.stop();
  }
}

/** A directory that is gone when `use` is done. */
export async function withDirectory<Result>(use: (path: string) => Promise<Result>) {
  const path = await mkdtemp(join(tmpdir(), 'duet-bench-'));
  try {
    return await use(path);
  } finally {
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A rival with this many people, and nothing said yet. */
export async function withPeople<Result>(
  rival: Rival,
  count: number,
  use: (server: RunningServer, people: Person[]) => Promise<Result>,
): Promise<Result> {
  return withDirectory(async (dataDir) => {
    await mkdir(dataDir, { recursive: true });
    const house = await rival.openHouse(dataDir);
    const people = await house.addPeople(count);
    await house.close();
    return withServer(rival, dataDir, (server) => use(server, people));
  });
}

async function waitUntilAnswering(url: string, server: RunningProcess): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    // Any answer will do: the relay has no pages, and says so.
    const answer = await fetch(`${url}/socket.io/?EIO=4&transport=none`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return;
    if (server.hasEnded()) throw new Error(`The server ended at once:\n${server.readOutput()}`);
    if (performance.now() > deadline) throw new Error('The server did not answer in time.');
    await sleep(5);
  }
}
