/** The same on PostgreSQL, where pictures are rows. */
import { afterAll } from 'vitest';
import { testGivingUp } from '../server/support/given-up.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';

describeWithEngines(['PostgreSQL'], 'On PostgreSQL', () => {
  let server: PostgresDatabases | undefined;
  testGivingUp(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    return { ...(await openNode(url)), source: { engine: 'postgres', url, connections: 2 } };
  }, 12);
  afterAll(() => server?.dispose());
});
