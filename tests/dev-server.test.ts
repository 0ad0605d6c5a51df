/** The server of `npm run dev`: started anew when its code changes, and never twice at a time. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runServer } from '../scripts/dev-server.ts';

/** Writes down its life, and does not end before it may. */
const PROGRAM = `
  import { appendFileSync, existsSync } from 'node:fs';
  const note = (what) => appendFileSync('log', what + ' ' + process.pid + '\\n');
  process.on('SIGTERM', () => {
    note('asked');
    setInterval(() => {
      if (!existsSync('may-end')) return;
      note('ended');
      process.exit(0);
    }, 10);
  });
  setInterval(() => {}, 1_000);
  note('started');
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'duet-dev-'));
  for (const folder of ['server', 'src/protocol'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'server/launch.mjs'), PROGRAM);
  writeFileSync(join(root, 'log'), '');
});
afterEach(() => {
  for (const pid of list('started')) if (!list('ended').includes(pid)) process.kill(pid, 'SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** The processes that noted this, in order. */
function list(what: 'started' | 'asked' | 'ended'): number[] {
  const lines = readFileSync(join(root, 'log'), 'utf8').split('\n');
  return lines.flatMap((line) => (line.startsWith(what) ? [Number(line.split(' ')[1])] : []));
}

const untilNoted = (what: Parameters<typeof list>[0], count: number) =>
  expect.poll(() => list(what).length).toBeGreaterThanOrEqual(count);

test('A change that comes while the server still ends for another starts none beside the one after it', async () => {
  const server = runServer(root, 0);
  await untilNoted('started', 1);
  appendFileSync(join(root, 'server/a.ts'), '//\n');
  await untilNoted('asked', 1);
  appendFileSync(join(root, 'src/protocol/b.ts'), '//\n');
  // So that the change is noticed before the end; whether it is decides nothing.
  await sleep(500);
  writeFileSync(join(root, 'may-end'), '');
  await untilNoted('started', 2);
  await server.stop();
  // Whatever was started was ended before the next.
  expect(list('ended')).toEqual(list('started'));
});
