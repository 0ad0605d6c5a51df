import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { makeFolder } from '../../support/make-folder.ts';
import type { Place } from './place.ts';

/** A database in a folder of its own. */
export const makeSqlitePlace = async (): Promise<Place> => {
  const file = join(await makeFolder(), 'duet.db');
  return {
    open: ({ clock }) => openSqliteStore({ file, clock }),
    async read(sql) {
      const database = new DatabaseSync(file, { readOnly: true });
      try {
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    },
  };
};
