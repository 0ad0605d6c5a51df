/**
 * `npm test`: builds the client, runs every test, and ends with one line that counts them:
 * `N passed, N failed`, and `, N skipped` when there are any. Exit code 0 means that nothing failed.
 *
 * Arguments go on to vitest (a file, `--project server`, `-t "a name"`), except `--no-build`, which
 * takes the client as it was built last, `--require-engines`, with which tests fail that are otherwise
 * left out where an engine that they need is not installed, and `--watch`, which stays and runs the tests of client and
 * server that a change of a file affects: browser and cluster tests need a build, so they are left to a whole run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describeMissing, ENGINE_NAMES } from '../tests/support/engines.ts';
import { inheritEnvironment } from '../tests/support/inherited-environment.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'duet-test-'));
// A PostgreSQL that root starts runs as somebody else, who has to get through to its data.
chmodSync(scratch, 0o711);
let current: ChildProcess | undefined;

process.on('exit', () => {
  stopCurrent('SIGKILL');
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
const forVitest = given.filter((argument) => !ownArguments.includes(argument));
if (given.includes('--require-engines')) process.env.REQUIRE_ENGINES = '1';
const report = join(scratch, 'report.json');

const isWatching = given.includes('--watch');
const vitest = 'node_modules/vitest/vitest.mjs';
const config = '--config=tests/vitest.config.ts';

if (isWatching) {
  const kinds = ['--project', 'client', '--project', 'server'];
  await run([vitest, 'watch', config, '--changed', ...kinds, ...forVitest]);
} else if (
  given.includes('--no-build') ||
  (await run(['node_modules/@rsbuild/core/bin/rsbuild.js', 'build']))
) {
  const isGreen = await run([
    vitest,
    'run',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...forVitest,
  ]);
  finish(readCounts(isGreen));
} else {
  console.error('The client could not be built, so no test ran.');
  finish({ passed: 0, failed: 1, skipped: 0 });
}

/**
 * Runs a program with this Node; resolves with whether it succeeded. It has a process group of its own, except for the
 * watch mode: that reads keys, and a terminal gives them to its foreground group alone.
 */
function run(command: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      // Whatever the tests put aside goes with the scratch folder, also when they are stopped half way.
      env: { ...inheritEnvironment(), TMPDIR: scratch },
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

/** Ends the running program and whatever it started. */
function stopCurrent(signal: NodeJS.Signals): void {
  const pid = current?.pid;
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' || isWatching ? pid : -pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

/**
 * Counts from vitest's own report. A file that could not even be loaded, and an error outside of any
 * test, count as one failure each: nothing red may end in "0 failed".
 */
function readCounts(isGreen: boolean): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const leftOut: string[] = [];
  for (const file of readReport()) {
    if (isLeftOut(file)) leftOut.push(relative(root, file.name));
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    const isSilent = !file.assertionResults.some(({ status }) => status === 'failed');
    if (file.status === 'failed' && isSilent) counts.failed += 1;
  }
  if (!isGreen && counts.failed === 0) counts.failed = 1;
  const missing = describeMissing(ENGINE_NAMES);
  if (missing !== undefined && leftOut.length > 0) {
    console.log(`${missing} Left out for that:\n  ${leftOut.join('\n  ')}`);
  }
  return counts;
}

/** Of the files that need engines, those of which a part did not run. */
function isLeftOut({ name, assertionResults }: ReportedFile): boolean {
  return (
    assertionResults.some(({ status }) => status !== 'passed' && status !== 'failed') &&
    readFileSync(name, 'utf8').includes('describeWithEngines(')
  );
}

interface ReportedFile {
  /** Its path. */
  name: string;
  status: string;
  assertionResults: { status: string }[];
}

function readReport(): ReportedFile[] {
  try {
    const { testResults }: { testResults: ReportedFile[] } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return testResults;
  } catch {
    console.error('The test run ended without a report.');
    return [];
  }
}

function finish({ passed, failed, skipped }: Counts): void {
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}
