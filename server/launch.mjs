/**
 * Starts the server; for the argument `seed` fills the demo database, for `backup` copies the data, for `restore`
 * puts a copy back, for `new-epoch` makes clients read them anew, for `accounts` does what only the operator may, for
 * `migrate-store` moves the data to PostgreSQL.
 * Plain JavaScript, so that an older Node gets as far as the message that tells what is missing.
 *
 * `npm run serve` and the Dockerfile give V8's young generation 32 MB: requests leave much that is forgotten at once,
 * and it is collected half as often. At full load that saves some hundredths of the processor.
 */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

const NEEDED = 26;
const major = Number(process.versions.node.split('.')[0]);

if (major < NEEDED) {
  console.error(
    [
      `Duet needs Node ${NEEDED} or later, and this is Node ${process.versions.node}.`,
      'The project brings its own: run `npm ci` (without --omit=optional), then start it with `npm start`,',
      '`npm run serve` or another of its commands (seed, backup, restore, new-epoch, usage, accounts, migrate-store), which use it.',
      `Where npm has no Node for the system (Alpine and other musl systems), install Node ${NEEDED} by its own means.`,
    ].join('\n'),
  );
  // As for any setting that only a person can put right: no later start finds another Node.
  process.exit(78);
}

// What was compiled once is kept, which halves the time of a start: in the folder that the service manager made for it,
// beside the packages, or in the data folder, where the service may always write. The data folder itself is made by the
// server, for its owner alone.
const { CACHE_DIRECTORY, DATA_DIR = './data' } = process.env;
const folders = [
  ...(CACHE_DIRECTORY ? [CACHE_DIRECTORY.split(':')[0]] : []),
  join(import.meta.dirname, '../node_modules/.cache/duet'),
  ...(existsSync(DATA_DIR) ? [join(DATA_DIR, 'compiled')] : []),
];
for (const folder of folders) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    module.enableCompileCache(folder);
    // For the threads, which would load the compiler of TypeScript: a tenth of a second of the processor for each.
    process.env.NODE_COMPILE_CACHE = folder;
    break;
  } catch {
    // The next may be one that can be written.
  }
}

const PROGRAMS = {
  seed: './seed/main.ts',
  backup: './backup/main.ts',
  restore: './restore/main.ts',
  'new-epoch': './new-epoch/main.ts',
  accounts: './accounts/main.ts',
  'migrate-store': './migrate-store/main.ts',
};
await import(PROGRAMS[process.argv[2]] ?? './main.ts');
