import { describePushes } from './store-contract/pushes.ts';
import { makeSqlitePlace } from './store-contract/sqlite-place.ts';
import { describeStore } from './store-contract.ts';

describeStore('SQLite', makeSqlitePlace);
describePushes(makeSqlitePlace);
