/** `npm run backup` and its like, as an operator starts them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inheritEnvironment } from './inherited-environment.ts';

const root = process.env.DUET_CHECKOUT ?? join(import.meta.dirname, '../..');

export async function runProgram(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string; ms: number }> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['server/launch.mjs', name, ...args], {
    cwd: root,
    env: { ...inheritEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, output: out + error, ms: performance.now() - begun };
}
