import type { Place } from '../server/store-contract/place.ts';
import { describePushes } from '../server/store-contract/pushes.ts';
import { describeStore } from '../server/store-contract.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';

describeOnPostgres('on PostgreSQL', (server) => {
  const makePlace = async (): Promise<Place> => {
    const url = await server.createDatabase();
    return {
      open: async ({ clock }) => (await openNode(url, clock)).store,
      read: (sql) => server.run(url, sql),
    };
  };
  describeStore('PostgreSQL', makePlace);
  describePushes(makePlace, 40);
});
