/**
 * Gives each new row its place: rising numbers of messages, and times that never go backwards, not even
 * when the machine's clock does or after a restart. So ids sort in the order of commits.
 */
import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../rows.ts';

export interface CommitOrder {
  nextSeq(): number;
  /** The time to store for something asked for at `at`. */
  stamp(at: number): number;
  /** Goes back to what is in the database, after a transaction was rolled back. */
  reset(): void;
}

export function createCommitOrder(database: DatabaseSync): CommitOrder {
  const selectLast = database.prepare(`
    select coalesce((select max(seq) from messages), 0) as seq,
           max(
             coalesce((select created_at from messages order by seq desc limit 1), 0),
             coalesce((select created_at from users order by id desc limit 1), 0)
           ) as at`);
  let lastSeq = 0;
  let lastAt = 0;

  function reset() {
    const row = selectLast.get() ?? {};
    lastSeq = readInteger(row, 'seq');
    lastAt = readInteger(row, 'at');
  }

  reset();
  return {
    reset,
    nextSeq() {
      lastSeq += 1;
      return lastSeq;
    },
    stamp(at) {
      lastAt = Math.max(lastAt, at);
      return lastAt;
    },
  };
}
