/** Converts a person's public id to the row's key; undefined for an unknown or deleted person. */
import type { DatabaseSync } from 'node:sqlite';
import { parseId } from '../ids.ts';

export type FindPerson = (id: string) => number | undefined;

export function prepareFindPerson(database: DatabaseSync): FindPerson {
  const select = database.prepare(
    'select 1 from users where id = ? and created_at / 1000 = ? and deleted_at is null',
  );
  return (id) => {
    const parsed = parseId(id);
    if (parsed === undefined) return undefined;
    return select.get(parsed.key, parsed.second) && parsed.key;
  };
}
