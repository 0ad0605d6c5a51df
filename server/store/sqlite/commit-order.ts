/** The numbers of messages and of changes, in the order of commits. There may be gaps. */
import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../rows.ts';

export interface CommitOrder {
  nextNumber(): number;
}

/** The last number that was given. */
export const LAST_NUMBER = `max(
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
