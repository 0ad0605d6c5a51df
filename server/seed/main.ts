/** `npm run seed`: fills the database of `DATA_DIR` with the demo. Imported by nobody. */
import { ConfigError, readConfig } from '../config.ts';
import { runProgram } from '../explain.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf, SIGN_INS } from './people.ts';
import { seedDataFolder } from './seed-data-folder.ts';

await runProgram('The demo cannot be made', async () => {
  const { DATA_DIR, DATABASE_URL } = readConfig(process.env);
  if (DATABASE_URL !== null) {
    throw new ConfigError(
      'The demo is made in a data folder: run this without DATABASE_URL, then `npm run migrate-store`.',
    );
  }
  console.log('Writing years of messages …');
  const start = performance.now();
  const result = await seedDataFolder(DATA_DIR, Date.now());
  const seconds = Math.max(1, Math.round((performance.now() - start) / 1000));
  console.log(
    result
      ? `${DATA_DIR} now has ${DEMO_PEOPLE.length} people, ${result.messages} messages and ${result.pictures} pictures (${seconds} s).`
      : `${DATA_DIR} has the demo already, so nothing was changed.`,
  );
  console.log(describeNextSteps());
});

function describeNextSteps(): string {
  const folder = process.env.DATA_DIR ? `DATA_DIR=${process.env.DATA_DIR} ` : '';
  return [
    '',
    'Sign in as either, or as both in two browsers:',
    ...SIGN_INS.map((key) => `  ${emailOf(key).padEnd(20)} password: ${DEMO_PASSWORD}`),
    '',
    `Next: ${folder}npm start, then open the address that it prints.`,
    'Everybody in the demo has this password, so keep a seeded server to yourself.',
  ].join('\n');
}
