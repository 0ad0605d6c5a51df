/** Reads every page of the database once, posts any errors, then ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ConnectionOptions, openForReading } from './connection.ts';

const options: ConnectionOptions = workerData;
using database = openForReading(options);
try {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  for (const { name } of tables) {
    const rows = database.prepare(`pragma quick_check("${name}")`).all();
    const found = rows.map(({ quick_check: words }) => String(words)).filter((one) => one !== 'ok');
    if (found.length > 0) throw new Error(found[0]);
  }
} catch (error) {
  parentPort?.postMessage(error instanceof Error ? error.message : String(error));
}
