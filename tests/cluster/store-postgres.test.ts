import { afterAll, beforeAll } from 'vitest';
import { describeStore } from '../server/store-contract.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';

describeWithEngines(['PostgreSQL'], 'on PostgreSQL', () => {
  let server: PostgresDatabases;
  /** With the schema, which takes long to make. */
  let empty: string;
  beforeAll(async () => {
    server = await startPostgres();
    empty = await server.createDatabase();
    const { store } = await openNode(empty);
    await store.close();
  });
  afterAll(() => server?.dispose());

  describeStore('PostgreSQL', async () => {
    const url = await server.createDatabase(empty);
    return {
      open: async ({ clock, now }) => (await openNode(url, clock, 0, now)).store,
      read: (sql) => server.run(url, sql),
      remove: async () => {},
    };
  });
});
