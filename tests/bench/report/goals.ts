/** What is promised, beside what was measured. */
import type { Reading } from '../statistics.ts';
import { formatNumber, formatReading, formatTable } from './markdown.ts';

export interface Goal {
  /** What is compared, such as "Deliveries a second, of the naive server's". */
  name: string;
  /** A bound that the median must keep. */
  bound: { atLeast: number } | { atMost: number };
  unit?: string;
  /** Absent: not measured in this run. */
  measured: Reading | undefined;
}

function isKept({ bound, measured }: Goal): boolean | undefined {
  if (!measured || Number.isNaN(measured.middle)) return undefined;
  return 'atLeast' in bound ? measured.middle >= bound.atLeast : measured.middle <= bound.atMost;
}

export function describeGoals(goals: Goal[]): string {
  return formatTable(
    ['goal', 'bound', 'measured', 'kept'],
    goals.map((goal) => {
      const { name, bound, unit = '', measured } = goal;
      const limit =
        'atLeast' in bound
          ? `at least ${formatNumber(bound.atLeast)}${unit}`
          : `at most ${formatNumber(bound.atMost)}${unit}`;
      const verdict = { true: 'yes', false: '**no**', undefined: '–' }[String(isKept(goal))] ?? '–';
      return [name, limit, measured ? formatReading(measured, unit) : '–', verdict];
    }),
  );
}
