import type { PictureDayStore } from '../../../domain/ports/picture-days.ts';
import { parseId } from '../../ids.ts';
import type { OperatingTime } from '../../operating-time.ts';
import { readInteger } from '../../rows.ts';
import type { Database } from '../database.ts';

const ADD = {
  name: 'add picture bytes',
  text: `
    insert into picture_days as d (person, bytes, ends_at)
    values ($1, greatest(0, $2::bigint), $4::bigint + $3::bigint)
    on conflict (person) do update set
      bytes = greatest(0, case when d.ends_at <= $4::bigint then $2::bigint else d.bytes + $2::bigint end),
      ends_at = case when d.ends_at <= $4::bigint then excluded.ends_at else d.ends_at end
    returning bytes, ends_at`,
};

export function createPictureDayWrites(
  { query }: Pick<Database, 'query'>,
  operatingTime: OperatingTime,
): PictureDayStore {
  return {
    async addPictureBytes({ userId, bytes, dayMs }) {
      const person = parseId(userId)?.key ?? null;
      const at = operatingTime();
      const [row = {}] = await query(ADD, [person, bytes, dayMs, at]);
      return { bytes: readInteger(row, 'bytes'), leftMs: readInteger(row, 'ends_at') - at };
    },
  };
}
