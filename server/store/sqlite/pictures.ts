import type { DatabaseSync } from 'node:sqlite';
import { parseId } from '../ids.ts';
import { readInteger, readText } from '../rows.ts';
import type { Handlers } from './operations.ts';

/** Ids of pictures with this `prefix` that a message or a person names. */
export type ListNamedPictures = (prefix: string) => Set<string>;

export function prepareNamedPictures(database: DatabaseSync): ListNamedPictures {
  const select = database.prepare(`
    select picture_id from messages where picture_id >= $from and picture_id < $to
    union all
    select picture_id from users where picture_id >= $from and picture_id < $to`);

  // Sorts after every id with this prefix.
  return (prefix) =>
    new Set(
      select.all({ $from: prefix, $to: `${prefix}g` }).map((row) => readText(row, 'picture_id')),
    );
}

/** A day that ends too far ahead began while the clock was wrong. */
const IS_OVER = 'ends_at not between $at + 1 and $at + 2 * $dayMs';

export function preparePictureDayWrites(database: DatabaseSync): Handlers<'addPictureBytes'> {
  const add = database.prepare(`
    insert into picture_days (person, bytes, ends_at) values ($person, max(0, $bytes), $at + $dayMs)
    on conflict (person) do update set
      bytes = max(0, case when ${IS_OVER} then $bytes else bytes + $bytes end),
      ends_at = case when ${IS_OVER} then excluded.ends_at else ends_at end
    returning bytes, ends_at`);

  return {
    addPictureBytes({ userId, bytes, dayMs, at }) {
      const person = parseId(userId)?.key ?? null;
      const row = add.get({ $person: person, $bytes: bytes, $dayMs: dayMs, $at: at }) ?? {};
      return { bytes: readInteger(row, 'bytes'), leftMs: readInteger(row, 'ends_at') - at };
    },
  };
}
