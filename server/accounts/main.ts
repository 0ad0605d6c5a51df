/** `npm run accounts`. Imported by nobody. */
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { explain } from '../explain.ts';
import { runAccounts } from './accounts.ts';

try {
  await runAccounts(process.argv.slice(3), readConfig(process.env), {
    print: (line) => console.log(line),
    async confirm(question) {
      if (!process.stdin.isTTY) return undefined;
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await terminal.question(`${question} [y/N] `);
      terminal.close();
      return /^y(es)?$/i.test(answer.trim());
    },
  });
} catch (error) {
  console.error(explain(error, 'The server could not be asked'));
  process.exit(1);
}
