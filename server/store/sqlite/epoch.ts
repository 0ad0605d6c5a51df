/**
 * The epoch of a store: a random value, other after a backup was restored. Clients keep it with what they know, so they
 * notice that the store may have gone back behind it.
 */
import type { DatabaseSync } from 'node:sqlite';
import { LAST_NUMBER } from './commit-order.ts';

/**
 * An id never comes again for something else, whichever backup was restored before: the next numbers are beyond those
 * that any store has given until now, at up to so many a millisecond. If the clock is behind, at least beyond so many.
 */
const NUMBERS_A_MS = 2 ** 10;
const LOST_NUMBERS = 2 ** 32;

/** For a copy, which has no epoch. */
export function drawEpoch(database: DatabaseSync): void {
  database.exec(`
    update store set epoch = lower(hex(randomblob(8))),
      number = max(
        ${LAST_NUMBER} + ${LOST_NUMBERS},
        cast(unixepoch('subsec') * 1000 as integer) * ${NUMBERS_A_MS}
      )
    where epoch = ''`);
}
