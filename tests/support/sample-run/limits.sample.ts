/** Tests that hang or fail, the first time or each time: what `test-run.test.ts` runs. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { TimeoutError } from '../limits.ts';

const forever = () => new Promise<void>(() => {});

/** Whether this is tried for the first time in this run. */
function isFirst(name: string): boolean {
  const note = join(process.env.TMPDIR ?? '', name);
  if (existsSync(note)) return false;
  writeFileSync(note, '');
  return true;
}

test('passes', () => {});

describe('a test', () => {
  test('hangs (once)', async () => {
    if (isFirst('test')) await forever();
  });

  test('hangs each time', forever);
});

test('a wait hangs once', async () => {
  const wanted = isFirst('wait') ? 'never' : 'now';
  await expect.poll(() => 'now').toBe(wanted);
});

test('a wait in a browser hangs once', () => {
  if (isFirst('browser')) throw new TimeoutError('locator.waitFor: Timeout 60000ms exceeded.');
});

test('an assertion fails once', () => {
  expect(isFirst('assertion')).toBe(false);
});

describe('a hook', () => {
  beforeAll(async () => {
    if (isFirst('hook')) await forever();
  });

  test('hangs before this', () => {});
  test('and this', () => {});
});

test('leaves a process behind', () => {
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true,
    stdio: 'ignore',
  }).unref();
});

test('waits with a check of its own', () => eventually(() => {}));
