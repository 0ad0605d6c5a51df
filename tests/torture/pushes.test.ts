/** Many more random orders around pushes than `npm test` plays, others each time. */
import { makeSqlitePlace } from '../server/store-contract/sqlite-place.ts';
import { takeSeed } from './seed.ts';

process.env.PUSH_SEED = String(takeSeed());
const { describePushes } = await import('../server/store-contract/pushes.ts');
describePushes(makeSqlitePlace, Number(process.env.TORTURE_ROUNDS ?? 10_000));
