import type { AttemptStore, Clock } from '../../../domain/ports.ts';
import { readInteger, readText } from '../../rows.ts';
import type { Database } from '../database.ts';

// In the order of the keys, so that two who count the same do not wait for each other in a circle.
const COUNT = {
  name: 'count attempts',
  text: `
    insert into attempts (key, count, ends_at)
    select key, 1, $3::bigint + window_ms
    from unnest($1::text[], $2::bigint[]) as attempt (key, window_ms)
    order by key collate "C"
    on conflict (key) do update set
      count = case when attempts.ends_at <= $3 then 1 else attempts.count + 1 end,
      ends_at = case when attempts.ends_at <= $3 then excluded.ends_at else attempts.ends_at end
    returning key, count, ends_at`,
};

const FORGIVE = {
  name: 'forgive attempts',
  text: `
    with forgiven as (
      select key from attempts where key = any ($1::text[]) order by key for update
    )
    update attempts set count = greatest(0, count - 1)
    from forgiven where attempts.key = forgiven.key`,
};

export function createAttemptWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): AttemptStore {
  return {
    async countAttempts(attempts) {
      const keys = attempts.map(({ key }) => key);
      const windows = attempts.map(({ windowMs }) => windowMs);
      const rows = await query(COUNT, [keys, windows, clock()]);
      const byKey = new Map(rows.map((row) => [readText(row, 'key'), row]));
      return keys.map((key) => {
        const row = byKey.get(key) ?? {};
        return { count: readInteger(row, 'count'), endsAt: readInteger(row, 'ends_at') };
      });
    },

    async forgiveAttempts(keys) {
      await query(FORGIVE, [keys]);
    },
  };
}
