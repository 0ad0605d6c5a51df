/** What a first try of the tests, and a second of what limits ended, come to together. */
import {
  type Report,
  type ReportedError,
  type ReportedGroup,
  type ReportedTest,
  wasEndedByLimit,
} from './report.ts';

/** Tests of one file that are tried again. */
export interface Retry {
  project: string;
  file: string;
  /** By name. */
  tests: Set<string>;
  /** The first error of each, or of the hook that took the test along. */
  firstErrors: Map<string, ReportedError>;
}

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Ended by a limit at first, and passed without company. */
  passedAlone: { file: string; name: string; error: ReportedError }[];
}

/** By file: each test that a limit ended, and the tests of each hook that a limit ended. */
export function listRetries({ tests, groups }: Report): Retry[] {
  const retries = new Map<string, Retry>();
  const add = (
    { project, file }: { project: string; file: string },
    name: string,
    error: ReportedError,
  ) => {
    const retry = retries.get(file) ?? { project, file, tests: new Set(), firstErrors: new Map() };
    retries.set(file, retry);
    retry.tests.add(name);
    if (!retry.firstErrors.has(name)) retry.firstErrors.set(name, error);
  };
  for (const test of tests) {
    const [error] = test.errors;
    if (error && test.state === 'failed' && wasEndedByLimit(test.errors)) {
      add(test, test.name, error);
    }
  }
  for (const group of groups) {
    const [error] = group.errors;
    if (error && wasEndedByLimit(group.errors)) {
      for (const name of group.tests) add(group, name, error);
    }
  }
  return [...retries.values()];
}

/** `-t` for these tests and no others; vitest tells the groups of a test by ` > `. */
export function toNamePattern(retries: readonly Retry[]): string {
  const names = retries.flatMap(({ tests }) => [...tests]);
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `^(?:${escaped.join('|')})$`;
}

/** The second try decides for what it tried. An error outside of tests, and of a group, counts as a failure. */
export function sumUp(first: Report, retries: readonly Retry[], second: Report): Outcome {
  const retried = new Map(retries.map((retry) => [retry.file, retry]));
  const isRetried = ({ file, name }: { file: string; name: string }) =>
    retried.get(file)?.tests.has(name) === true;
  const again = second.tests.filter(isRetried);
  const count = (state: ReportedTest['state'], tests: readonly ReportedTest[]) =>
    tests.filter((test) => test.state === state).length;
  const kept = first.tests.filter((test) => !isRetried(test));
  const asked = retries.reduce((sum, { tests }) => sum + tests.size, 0);
  const firstGroups = first.groups.filter(
    (group) => isFailed(group) && !isAnswered(group, retried),
  );
  const groups = [...firstGroups, ...second.groups.filter(isFailed)];
  // What goes on after its test was ended may still throw.
  const errors = first.errors.filter(({ file }) => file === undefined || !retried.has(file));
  return {
    passed: count('passed', kept) + count('passed', again),
    // What was to be tried again, and was not, has failed.
    failed:
      count('failed', kept) +
      count('failed', again) +
      Math.max(0, asked - again.length) +
      groups.length +
      errors.length +
      second.errors.length +
      (first.isWhole ? 0 : first.unfinished.length),
    skipped: count('skipped', kept) + count('skipped', again),
    passedAlone: again
      .filter(({ state }) => state === 'passed')
      .flatMap(({ file, name }) => {
        const error = retried.get(file)?.firstErrors.get(name);
        return error ? [{ file, name, error }] : [];
      }),
  };
}

const isFailed = ({ errors }: ReportedGroup): boolean => errors.length > 0;

/** Whether the second try says how it stands with this group: all its tests were in it. */
function isAnswered(group: ReportedGroup, retried: ReadonlyMap<string, Retry>): boolean {
  const tests = retried.get(group.file)?.tests;
  return group.tests.length > 0 && group.tests.every((name) => tests?.has(name));
}
