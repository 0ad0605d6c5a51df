/** Figures of a machine that others use, too. */
import type { Usage } from './load/orders.ts';

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

/** To stderr: stdout holds the tables alone. */
export function logProgress(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
}
