/** `npm run backup [-- FOLDER]`: copies `DATA_DIR` while its server runs. Imported by nobody. */
import { resolve } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { runProgram } from '../explain.ts';
import { writeLastBackup } from '../store/files.ts';
import { backUp } from './back-up.ts';

await runProgram('The copy cannot be made', async () => {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  if (DATABASE_URL !== null) {
    throw new ConfigError('What is in PostgreSQL is backed up by its own means, such as pg_dump.');
  }
  const stamp = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
  const target = resolve(process.argv[3] ?? `backup-${stamp}`);
  await backUp(DATA_DIR, target);
  console.log(`Copied ${DATA_DIR} to ${target}.`);
  recordTime(DATA_DIR);
  console.log(`To restore it, stop the server: npm run restore -- ${target}`);
});

/** For monitoring of the age of backups. If it fails, the copy is still good. */
function recordTime(dataFolder: string): void {
  try {
    writeLastBackup(dataFolder, new Date());
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    console.error(`The time of this backup was not noted for the metrics: ${reason}.`);
  }
}
