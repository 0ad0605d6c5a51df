/**
 * A restart by SIGTERM while sixty people write and others are only connected: how long anybody waits for the answer to a
 * message, and how sends fare while all come back. The bounds are for a quiet machine. `TORTURE_ROUNDS` sets the number of
 * restarts.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { openDuetHouse } from '../bench/houses.ts';
import type { Person } from '../bench/load/orders.ts';
import { quantile } from '../bench/statistics.ts';
import { startServerProcess } from '../support/server-process.ts';
import { gatherPeople } from './many-people.ts';

const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 5);
const CALM_MS = 5_000;
/** By then everybody who waited has tried again. */
const RETRIED_MS = 1_000;

test.each([
  { sockets: 200, isHeldUp: false, longestMs: 1_000, p99Ms: 50 },
  { sockets: 200, isHeldUp: true, longestMs: 1_000, p99Ms: 50 },
  { sockets: 5_000, isHeldUp: false, longestMs: 2_000, p99Ms: 50 },
])(
  'With $sockets connections (and clients that hold it up: $isHeldUp) a restart is a short pause',
  async ({ sockets, isHeldUp, longestMs, p99Ms }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'duet-restart-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const house = await openDuetHouse(dataDir);
    const idle = await house.addPeople(sockets);
    await house.close();
    const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    onTestFinished(server.dispose);
    const crowd = new Worker(new URL('./idle-sockets.ts', import.meta.url), {
      workerData: { url: server.url, people: idle },
    });
    onTestFinished(async () => void (await crowd.terminate()));
    let connected = 0;
    crowd.on('message', (count: number) => {
      connected = count;
    });
    const untilAllAreThere = async () => {
      while (connected < idle.length) await sleep(20);
    };
    const people = await gatherPeople(server.url);
    onTestFinished(people.close);
    await untilAllAreThere();
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(CALM_MS);
      const before = people.listSent().length;
      const letGo = isHeldUp ? await holdUp(server.url, idle) : () => {};
      const begun = performance.now();
      const code = await server.stop();
      letGo();
      const stopMs = performance.now() - begun;
      await server.start();
      const awayMs = performance.now() - begun;
      await sleep(RETRIED_MS);
      const pausing = people.listSent().slice(before);
      await untilAllAreThere();
      const backMs = performance.now() - begun;
      const waits = people.listSent().slice(before + pausing.length);
      const ordered = waits.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const longest = Math.max(...[...pausing, ...waits].map(({ ms }) => ms));
      const p99 = quantile(ordered, 0.99);
      const figures = { stopMs, awayMs, backMs, longest, p99 };
      const rounded = Object.entries(figures).map(([name, ms]) => `${name} ${Math.round(ms)}`);
      console.log(sockets, isHeldUp ? 'sockets, held up:' : 'sockets:', rounded.join(', '));
      expect(code).toBe(0);
      expect.soft(longest).toBeLessThan(longestMs);
      expect.soft(p99).toBeLessThan(p99Ms);
    }
  },
);

/** A picture that comes at 20 kB/s, and a request that never gets further than its head. */
async function holdUp(url: string, [ada, ben]: Person[]): Promise<() => void> {
  const open = async (head: string[]): Promise<Socket> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(head.join('\r\n'));
    return socket;
  };
  const upload = await open([
    `POST /api/v1/messages/send/${ben?.id} HTTP/1.1`,
    'Host: duet',
    `token: ${ada?.token}`,
    'Content-Type: application/json',
    'Content-Length: 5000000',
    '',
    '{"image":"data:image/png;base64,',
  ]);
  const trickle = setInterval(() => upload.write('A'.repeat(2_000)), 100);
  const silent = await open(['GET /livez HTTP/1.1', 'Host:']);
  return () => {
    clearInterval(trickle);
    for (const socket of [upload, silent]) socket.destroy();
  };
}
