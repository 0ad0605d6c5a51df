/** `npm test` itself: what a limit ended is tried again alone, and nothing stays behind. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLimit } from './run/report.ts';

const root = join(import.meta.dirname, '..');

describe('A run of tests of which limits ended some', () => {
  let lines: string[];
  let code: unknown;
  beforeAll(async () => {
    const config = '--config=tests/support/sample-run/vitest.config.ts';
    lines = await new Promise((resolve) => {
      const args = ['scripts/test.ts', '--no-build', config];
      execFile(process.execPath, args, { cwd: root }, (error, output) => {
        code = error?.code;
        resolve(output.trimEnd().split('\n'));
      });
    });
  });

  const listAfter = (heading: string) => {
    const rest = lines.slice(lines.indexOf(heading) + 1);
    return rest.slice(
      0,
      rest.findIndex((line) => !line.startsWith('  ')),
    );
  };

  test('counts as passed what passes alone, and as failed what hangs again or failed an assertion', () => {
    expect(lines.at(-1)).toBe('8 passed, 2 failed');
    expect(code).toBe(1);
  });

  test('names what passed alone, with its first error', () => {
    const names = listAfter('Passed alone:').map((line) =>
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
    const [left = ''] = listAfter('Tests left these running, and they had to be ended:');
    expect(left).toContain('setInterval');
    const path = `/proc/${Number.parseInt(left, 10)}/cmdline`;
    // One that has ended and is not yet collected has no command.
    const isAlive = () => existsSync(path) && readFileSync(path, 'utf8') !== '';
    expect(isAlive()).toBe(false);
  });
});

test('A failed assertion was ended by no limit, and an error caused by one was', () => {
  const assertion = { name: 'AssertionError', message: 'expected 1 to be 2' };
  expect(isLimit(assertion)).toBe(false);
  const cause = { name: 'Error', message: 'Matcher did not succeed in time.' };
  expect(isLimit({ ...assertion, cause })).toBe(true);
});
