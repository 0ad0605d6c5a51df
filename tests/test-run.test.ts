/** `npm test` itself: what a limit ended is tried again alone, and nothing stays behind. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAILURES_LIMIT } from './support/limits.ts';

const root = join(import.meta.dirname, '..');

const config = '--config=tests/support/sample-run/vitest.config.ts';

/** What a run of some samples prints, and its exit code. */
function run(...samples: string[]): Promise<{ lines: string[]; code: unknown }> {
  const args = ['scripts/test.ts', '--no-build', config, ...samples];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root }, (error, output) =>
      resolve({ lines: output.trimEnd().split('\n'), code: error?.code }),
    );
  });
}

function listAfter(lines: readonly string[], heading: string): string[] {
  const rest = lines.slice(lines.indexOf(heading) + 1);
  return rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith('  ')),
  );
}

describe('A run of tests of which limits ended some', () => {
  let lines: string[];
  let code: unknown;
  beforeAll(async () => {
    ({ lines, code } = await run('limits.sample'));
  });

  test('counts as passed what passes alone, and as failed what hangs again or failed an assertion', () => {
    expect(lines.at(-1)).toBe('8 passed, 2 failed');
    expect(code).toBe(1);
  });

  test('names what passed alone, with its first error', () => {
    const names = listAfter(lines, 'Passed alone:').map((line) =>
      line.replace('tests/support/sample-run/limits.sample.ts: ', '').trim(),
    );
    expect(names).toEqual([
      'a test > hangs (once)',
      'Test timed out in 300ms.',
      'a wait hangs once',
      expect.stringContaining("expected 'now' to be 'never'"),
      'a wait in a browser hangs once',
      'locator.waitFor: Timeout 60000ms exceeded.',
      'a hook > hangs before this',
      'Hook timed out in 300ms.',
      'a hook > and this',
      'Hook timed out in 300ms.',
    ]);
  });

  test.skipIf(process.platform !== 'linux')('ends what a test left running, and says so', () => {
    const [left = ''] = listAfter(lines, 'Tests left these running, and they had to be ended:');
    expect(left).toContain('setInterval');
    const path = `/proc/${Number.parseInt(left, 10)}/cmdline`;
    // One that has ended and is not yet collected has no command.
    const isAlive = () => existsSync(path) && readFileSync(path, 'utf8') !== '';
    expect(isAlive()).toBe(false);
  });
});

test('A run with too many failures stops, whatever groups they are in, and says what did not run', async () => {
  const { lines, code } = await run('failures.sample', 'after.sample');
  const heading = `Stopped after ${FAILURES_LIMIT} failures. These did not come to their end:`;
  expect(listAfter(lines, heading).at(-1)?.trim()).toBe('tests/support/sample-run/after.sample.ts');
  expect(lines.at(-1)).toMatch(/^0 passed, 2\d failed/);
  expect(code).toBe(1);
});
