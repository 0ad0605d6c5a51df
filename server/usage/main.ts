/** `npm run usage`: shows used space by kind and person. Imported by nobody. */
import { readConfig } from '../config.ts';
import { explain } from '../explain.ts';
import { describeUsage, measureFolder } from './usage.ts';

const PEOPLE_SHOWN = 20;

try {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  const usage = DATABASE_URL === null ? measureFolder(DATA_DIR) : await measure(DATABASE_URL);
  for (const line of describeUsage(usage, PEOPLE_SHOWN)) console.log(line);
} catch (error) {
  console.error(explain(error, 'The usage cannot be measured'));
  process.exit(1);
}

/** Imported on demand, like the store of several nodes. */
async function measure(url: string) {
  const { measureDatabase } = await import('./measure-database.ts');
  return measureDatabase(url);
}
