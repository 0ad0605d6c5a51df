import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../../rows.ts';
import type { Handlers } from '../operations.ts';

export function prepareAttemptWrites(
  database: DatabaseSync,
): Handlers<'countAttempt' | 'forgiveAttempt'> {
  const count = database.prepare(`
    insert into attempts (key, count, ends_at) values ($key, 1, $at + $windowMs)
    on conflict (key) do update set
      count = case when ends_at <= $at then 1 else count + 1 end,
      ends_at = case when ends_at <= $at then excluded.ends_at else ends_at end
    returning count, ends_at`);
  const forgive = database.prepare('update attempts set count = max(0, count - 1) where key = ?');

  return {
    countAttempt({ key, windowMs, at }) {
      const row = count.get({ $key: key, $at: at, $windowMs: windowMs }) ?? {};
      return { count: readInteger(row, 'count'), leftMs: readInteger(row, 'ends_at') - at };
    },

    forgiveAttempt({ key }) {
      forgive.run(key);
    },
  };
}
