/** The store of one node on PostgreSQL, inside the test's own process. */
import type { Clock } from '../../server/domain/ports/store.ts';
import { openPostgresStore } from '../../server/store/postgres/store.ts';

export const openNode = (url: string, clock: Clock = Date.now, pictureBytes = 0) =>
  openPostgresStore({ url, clock, connections: 10, pictureBytes });
