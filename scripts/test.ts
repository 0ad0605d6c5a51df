/**
 * `npm test`: builds the client and runs all tests. The last line counts them: `N passed, N failed`, and `, N skipped` if
 * any. Exit code 0 means that nothing failed.
 *
 * Arguments are for vitest (a file, `--project server`, `-t "a name"`), except:
 *
 * - `--no-build` uses the last build of the client.
 * - `--require-engines` lets tests fail that are otherwise skipped without their engine, such as PostgreSQL.
 * - `--watch` keeps running, and runs the tests of client and server that a changed file affects. Browser and cluster tests
 *   need a build, so they do not run.
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
// PostgreSQL does not run as root: its other user needs access to its data.
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
 * Runs a program with this Node; resolves to whether it succeeded. It gets its own process group, except in watch mode:
 * that reads keys, which a terminal sends only to its foreground group.
 */
function run(command: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      // Temporary files of the tests are deleted with the scratch folder, also if the tests are stopped.
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

/** Ends the running program and its child processes. */
function stopCurrent(signal: NodeJS.Signals): void {
  const pid = current?.pid;
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' || isWatching ? pid : -pid, signal);
  } catch {
    // It has just exited.
  }
}

/**
 * Counts from vitest's report. A file that could not be loaded, and an error outside of a test, count as one failure each:
 * a failed run must not end with "0 failed".
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

/** Whether the file needs engines, and some of its tests did not run. */
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
