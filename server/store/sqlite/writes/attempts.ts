import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../../rows.ts';
import type { Handlers } from '../operations.ts';

export function prepareAttemptWrites(
  database: DatabaseSync,
): Handlers<'countAttempt' | 'forgiveAttempt'> {
  // One that ends too far ahead began before the clock was set back, and would lock people out for as long.
  const isOver = 'ends_at <= $at or ends_at > $at + 2 * $windowMs';
  const count = database.prepare(`
    insert into attempts (key, count, ends_at) values ($key, 1, $at + $windowMs)
    on conflict (key) do update set
      count = case when ${isOver} then 1 else count + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else ends_at end
    returning count, ends_at`);
  const forgive = database.prepare('update attempts set count = max(0, count - 1) where key = ?');

  return {
    countAttempt({ key, windowMs, at }) {
      const row = count.get({ $key: key, $at: at, $windowMs: windowMs }) ?? {};
      return { count: readInteger(row, 'count'), endsAt: readInteger(row, 'ends_at') };
    },

    forgiveAttempt({ key }) {
      forgive.run(key);
    },
  };
}
