/** Run by `schema-rebuild.test.ts`: opens a data folder of an older schema, and prints what it is told meanwhile. */
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';

const store = await openSqliteStore({
  file: process.argv[2] ?? '',
  clock: Date.now,
  note: (what) => console.log(what),
});
console.log('open');
await store.close();
