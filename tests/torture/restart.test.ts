/**
 * A restart by SIGTERM while people write and others are only connected: how long anybody waits for the answer to a
 * message, and how sends fare while all come back. The figures of each are printed; the bounds are for a quiet machine. `TORTURE_ROUNDS` sets the number of restarts.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { openDuetHouse } from '../bench/houses.ts';
import type { Person } from '../bench/load/orders.ts';
import { quantile } from '../bench/statistics.ts';
import { startServerProcess } from '../support/server-process.ts';

const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 5);
const WRITERS = 40;
/** Of each writer: a hundred messages a second in all. */
const SEND_EVERY_MS = 400;
const RETRY_MS = 200;
const CALM_MS = 5_000;

test.each([
  { sockets: 200, isHeldUp: false, longestMs: 1_000, p99Ms: 50 },
  { sockets: 200, isHeldUp: true, longestMs: 1_000, p99Ms: 50 },
  { sockets: 5_000, isHeldUp: false, longestMs: 2_000, p99Ms: 50 },
])(
  'With $sockets connections (and clients that hold it up: $isHeldUp) a restart is a short pause',
  async ({ sockets, isHeldUp, longestMs, p99Ms }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'duet-restart-'));
    const house = await openDuetHouse(dataDir);
    const people = await house.addPeople(sockets + WRITERS);
    await house.close();
    const server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    const idle = people.slice(WRITERS);
    const crowd = new Worker(new URL('./idle-sockets.ts', import.meta.url), {
      workerData: { url: server.url, people: idle },
    });
    let connected = 0;
    crowd.on('message', (count: number) => {
      connected = count;
    });
    const untilAllAreThere = async () => {
      while (connected < idle.length) await sleep(20);
    };
    const load = startWriting(server.url, people.slice(0, WRITERS));
    try {
      await untilAllAreThere();
      for (let round = 0; round < ROUNDS; round += 1) {
        await sleep(CALM_MS);
        const before = load.take();
        const letGo = isHeldUp ? await holdUp(server.url, people) : () => {};
        const begun = performance.now();
        const code = await server.stop();
        letGo();
        const stopMs = performance.now() - begun;
        await server.start();
        const startMs = performance.now() - begun - stopMs;
        const pause = await load.waitForAnswers();
        await untilAllAreThere();
        const backMs = performance.now() - begun;
        const meanwhile = load.take();
        const figures = {
          stopMs,
          startMs,
          longestMs: Math.max(pause, ...meanwhile.waits),
          backMs,
          p99Ms: quantile(
            meanwhile.waits.toSorted((a, b) => a - b),
            0.99,
          ),
          p99BeforeMs: quantile(
            before.waits.toSorted((a, b) => a - b),
            0.99,
          ),
        };
        const rounded = Object.entries(figures).map(([name, ms]) => [name, Math.round(ms)]);
        console.log(
          sockets,
          isHeldUp ? 'sockets, held up' : 'sockets',
          JSON.stringify(Object.fromEntries(rounded)),
        );
        expect(code).toBe(0);
        expect.soft(figures.longestMs).toBeLessThan(longestMs);
        expect.soft(figures.p99Ms).toBeLessThan(p99Ms);
      }
    } finally {
      load.stop();
      await crowd.terminate();
      await server.dispose();
      await rm(dataDir, { recursive: true, force: true });
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

/** Each sends to the next, one message at a time, and again with its key until it is answered. */
function startWriting(url: string, writers: Person[]) {
  let isOver = false;
  let waits: number[] = [];
  /** When the sends began that have no answer yet. */
  const open = new Set<number>();

  async function trySend(from: Person, to: Person, key: string): Promise<boolean> {
    try {
      const { ok } = await fetch(`${url}/api/v1/messages/send/${to.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: from.token, 'idempotency-key': key },
        body: JSON.stringify({ text: key }),
      });
      return ok;
    } catch {
      return false;
    }
  }

  async function write(from: Person, to: Person): Promise<void> {
    await sleep(Math.random() * SEND_EVERY_MS);
    while (!isOver) {
      const key = uuidv7();
      const begun = performance.now();
      open.add(begun);
      while (!isOver && !(await trySend(from, to, key))) await sleep(RETRY_MS);
      open.delete(begun);
      waits.push(performance.now() - begun);
      await sleep(Math.max(0, SEND_EVERY_MS - (performance.now() - begun)));
    }
  }
  for (const [index, from] of writers.entries()) {
    const to = writers[(index + 1) % writers.length];
    if (to) void write(from, to);
  }

  return {
    /** Resolves when everything that waits now is answered, with the longest of the waits so far. */
    async waitForAnswers(): Promise<number> {
      const now = performance.now();
      while ([...open].some((begun) => begun < now)) await sleep(5);
      const longest = Math.max(0, ...waits);
      waits = [];
      return longest;
    },
    /** How long those took that were answered since the last call, in ms. */
    take() {
      const taken = { waits };
      waits = [];
      return taken;
    },
    stop() {
      isOver = true;
    },
  };
}
