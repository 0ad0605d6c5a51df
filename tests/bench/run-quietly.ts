/** Figures of a machine that others use, too. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Usage } from './load/orders.ts';
import { readCpuMs } from './process-usage.ts';

/** Cores that others may take before a figure is called disturbed. */
export const DISTURBED_FROM_CORES = 0.3;

/** Measures again, at most so many times in all, when other programs kept the machine busy; the quietest stands. */
export async function retryWhenDisturbed<Result extends { usage: Usage }>(
  tries: number,
  measure: () => Promise<Result>,
): Promise<Result> {
  let best = await measure();
  for (let taken = 1; taken < tries; taken += 1) {
    if (!(best.usage.othersCores > DISTURBED_FROM_CORES)) break;
    const next = await measure();
    if (next.usage.othersCores < best.usage.othersCores) best = next;
  }
  return best;
}

/** Longer than a server waits before it tells that somebody has left. */
const IDLE_MS = 3_000;
const IDLE_WITHIN_MS = 60_000;

/** Until a server has nothing left to do for those who were there; at once where its use cannot be read. */
export async function waitUntilIdle(pid: number): Promise<void> {
  const deadline = performance.now() + IDLE_WITHIN_MS;
  let busyMs: number;
  do {
    const before = readCpuMs(pid);
    await sleep(IDLE_MS);
    busyMs = readCpuMs(pid) - before;
  } while (busyMs > IDLE_MS / 50 && performance.now() < deadline);
}

/** To stderr: stdout holds the tables alone. */
export function logProgress(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}

/**
 * Measures each of them once in each round, in alternating order: what slows down or warms up in the course of a round
 * favours none of them each time.
 */
export async function measureInRounds<One extends { name: string }, Result>(
  what: string,
  all: readonly One[],
  rounds: number,
  measure: (one: One) => Promise<Result>,
): Promise<Map<string, Result[]>> {
  const results = new Map<string, Result[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) {
      logProgress(`${what}, round ${round + 1} of ${rounds}: ${one.name}`);
      results.get(one.name)?.push(await measure(one));
    }
  }
  return results;
}
