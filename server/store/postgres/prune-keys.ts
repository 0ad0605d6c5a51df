/** Deletes old idempotency keys that no client relies on any more, in small parts. */
import type { Report } from '../../domain/ports/report.ts';
import { KEYS_KEPT_MS } from '../key-age.ts';
import type { OperatingTime } from '../operating-time.ts';
import { readInteger } from '../rows.ts';
import type { Database } from './database.ts';

const INTERVAL_MS = 10 * 60 * 1000;
const SLICE = 5_000;

// Skips rows that another node is deleting now.
const PRUNE = {
  name: 'prune keys',
  text: `
    with old as (
      select sender, key from operations where at < $1
      order by at limit ${SLICE}
      for update skip locked
    ), gone as (
      delete from operations using old
      where operations.sender = old.sender and operations.key = old.key
    )
    select count(*) as count from old`,
};

async function pruneKeys({ query }: Pick<Database, 'query'>, now: number): Promise<void> {
  for (;;) {
    const [row = {}] = await query(PRUNE, [now - KEYS_KEPT_MS]);
    if (readInteger(row, 'count') < SLICE) return;
  }
}

/** Prunes regularly; returns a function that stops it. A failure is passed to `report` and retried. */
export function pruneRegularly(
  database: Pick<Database, 'query'>,
  operatingTime: OperatingTime,
  report: Report,
): () => void {
  const prune = () =>
    void pruneKeys(database, operatingTime()).catch((error: unknown) =>
      report(error, 'old idempotency keys not deleted'),
    );
  prune();
  const timer = setInterval(prune, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
