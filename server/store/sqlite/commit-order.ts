/** Assigns message numbers in the order of commits. There may be gaps. */
import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../rows.ts';

export interface CommitOrder {
  nextSeq(): number;
}

export function createCommitOrder(database: DatabaseSync): CommitOrder {
  const selectLast = database.prepare('select coalesce(max(seq), 0) as seq from messages');
  let lastSeq = readInteger(selectLast.get() ?? {}, 'seq');

  return {
    nextSeq() {
      lastSeq += 1;
      return lastSeq;
    },
  };
}
