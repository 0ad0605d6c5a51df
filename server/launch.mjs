/**
 * Starts the server, or fills the demo database for the argument `seed`. Plain JavaScript, so that an
 * older Node gets as far as the message that tells what is missing.
 */
const NEEDED = 26;
const major = Number(process.versions.node.split('.')[0]);

if (major < NEEDED) {
  console.error(
    [
      `Duet needs Node ${NEEDED} or later, and this is Node ${process.versions.node}.`,
      'The project brings its own: run `npm ci` (without --omit=optional), then start it with `npm start`,',
      '`npm run serve` or `npm run seed`, which use it.',
      `Where npm has no Node for the system (Alpine and other musl systems), install Node ${NEEDED} by its own means.`,
    ].join('\n'),
  );
  process.exit(1);
}

await import(process.argv[2] === 'seed' ? './seed/main.ts' : './main.ts');
