/** `npm run migrate-store -- --from duet.db --to postgres://…`: moves all data. Imported by nobody. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { runProgram } from '../explain.ts';
import { moveStore } from './move-store.ts';

const USAGE =
  'Say where from and where to: npm run migrate-store -- --from data/duet.db --to postgres://duet:password@localhost:5432/duet';

await runProgram('The store cannot be moved', async () => {
  const { from, to } = readAddresses(process.argv.slice(3));
  const start = performance.now();
  const { counts, lostPictures } = await moveStore(from, to, console.log);
  const seconds = Math.max(1, Math.round((performance.now() - start) / 1000));
  const list = counts.map(({ what, count }) => `${count} ${what}`).join(', ');
  console.log(`Moved and compared: ${list} (${seconds} s).`);
  if (lostPictures > 0) console.log(`${lostPictures} pictures were not in the folder any more.`);
  console.log(
    `Next: start the nodes with DATABASE_URL. ${from} holds all of it, too; keep it until all is well.`,
  );
});

/** Missing options are taken from the environment. */
function readAddresses(given: string[]): { from: string; to: string } {
  const { values } = parseGiven(given);
  const { DATABASE_URL, DATA_DIR } = readConfig({
    ...process.env,
    ...(values.to !== undefined && { DATABASE_URL: values.to }),
  });
  if (DATABASE_URL === null) throw new ConfigError(USAGE);
  return { from: resolve(values.from ?? join(DATA_DIR, 'duet.db')), to: DATABASE_URL };
}

function parseGiven(given: string[]) {
  try {
    return parseArgs({
      args: given,
      options: { from: { type: 'string' }, to: { type: 'string' } },
    });
  } catch {
    throw new ConfigError(USAGE);
  }
}
