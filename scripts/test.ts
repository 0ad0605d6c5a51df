/**
 * `npm test`: builds the client and runs all tests. What a limit ended (`tests/support/limits.ts`) is tried once more,
 * with nothing beside it. The last line counts the tests: `N passed, N failed`, and `, N skipped` if any. Exit code 0
 * means that nothing failed.
 *
 * Arguments are for vitest (a file, `--project server`, `-t "a name"`), except:
 *
 * - `--no-build` uses the last build of the client.
 * - `--require-engines` lets tests fail that are otherwise skipped without their engine, such as PostgreSQL.
 * - `--watch` keeps running, and runs the tests of client and server that a changed file affects. Browser and cluster tests
 *   need a build, so they do not run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { endLeftovers } from '../tests/run/leftovers.ts';
import type { Report } from '../tests/run/reporter.ts';
import { describeMissing } from '../tests/support/engines.ts';
import { inheritEnvironment } from '../tests/support/inherited-environment.ts';
import { FAILURES_LIMIT, FIRST_TRY_LIMIT_MS, RUN_LIMIT_MS } from '../tests/support/limits.ts';

const root = join(import.meta.dirname, '..');
const begun = performance.now();
/** Marks the processes that the tests of this run start. */
const runId = randomUUID();
const scratch = mkdtempSync(join(tmpdir(), 'duet-test-'));
// PostgreSQL does not run as root: its other user needs access to its data.
chmodSync(scratch, 0o711);
let current: ChildProcess | undefined;

process.on('exit', () => {
  stopCurrent('SIGKILL');
  endLeftovers(runId);
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopCurrent('SIGTERM');
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 5_000).unref();
  });
}

const given = process.argv.slice(2);
const ownArguments = ['--no-build', '--require-engines', '--watch'];
const forVitest = given.filter(
  (argument) => !ownArguments.includes(argument) && !argument.startsWith('--config='),
);
if (given.includes('--require-engines')) process.env.REQUIRE_ENGINES = '1';

const NOTHING: Report = { tests: [], failures: 0, unfinished: [], times: [], isStopped: false };

const isWatching = given.includes('--watch');
const vitest = 'node_modules/vitest/vitest.mjs';
const config =
  given.find((argument) => argument.startsWith('--config=')) ?? '--config=tests/vitest.config.ts';

if (isWatching) {
  const kinds = ['--project', 'client', '--project', 'server'];
  await run([vitest, 'watch', config, '--changed', ...kinds, ...forVitest]);
} else if (
  given.includes('--no-build') ||
  (await run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build']))
) {
  await test();
} else {
  console.error('The client could not be built, so no test ran.');
  finish({ passed: 0, failed: 1, skipped: 0 });
}

async function test(): Promise<void> {
  const { report: first, isGreen } = await runTests('first', forVitest, FIRST_TRY_LIMIT_MS);
  const retried = first.tests.filter(({ limit }) => limit !== undefined);
  let second = NOTHING;
  if (retried.length > 0) {
    console.log('\nA limit ended some tests. Each of them is tried once more, alone.');
    process.env.VITEST_MAX_WORKERS = '1';
    const files = new Set(retried.map(({ file }) => file));
    ({ report: second } = await runTests(
      'second',
      [...files, '-t', toNamePattern(retried.map(({ name }) => name))],
      RUN_LIMIT_MS,
    ));
  }
  // The second try decides for what it tried; what it did not come to has failed.
  const passedAlone = retried.filter((test) =>
    second.tests.some(
      ({ file, name, state }) => file === test.file && name === test.name && state === 'passed',
    ),
  );
  const decided = first.tests.filter(({ limit }) => limit === undefined);
  const count = (wanted: string) => decided.filter(({ state }) => state === wanted).length;
  const failures = first.failures + second.failures + retried.length - passedAlone.length;
  const failed = count('failed') + failures;
  tellAbout(first, passedAlone);
  finish({
    passed: count('passed') + passedAlone.length,
    failed: failed === 0 && !isGreen && retried.length === 0 ? 1 : failed,
    skipped: count('skipped'),
  });
}

/** `-t` for these tests and no others. */
function toNamePattern(names: readonly string[]): string {
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^(?:${escaped.join('|')})$`;
}

/** Runs vitest, at most until `untilMs` after the start. Ends processes that its tests left running, and reports them. */
async function runTests(name: string, args: readonly string[], untilMs: number) {
  const path = join(scratch, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./tests/run/reporter.ts'];
  const overdue = setTimeout(
    () => {
      console.error('The tests take too long, and are ended.');
      stopCurrent('SIGKILL');
    },
    begun + untilMs - performance.now(),
  );
  const command = [vitest, 'run', config, ...reporters, ...args];
  const isGreen = await run(command, { TEST_REPORT: path });
  clearTimeout(overdue);
  const left = endLeftovers(runId);
  if (left.length > 0) {
    console.log(`Tests left these running, and they had to be ended:\n  ${left.join('\n  ')}`);
  }
  const report: Report = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { ...NOTHING, failures: 1 };
  return { isGreen, report };
}

/**
 * Runs a program with this Node; resolves to whether it succeeded. It gets its own process group, except in watch mode:
 * that reads keys, which a terminal sends only to its foreground group.
 */
function run(command: string[], environment: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      // Temporary files of the tests are deleted with the scratch folder, also if the tests are stopped.
      env: { ...inheritEnvironment(), TMPDIR: scratch, TEST_RUN: runId, ...environment },
      stdio: 'inherit',
      detached: !isWatching,
    });
    current = child;
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      current = undefined;
      resolve(code === 0);
    });
  });
}

/** Ends the running program and its child processes. */
function stopCurrent(signal: NodeJS.Signals): void {
  const pid = current?.pid;
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' || isWatching ? pid : -pid, signal);
  } catch {
    // The process has just exited.
  }
}

function tellAbout(first: Report, passedAlone: Report['tests']): void {
  const unfinished = listLines(first.unfinished.map(shorten));
  if (first.isStopped) {
    console.log(
      `Stopped after ${FAILURES_LIMIT} failures. These did not come to their end:${unfinished}`,
    );
  }
  const missing = describeMissing();
  const leftOut = listLeftOut(first);
  if (missing !== undefined && leftOut.length > 0) {
    console.log(`${missing} Left out for that:${listLines(leftOut.map(shorten))}`);
  }
  const slowest = first.times
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([file, ms]) => `${(ms / 1_000).toFixed(1)} s  ${shorten(file)}`);
  console.log(`Slowest files:${listLines(slowest)}`);
  const alone = passedAlone.map(
    ({ file, name, limit }) => `${shorten(file)}: ${name}\n    ${limit}`,
  );
  console.log(alone.length > 0 ? `Passed alone:${listLines(alone)}` : 'Passed alone: none');
}

function shorten(file: string): string {
  return relative(root, file);
}

function listLines(lines: readonly string[]): string {
  return lines.map((line) => `\n  ${line}`).join('');
}

/** Files that need engines, and of which some tests did not run. */
function listLeftOut({ tests }: Report): string[] {
  const files = tests.filter(({ state }) => state === 'skipped').map(({ file }) => file);
  return [...new Set(files)].filter((file) =>
    readFileSync(file, 'utf8').includes('describeWithEngines('),
  );
}

function finish({
  passed,
  failed,
  skipped,
}: Record<'passed' | 'failed' | 'skipped', number>): void {
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}
