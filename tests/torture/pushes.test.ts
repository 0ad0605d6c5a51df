/** Many more random orders around pushes than `npm test` plays. */
import { describePushes } from '../server/store-contract/pushes.ts';
import { makeSqlitePlace } from '../server/store-contract/sqlite-place.ts';

describePushes(makeSqlitePlace, Number(process.env.PUSH_RUNS ?? 10_000));
