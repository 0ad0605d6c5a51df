import type { DatabaseSync } from 'node:sqlite';
import { readText } from '../rows.ts';

/** Ids of pictures with this `prefix` that a message or a person names. */
export type ListNamedPictures = (prefix: string) => Set<string>;

export function prepareNamedPictures(database: DatabaseSync): ListNamedPictures {
  const select = database.prepare(`
    select picture_id from messages where picture_id >= $from and picture_id < $to
    union all
    select picture_id from users where picture_id >= $from and picture_id < $to
    union all
    select small_id from users where small_id >= $from and small_id < $to`);

  // Sorts after every id with this prefix.
  return (prefix) =>
    new Set(
      select.all({ $from: prefix, $to: `${prefix}g` }).map((row) => readText(row, 'picture_id')),
    );
}
