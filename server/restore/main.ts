/** `npm run restore -- BACKUP [--replace] [--end-sessions]`: puts a backup into `DATA_DIR`. Imported by nobody. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { runProgram } from '../explain.ts';
import { restore } from './restore.ts';

const USAGE =
  'Say what to restore: npm run restore -- BACKUP [--replace] [--end-sessions]. BACKUP is a folder that `npm run backup` made, or a copy of duet.db alone.';

await runProgram('The backup cannot be restored', async () => {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  if (DATABASE_URL !== null) {
    throw new ConfigError('PostgreSQL is restored by its own means, such as pg_restore.');
  }
  const { backup, replaces, endsSessions } = readArguments(process.argv.slice(3));
  const options = {
    backup: resolve(backup),
    dataFolder: DATA_DIR,
    replaces,
    endsSessions,
    now: new Date(),
  };
  const { people, messages, pictures, lostPictures, before } = await restore(options);
  console.log(
    `Restored ${backup} into ${DATA_DIR}: ${people} people, ${messages} messages, ${pictures - lostPictures} of ${pictures} pictures.`,
  );
  if (before !== undefined) {
    console.log(`What was there before is in ${before}: delete it when all is well.`);
  }
  console.log(
    endsSessions
      ? 'All sessions have ended: everybody logs in again, with the password of the time of the backup.'
      : 'Sessions that were ended after the backup are valid again, and so are passwords that were changed since: with --end-sessions everybody has to log in again.',
  );
  console.log('Next: start the server.');
});

function readArguments(given: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: {
        replace: { type: 'boolean', default: false },
        'end-sessions': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [backup, ...more] = positionals;
    if (backup !== undefined && more.length === 0) {
      return { backup, replaces: values.replace, endsSessions: values['end-sessions'] };
    }
  } catch {
    // An unknown option.
  }
  throw new ConfigError(USAGE);
}
