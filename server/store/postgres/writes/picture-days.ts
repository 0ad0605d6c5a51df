import type { Clock } from '../../../domain/ports/clock.ts';
import type { PictureDayStore } from '../../../domain/ports/picture-days.ts';
import { parseId } from '../../ids.ts';
import { readInteger } from '../../rows.ts';
import type { Database } from '../database.ts';

/**
 * One that ends too far ahead began before the clock was set back, and would refuse pictures for as long. Twice its
 * length leaves room for nodes whose clocks differ.
 */
const IS_OVER = 'd.ends_at <= $4::bigint or d.ends_at > $4::bigint + 2 * $3::bigint';

const ADD = {
  name: 'add picture bytes',
  text: `
    insert into picture_days as d (person, bytes, ends_at)
    values ($1, greatest(0, $2::bigint), $4::bigint + $3::bigint)
    on conflict (person) do update set
      bytes = greatest(0, case when ${IS_OVER} then $2::bigint else d.bytes + $2::bigint end),
      ends_at = case when ${IS_OVER} then excluded.ends_at else d.ends_at end
    returning bytes, ends_at`,
};

export function createPictureDayWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): PictureDayStore {
  return {
    async addPictureBytes({ userId, bytes, dayMs }) {
      const person = parseId(userId)?.key ?? null;
      const [row = {}] = await query(ADD, [person, bytes, dayMs, clock()]);
      return { bytes: readInteger(row, 'bytes'), endsAt: readInteger(row, 'ends_at') };
    },
  };
}
