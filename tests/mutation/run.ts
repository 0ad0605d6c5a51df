/**
 * Changes the code in one small way after another and notes which of these mutants the nearest tests catch.
 *
 *     npm run test:mutants -- draw SEED COUNT                       writes mutants.jsonl
 *     npm run test:mutants -- run RESULTS [--every N] [--count N] [--only ID,ID]
 *
 * `run` appends a line to the file RESULTS for each mutant and skips those that have one. It works in a copy of the
 * checkout: no file here is changed.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inheritEnvironment } from '../support/inherited-environment.ts';
import { projectRoot } from '../support/source-files.ts';
import { drawMutants, type Mutant } from './draw.ts';

/** For all tests of one mutant, in ms; one that takes longer counts as caught. */
const LIMIT_MS = 180_000;
/** How long a test waits for something to come true, in ms: what does not come is the rule here. */
const PATIENCE_MS = 8_000;
const LIST = join(import.meta.dirname, 'mutants.jsonl');
const NEAREST = join(import.meta.dirname, 'nearest-tests.txt');

interface Result {
  id: number;
  /** `changed`: the line is not in the file any more. */
  outcome: 'caught' | 'timeout' | 'survived' | 'changed';
  /** The first test that failed. */
  by?: string;
  seconds: number;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string' }, count: { type: 'string' }, only: { type: 'string' } },
});
const [command, ...operands] = positionals;
if (command === 'draw') {
  const [seed, count] = operands.map(Number);
  const mutants = drawMutants(seed ?? 1, count ?? 300);
  fs.writeFileSync(LIST, mutants.map((one) => `${JSON.stringify(one)}\n`).join(''));
} else {
  await runMutants(operands[0] ?? 'results.jsonl');
}

async function runMutants(results: string): Promise<void> {
  const done = fs.existsSync(results) ? readLines<Result>(results).map(({ id }) => id) : [];
  const only = values.only?.split(',').map(Number);
  const wanted = readLines<Mutant>(LIST)
    .filter(({ id }) => only?.includes(id) ?? id % Number(values.every ?? 1) === 0)
    .filter(({ id }) => !done.includes(id))
    .slice(0, Number(values.count ?? 1e6));
  const scratch = fs.mkdtempSync(join(tmpdir(), 'duet-mutants-'));
  // A PostgreSQL that root starts runs as somebody else, who has to get through to its data.
  fs.chmodSync(scratch, 0o711);
  try {
    const copy = copyCheckout(scratch);
    for (const mutant of wanted) {
      const result = await tryMutant(mutant, copy, scratch);
      fs.appendFileSync(results, `${JSON.stringify(result)}\n`);
      console.log(result.outcome, mutant.file, mutant.line, mutant.kind, result.by ?? '');
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

function copyCheckout(scratch: string): string {
  const copy = join(scratch, 'checkout');
  const options = { cwd: projectRoot, encoding: 'utf8', maxBuffer: 1e8 } as const;
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], options).split('\n');
  for (const file of files.filter((one) => one !== '' && fs.existsSync(join(projectRoot, one)))) {
    fs.cpSync(join(projectRoot, file), join(copy, file));
  }
  fs.symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Runs the nearest test file alone, and the others only if that one passes. */
async function tryMutant(mutant: Mutant, copy: string, scratch: string): Promise<Result> {
  const start = performance.now();
  const file = join(copy, mutant.file);
  const original = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const changed = applyTo(original, mutant);
  const [nearest = '', ...others] = findNearestTests(mutant.file);
  let end: Pick<Result, 'outcome' | 'by'> = {
    outcome: changed === undefined ? 'changed' : 'survived',
  };
  if (changed !== undefined) {
    fs.writeFileSync(file, changed);
    end = await runTests([nearest], copy, scratch);
    if (end.outcome === 'survived' && others.length > 0)
      end = await runTests(others, copy, scratch);
    fs.writeFileSync(file, original);
  }
  return { id: mutant.id, ...end, seconds: Math.round((performance.now() - start) / 1000) };
}

/** Of several lines with the same text, the nearest to where it was. */
function applyTo(
  source: string,
  { line, column, text, before, after }: Mutant,
): string | undefined {
  const lines = source.split('\n');
  const [found] = [...lines.keys()]
    .filter((index) => lines[index] === text)
    .toSorted((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line));
  if (found === undefined) return undefined;
  const start = lines.slice(0, found).reduce((sum, one) => sum + one.length + 1, column);
  if (!source.startsWith(before, start)) return undefined;
  return source.slice(0, start) + after + source.slice(start + before.length);
}

/** Of the paths in the table that the file begins with, the longest counts. */
function findNearestTests(file: string): string[] {
  const rows = fs
    .readFileSync(NEAREST, 'utf8')
    .split('\n')
    .map((row) => row.split(/ +/));
  const [best] = rows
    .filter(([path]) => path && file.startsWith(path))
    .toSorted(([a = ''], [b = '']) => b.length - a.length);
  return best?.slice(1).map((name) => `tests/${name}.test.`) ?? [];
}

async function runTests(
  files: readonly string[],
  copy: string,
  scratch: string,
): Promise<Pick<Result, 'outcome' | 'by'>> {
  const report = join(scratch, 'report.json');
  fs.rmSync(report, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config=tests/vitest.config.ts'];
  const options = ['--bail=1', '--retry=0', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [...vitest, ...options, ...files], {
    cwd: copy,
    env: { ...inheritEnvironment(), TMPDIR: scratch, PATIENCE_MS: `${PATIENCE_MS}` },
    stdio: 'ignore',
    // A process group, so that what tests have started ends with them.
    detached: true,
  });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  if (code === 0) return { outcome: 'survived' };
  return code === null ? { outcome: 'timeout' } : { outcome: 'caught', by: findFailed(report) };
}

interface Report {
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
}

function findFailed(report: string): string {
  if (!fs.existsSync(report)) return 'no test could run';
  const { testResults }: Report = JSON.parse(fs.readFileSync(report, 'utf8'));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  return failed?.fullName ?? testResults.map(({ message }) => message.slice(0, 200)).join(' ');
}

function readLines<Line>(file: string): Line[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
