import { afterAll, beforeAll } from 'vitest';
import type { Place } from '../server/store-contract/place.ts';
import { describePushes } from '../server/store-contract/pushes.ts';
import { describeStore } from '../server/store-contract.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';

describeWithEngines(['PostgreSQL'], 'on PostgreSQL', () => {
  let server: PostgresDatabases;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());

  const makePlace = async (): Promise<Place> => {
    const url = await server.createDatabase();
    return {
      open: async ({ clock }) => (await openNode(url, clock)).store,
      read: (sql) => server.run(url, sql),
      remove: async () => {},
    };
  };
  describeStore('PostgreSQL', makePlace);
  describePushes(makePlace, 40);
});
