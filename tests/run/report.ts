/** What a run of vitest came to, as `reporter.ts` writes it: a line of JSON for each test, and for each file at its end. */
import { existsSync, readFileSync } from 'node:fs';

export interface ReportedError {
  name: string;
  message: string;
  stack?: string | undefined;
  cause?: ReportedError | undefined;
}

/** Its project, file and name, as vitest's filter `-t` knows it. */
interface TestId {
  project: string;
  file: string;
  name: string;
}

export interface ReportedTest extends TestId {
  kind: 'test';
  state: 'passed' | 'failed' | 'skipped';
  errors: ReportedError[];
}

/** A file, or a group of tests in it. */
export interface ReportedGroup {
  kind: 'group' | 'file';
  project: string;
  file: string;
  /** Of its hooks, and of loading it. */
  errors: ReportedError[];
  /** The names of its tests. */
  tests: string[];
  ms: number;
}

export type ReportedLine =
  | { kind: 'planned'; files: { project: string; file: string }[] }
  | ReportedTest
  | ReportedGroup
  /** After too many failures. */
  | { kind: 'stopped' }
  | { kind: 'end'; errors: (ReportedError & { file?: string | undefined })[] };

export interface Report {
  tests: ReportedTest[];
  /** Files, and the groups whose hooks failed. */
  groups: ReportedGroup[];
  /** Of no test, with the file that ran then. */
  errors: (ReportedError & { file?: string | undefined })[];
  /** Of these the end was not told. */
  unfinished: string[];
  /** Whether vitest came to its end. */
  isWhole: boolean;
  /** Whether it was stopped after too many failures. */
  isStopped: boolean;
}

export function readReport(path: string): Report {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const report: Report = {
    tests: [],
    groups: [],
    errors: [],
    unfinished: [],
    isWhole: false,
    isStopped: false,
  };
  const planned = new Set<string>();
  for (const line of lines.filter(Boolean)) {
    const told: ReportedLine = JSON.parse(line);
    if (told.kind === 'planned') for (const { file } of told.files) planned.add(file);
    else if (told.kind === 'test') report.tests.push(told);
    else if (told.kind === 'stopped') report.isStopped = true;
    else if (told.kind === 'end') {
      report.isWhole = true;
      report.errors.push(...told.errors);
    } else {
      report.groups.push(told);
      if (told.kind === 'file') planned.delete(told.file);
    }
  }
  report.unfinished = [...planned];
  return report;
}

/**
 * Whether a limit ended it: vitest's of a test or hook, that of `expect.poll` or another wait, or Playwright's. A failed
 * assertion is none of these.
 */
export function isLimit({ name, message, cause }: ReportedError): boolean {
  return (
    name === 'TimeoutError' ||
    /^(Test|Hook) timed out in |^The \w+ phase of ".*" hook timed out after /.test(message) ||
    message === 'Matcher did not succeed in time.' ||
    message === 'operation has timed out' ||
    (cause !== undefined && isLimit(cause))
  );
}

/** Ended by a limit, and by nothing else: what a limit cut short often fails a check of the clean-up as well. */
export function wasEndedByLimit(errors: readonly ReportedError[]): boolean {
  return errors[0] !== undefined && isLimit(errors[0]);
}
