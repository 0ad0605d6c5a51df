import type { AttemptStore } from '../../../domain/ports/attempts.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import { readInteger } from '../../rows.ts';
import type { Database } from '../database.ts';

/**
 * One that ends too far ahead began before the clock was set back, and would lock people out for as long. Twice its
 * length leaves room for nodes whose clocks differ.
 */
const IS_OVER = 'attempts.ends_at <= $3 or attempts.ends_at > $3::bigint + 2 * $2::bigint';

const COUNT = {
  name: 'count attempt',
  text: `
    insert into attempts (key, count, ends_at) values ($1, 1, $3::bigint + $2::bigint)
    on conflict (key) do update set
      count = case when ${IS_OVER} then 1 else attempts.count + 1 end,
      ends_at = case when ${IS_OVER} then excluded.ends_at else attempts.ends_at end
    returning count, ends_at`,
};

const FORGIVE = {
  name: 'forgive attempt',
  text: 'update attempts set count = greatest(0, count - 1) where key = $1',
};

export function createAttemptWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): AttemptStore {
  return {
    async countAttempt({ key, windowMs }) {
      const [row = {}] = await query(COUNT, [key, windowMs, clock()]);
      return { count: readInteger(row, 'count'), endsAt: readInteger(row, 'ends_at') };
    },

    async forgiveAttempt(key) {
      await query(FORGIVE, [key]);
    },
  };
}
