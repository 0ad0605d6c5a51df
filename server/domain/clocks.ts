/** The time of day jumps where it was wrong. The other clock, which is never set back, shows it. */
import type { Clock } from './ports/store.ts';

/** Two right clocks differ by less than this between two looks. */
const TOLERANCE_MS = 60_000;

/** After a jump, the new time may be the wrong one: the operator has so long to notice. */
const QUIET_MS = 24 * 60 * 60 * 1000;

/**
 * Returns a function that looks at both clocks and says whether expired data may be deleted: not at the first look, and
 * not for a day after the clock has jumped. `now` is a clock that is never set back.
 */
export function watchClocks(clock: Clock, now: () => number): () => boolean {
  let difference: number | undefined;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return () => {
    const before = difference;
    difference = clock() - now();
    if (before === undefined) return false;
    if (Math.abs(difference - before) > TOLERANCE_MS) quietUntil = now() + QUIET_MS;
    return now() >= quietUntil;
  };
}
