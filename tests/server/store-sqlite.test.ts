import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { describeStore } from './store-contract.ts';

describeStore('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'duet-store-'));
  return {
    open: ({ clock }) => openSqliteStore({ file: join(directory, 'duet.db'), clock }),
    remove: () => rm(directory, { recursive: true }),
  };
});
