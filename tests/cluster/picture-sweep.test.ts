import { afterAll, beforeAll } from 'vitest';
import { describeUnnamedPictures } from '../server/store-contract/unnamed-pictures.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';

describeWithEngines(['PostgreSQL'], 'on PostgreSQL', () => {
  let server: PostgresDatabases;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());

  describeUnnamedPictures('rows', async () => {
    const url = await server.createDatabase();
    const node = await openNode(url);
    const other = await openNode(url);
    return {
      ...node,
      // Two nodes at once, as it is.
      sweepPictures: async (prefix) => {
        await Promise.all([node.sweepPictures(prefix), other.sweepPictures(prefix)]);
      },
      age: async (days) => {
        await server.run(
          url,
          `update pictures set unnamed_since = unnamed_since - interval '${days} days'`,
        );
      },
      close: async () => {
        await node.store.close();
        await other.store.close();
      },
    };
  });
});
