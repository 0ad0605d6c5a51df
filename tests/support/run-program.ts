/** `npm run backup` and its like, as an operator starts them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inheritEnvironment } from './inherited-environment.ts';

const root = process.env.DUET_CHECKOUT ?? join(import.meta.dirname, '../..');

/** The server itself has the name ''. */
export function startProgram(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
) {
  const child = spawn(process.execPath, [...nodeOptions, 'server/launch.mjs', name, ...args], {
    cwd: root,
    env: { ...inheritEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, error]) => ({ code: child.exitCode, out, error }),
  );
  return { child, ended };
}

export async function runProgram(...asked: Parameters<typeof startProgram>) {
  const begun = performance.now();
  const { code, out, error } = await startProgram(...asked).ended;
  return { code, output: out + error, ms: performance.now() - begun };
}
