/** The numbers of messages and of changes, in the order of commits. There may be gaps. */
import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../rows.ts';

export interface CommitOrder {
  nextNumber(): number;
}

const LAST_NUMBER = `max(
  (select number from store),
  coalesce((select max(seq) from messages), 0),
  coalesce((select max(max(low_number, high_number)) from conversations), 0)
)`;

export function createCommitOrder(database: DatabaseSync): CommitOrder {
  const selectLast = database.prepare(`select ${LAST_NUMBER} as number`);
  let last = readInteger(selectLast.get() ?? {}, 'number');

  return {
    nextNumber() {
      last += 1;
      return last;
    },
  };
}

/**
 * The epoch of a store is a random value, other after a backup was restored. Clients keep it with what they know, so they
 * notice that the store may have gone back behind it.
 *
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
