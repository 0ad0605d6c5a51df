import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Place } from './place.ts';

/** A database in a folder of its own. */
export const makeSqlitePlace = async (): Promise<Place> => {
  const directory = await mkdtemp(join(tmpdir(), 'duet-store-'));
  const file = join(directory, 'duet.db');
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
    remove: () => rm(directory, { recursive: true }),
  };
};
