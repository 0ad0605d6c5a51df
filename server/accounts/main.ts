/** `npm run accounts`. Imported by nobody. */
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { runProgram } from '../explain.ts';
import { runAccounts } from './accounts.ts';

await runProgram('The server could not be asked', async () => {
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
});
