/**
 * What a run of vitest came to, for `scripts/test.ts`: written to `TEST_REPORT` at its end. Stops a run after enough
 * failures: vitest's `bail` counts the groups and files of a failed test as further failures.
 */
import { writeFileSync } from 'node:fs';
import type {
  Reporter,
  SerializedError,
  TestCase,
  TestModule,
  TestSpecification,
  TestSuite,
  Vitest,
} from 'vitest/node';
import { FAILURES_LIMIT } from '../support/limits.ts';

interface ReportedTest {
  file: string;
  /** As vitest's filter `-t` knows it. */
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  /** A limit ended it, or a hook around it: the first words of that error. */
  limit?: string;
}

export interface Report {
  tests: ReportedTest[];
  /** Errors of no test: of groups and files, and outside of them. */
  failures: number;
  /** Files that did not come to their end. */
  unfinished: string[];
  /** Files, with their ms. */
  times: [file: string, ms: number][];
  isStopped: boolean;
}

export default class ReportWriter implements Reporter {
  #vitest: Vitest | undefined;
  #failures = 0;
  readonly #unfinished = new Set<string>();

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) this.#unfinished.add(moduleId);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state !== 'failed') return;
    this.#failures += 1;
    if (this.#failures === FAILURES_LIMIT) this.#vitest?.cancelCurrentRun('test-failure');
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#unfinished.delete(moduleId);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()].flatMap(describe));
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const limited = new Set(tests.flatMap(({ file, limit }) => (limit ? [file] : [])));
    const failures = [
      ...groups.filter((group) => group.errors().length > 0 && !isTriedAgain(group)),
      // What goes on after its test was ended may still throw.
      ...errors.filter(({ VITEST_TEST_PATH: path }) => !limited.has(String(path))),
    ];
    const report: Report = {
      tests,
      failures: failures.length,
      unfinished: [...this.#unfinished],
      times: modules.map((module) => [module.moduleId, readTime(module)]),
      isStopped: this.#failures >= FAILURES_LIMIT,
    };
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}

function describe(test: TestCase): ReportedTest[] {
  const { state, errors = [] } = test.result();
  const names = [test.name];
  let limit = findLimit(errors);
  for (let { parent } = test; ; parent = parent.parent) {
    limit ??= findLimit(parent.errors());
    if (parent.type === 'module') break;
    names.unshift(parent.name);
  }
  const told = { file: test.module.moduleId, name: names.join(' > ') };
  if (limit !== undefined) return [{ ...told, state: 'failed', limit }];
  return state === 'pending' ? [] : [{ ...told, state }];
}

/** Its tests are. */
const isTriedAgain = (group: TestModule | TestSuite): boolean =>
  findLimit(group.errors()) !== undefined && [...group.children.allTests()].length > 0;

function readTime(module: TestModule): number {
  const { duration, collectDuration, setupDuration, environmentSetupDuration, prepareDuration } =
    module.diagnostic();
  return duration + collectDuration + setupDuration + environmentSetupDuration + prepareDuration;
}

/** Of the first error: what a limit cut short often fails a check of the clean-up as well. */
function findLimit([error]: readonly SerializedError[]): string | undefined {
  return error && isLimit(error) ? error.message.split('\n')[0] : undefined;
}

/**
 * Whether a limit ended it: vitest's of a test or hook, that of `expect.poll` or another wait, or Playwright's. A failed
 * assertion is none of these.
 */
function isLimit({ name, message, cause }: SerializedError): boolean {
  return (
    name === 'TimeoutError' ||
    /^(Test|Hook) timed out in |^The \w+ phase of ".*" hook timed out after /.test(message) ||
    message === 'Matcher did not succeed in time.' ||
    message === 'operation has timed out' ||
    (cause !== undefined && isLimit(cause))
  );
}
