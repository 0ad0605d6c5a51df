import type { AttemptStore } from '../../../domain/ports/attempts.ts';
import type { OperatingTime } from '../../operating-time.ts';
import { readInteger } from '../../rows.ts';
import type { Database } from '../database.ts';

const COUNT = {
  name: 'count attempt',
  text: `
    insert into attempts (key, count, ends_at) values ($1, 1, $3::bigint + $2::bigint)
    on conflict (key) do update set
      count = case when attempts.ends_at <= $3 then 1 else attempts.count + 1 end,
      ends_at = case when attempts.ends_at <= $3 then excluded.ends_at else attempts.ends_at end
    returning count, ends_at`,
};

const FORGIVE = {
  name: 'forgive attempt',
  text: 'update attempts set count = greatest(0, count - 1) where key = $1',
};

export function createAttemptWrites(
  { query }: Pick<Database, 'query'>,
  operatingTime: OperatingTime,
): AttemptStore {
  return {
    async countAttempt({ key, windowMs }) {
      const at = operatingTime();
      const [row = {}] = await query(COUNT, [key, windowMs, at]);
      return { count: readInteger(row, 'count'), leftMs: readInteger(row, 'ends_at') - at };
    },

    async forgiveAttempt(key) {
      await query(FORGIVE, [key]);
    },
  };
}
