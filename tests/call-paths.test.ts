/** The call paths of `docs/architecture.md` are those of the code: each step exists, and knows the next one. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Step {
  name: string;
  path: string;
  /** Something in between calls the next step. */
  isHandedOn: boolean;
}

/** Most steps of each path. */
const MOST = {
  'From a socket event to a row': 12,
  'Sign-in': 12,
  'From Enter to the cache': 22,
};

const page = readFileSync('docs/architecture.md', 'utf8');
const STEP = /^\d+\. `(?<name>\w+)` in `(?<path>[\w/.-]+)`/;

function readSteps(title: string): Step[] {
  const [, section = ''] = page.split(`## ${title}\n`);
  const [text = ''] = section.split('\n## ');
  const steps: Step[] = [];
  for (const line of text.split('\n')) {
    const { name = '', path = '' } = STEP.exec(line)?.groups ?? {};
    if (name !== '') steps.push({ name, path, isHandedOn: false });
    const last = steps.at(-1);
    // A line in between says what; continued lines are indented.
    if (last && name === '' && /^\w/.test(line)) last.isHandedOn = true;
  }
  return steps;
}

const read = (path: string): string => readFileSync(path, 'utf8');

const declares = (source: string, name: string): boolean =>
  new RegExp(
    `(function|const) ${name}\\b|^\\s+(async )?${name}\\(.*\\{$|^\\s+${name}[:=]|^\\s+${name}\\(|\\b${name}=\\{`,
    'm',
  ).test(source);

describe.each(Object.entries(MOST))('The path "%s"', (title, most) => {
  const steps = readSteps(title);

  test('is as long as it says, and not longer than it may be', () => {
    const [, section = ''] = page.split(`## ${title}\n`);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThanOrEqual(most);
    const [intro = ''] = section.trim().split('\n\n');
    const counts = [...intro.matchAll(/\d+/g)].map(([count]) => Number(count));
    const isSum = counts.slice(0, 2).reduce((sum, count) => sum + count, 0) === steps.length;
    expect(isSum || counts[0] === steps.length, intro).toBe(true);
  });

  test('has functions that exist, each of which names the next', () => {
    const wrong = steps.flatMap(({ name, path, isHandedOn }, index) => {
      const next = steps[index + 1];
      const problems = [];
      if (!declares(read(path), name)) problems.push(`${path} has no ${name}`);
      const isNamed = !next || isHandedOn || new RegExp(`\\b${next.name}\\b`).test(read(path));
      if (!isNamed && next) problems.push(`${path} does not name ${next.name}`);
      return problems;
    });
    expect(wrong).toEqual([]);
  });
});
