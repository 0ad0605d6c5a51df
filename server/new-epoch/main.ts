/**
 * `npm run new-epoch`: tells the data that they may have gone back, after a restore that a server cannot notice by itself.
 * No server may run on them. Imported by nobody.
 */
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { runProgram } from '../explain.ts';
import { renewEpoch } from '../store/sqlite/prepare-file.ts';

await runProgram('The epoch cannot be renewed', async () => {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  if (DATABASE_URL === null) renewEpoch(join(DATA_DIR, 'duet.db'), console.log);
  else await renewInDatabase(DATABASE_URL);
  console.log('The data have a new epoch. Next: start the server.');
});

/** Imported on demand, like the store of several nodes. */
async function renewInDatabase(url: string): Promise<void> {
  const { lockForNodes } = await import('../store/postgres/node-lock.ts');
  const { prepareDatabase } = await import('../store/postgres/prepare-database.ts');
  const unlock = await lockForNodes(url, {
    isAlone: true,
    taken: 'A Duet server uses this database: stop all nodes first.',
    report: () => {},
  });
  await prepareDatabase(url, (client) => client.query('select draw_epoch()'), console.log);
  await unlock();
}
