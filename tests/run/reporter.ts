/**
 * Vitest's reporter that writes what `report.ts` reads: line by line, so that it is there if the run is ended. It also
 * stops a run after enough failures: vitest's `bail` counts the groups and files of a failed test as further failures.
 */
import { appendFileSync } from 'node:fs';
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
import type { ReportedError, ReportedLine } from './report.ts';

const path = process.env.TEST_REPORT;

export default class LineReporter implements Reporter {
  #vitest: Vitest | undefined;
  #failures = 0;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const files = specifications.map(({ project, moduleId }) => ({
      project: project.name,
      file: moduleId,
    }));
    write({ kind: 'planned', files });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'pending') return;
    write({ kind: 'test', ...identify(test), state, errors: errors.map(readError) });
    if (state !== 'failed') return;
    this.#failures += 1;
    if (this.#failures !== FAILURES_LIMIT) return;
    write({ kind: 'stopped' });
    this.#vitest?.cancelCurrentRun('test-failure');
  }

  onTestSuiteResult(suite: TestSuite): void {
    const errors = suite.errors().map(readError);
    if (errors.length === 0) return;
    const tests = [...suite.children.allTests()].map((test) => identify(test).name);
    const { project, module } = suite;
    write({ kind: 'group', project: project.name, file: module.moduleId, errors, tests, ms: 0 });
  }

  onTestModuleEnd(module: TestModule): void {
    const { duration, collectDuration, setupDuration, environmentSetupDuration, prepareDuration } =
      module.diagnostic();
    write({
      kind: 'file',
      project: module.project.name,
      file: module.moduleId,
      errors: module.errors().map(readError),
      tests: [...module.children.allTests()].map((test) => identify(test).name),
      ms: duration + collectDuration + setupDuration + environmentSetupDuration + prepareDuration,
    });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    write({
      kind: 'end',
      errors: errors.map((error) => {
        const file: unknown = error.VITEST_TEST_PATH;
        return { ...readError(error), ...(typeof file === 'string' && { file }) };
      }),
    });
  }
}

function identify(test: TestCase) {
  const names = [test.name];
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) {
    names.unshift(parent.name);
  }
  return { project: test.project.name, file: test.module.moduleId, name: names.join(' > ') };
}

function readError({ name = 'Error', message, stack, cause }: SerializedError): ReportedError {
  return { name, message, stack, ...(cause && { cause: readError(cause) }) };
}

function write(line: ReportedLine): void {
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(line)}\n`);
}
