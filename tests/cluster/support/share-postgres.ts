/** Once for the cluster tests of a run: the PostgreSQL that they share. */
import { describeMissing } from '../../support/engines.ts';
import { sharePostgres } from '../../support/postgres.ts';

export default async function share(): Promise<(() => Promise<void>) | undefined> {
  if (describeMissing(['PostgreSQL']) !== undefined) return undefined;
  const server = await sharePostgres();
  return server.dispose;
}
