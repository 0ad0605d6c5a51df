/** From the public id of a person to the row's key; nothing for an id that no person has, or no longer. */
import type { DatabaseSync } from 'node:sqlite';
import { parseId } from '../ids.ts';

export type FindPerson = (id: string) => number | undefined;

/** Also those who have left: what they wrote is still read. */
export function prepareFindAnybody(database: DatabaseSync): FindPerson {
  return prepareFind(database, '');
}

export function prepareFindPerson(database: DatabaseSync): FindPerson {
  return prepareFind(database, 'and deleted_at is null');
}

function prepareFind(database: DatabaseSync, condition: string): FindPerson {
  const select = database.prepare(
    `select 1 from users where id = ? and created_at / 1000 = ? ${condition}`,
  );
  return (id) => {
    const parsed = parseId(id);
    if (parsed === undefined) return undefined;
    return select.get(parsed.key, parsed.second) && parsed.key;
  };
}
