/**
 * Gives each new row its place: rising numbers of messages, and times that never go backwards, not even
 * when the machine's clock does or after a restart. So ids sort in the order of commits. What a transaction that was
 * rolled back had taken stays free.
 */
import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../rows.ts';

export interface CommitOrder {
  nextSeq(): number;
  /** The time to store for something asked for at `at`. */
  stamp(at: number): number;
}

export function createCommitOrder(database: DatabaseSync): CommitOrder {
  const selectLast = database.prepare(`
    select coalesce((select max(seq) from messages), 0) as seq,
           max(
             coalesce((select created_at from messages order by seq desc limit 1), 0),
             coalesce((select created_at from users order by id desc limit 1), 0)
           ) as at`);
  const row = selectLast.get() ?? {};
  let lastSeq = readInteger(row, 'seq');
  let lastAt = readInteger(row, 'at');

  return {
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
