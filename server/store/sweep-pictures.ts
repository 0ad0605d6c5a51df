/** Schedules the search for pictures that no row names: a 256th of them at a time, all of them in a day. */
import { randomInt } from 'node:crypto';
import type { SweepPictures } from '../domain/ports/pictures.ts';
import type { Report } from '../domain/ports/report.ts';

const PREFIXES = 256;
const INTERVAL_MS = (24 * 60 * 60 * 1000) / PREFIXES;

/** Returns a function that stops it. A failure is passed to `report`, and the step is retried the next day. */
export function sweepPicturesRegularly(sweep: SweepPictures, report: Report): () => void {
  // A random start, so that a server that restarts often still reaches all of them.
  let next = randomInt(PREFIXES);
  const timer = setInterval(() => {
    const prefix = next.toString(16).padStart(2, '0');
    next = (next + 1) % PREFIXES;
    sweep(prefix).catch((error: unknown) => report(error, 'pictures without a name not deleted'));
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
