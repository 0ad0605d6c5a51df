/** The same on PostgreSQL, where pictures are rows. */
import { testGivingUp } from '../server/support/given-up.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';

describeOnPostgres('On PostgreSQL', (postgres) => {
  testGivingUp(async () => {
    const url = await postgres.createDatabase();
    return { ...(await openNode(url)), source: { engine: 'postgres', url, connections: 2 } };
  }, 12);
});
