/**
 * Raw connections that say anything in any order and leave in any way: the process lives, nothing is answered 5xx, and
 * nothing is kept. `FUZZ_SEED` tries other ones, `FUZZ_RUNS` more; `npm run test:torture` goes on for an hour.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../support/make-folder.ts';
import { startServer } from '../../support/server.ts';
import { signUp } from '../support/calls.ts';
import { conversations, converse } from './support/wire.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127);
const RUNS = Number(process.env.FUZZ_RUNS ?? 6_000);
/** Caches of code, routes and rates grow for a while; what each connection held would be far more. */
const KEPT_BYTES = 32 * 1024 * 1024;
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 1);

test(
  'Raw connections that say anything end no process, are answered no 5xx, and keep nothing',
  async () => {
    const faults: unknown[] = [];
    const noteFault = (error: unknown) => void faults.push(error);
    process.on('uncaughtExceptionMonitor', noteFault);
    const appFolder = await makeFolder();
    await mkdir(join(appFolder, 'static'));
    await writeFile(join(appFolder, 'index.html'), '<p>page</p>');
    await writeFile(join(appFolder, 'static/big.0123abcd.js'), randomBytes(400_000));
    const server = await startServer({ appFolder });
    onTestFinished(async () => {
      process.off('uncaughtExceptionMonitor', noteFault);
      await server.close();
    });
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const readHeap = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const listFiles = () =>
      readdirSync('/proc/self/fd').flatMap((number) => {
        try {
          const path = readlinkSync(`/proc/self/fd/${number}`);
          return path.startsWith(appFolder) ? [path] : [];
        } catch {
          return [];
        }
      });

    const { token } = await signUp(server.url);
    const heapAtStart = readHeap();
    await fc.assert(
      fc.asyncProperty(conversations, async (wires) => {
        const statuses = await Promise.all(
          wires.map((wire) => converse({ url: server.url, token }, wire)),
        );
        expect(statuses.flat().filter((status) => status >= '500')).toEqual([]);
        expect((await fetch(`${server.url}/livez`)).status).toBe(200);
        expect(faults).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: MINUTES * 60_000 },
    );
    await expect.poll(listFiles).toEqual([]);
    // What the connections held has been let go: the same again takes no more.
    await expect.poll(readHeap).toBeLessThan(heapAtStart + KEPT_BYTES);
  },
  MINUTES * 60_000 + 120_000,
);
