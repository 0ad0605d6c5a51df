/** What is promised, beside what was measured. */
import type { ServerFigures } from '../server/measure-server.ts';
import { compare, type Reading, summarize } from '../statistics.ts';
import { formatNumber, formatReading, formatTable } from './markdown.ts';
import { compareLatency, countLosses, readRival } from './server-figures.ts';

interface Bound {
  /** How it is written, such as "at most 4.20×". */
  text: string;
  unit: string;
  isKept(median: number): boolean;
}

export const atMost = (limit: number, unit = ''): Bound => ({
  text: `at most ${formatNumber(limit)}${unit}`,
  unit,
  isKept: (median) => median <= limit,
});
export const atLeast = (limit: number, unit = ''): Bound => ({
  text: `at least ${formatNumber(limit)}${unit}`,
  unit,
  isKept: (median) => median >= limit,
});

/** What is compared, such as "Deliveries a second, of the naive server's"; a bound for its median; absent: not measured. */
export type Goal = [name: string, bound: Bound, measured: Reading | undefined];

/** A figure that was measured once. */
export const fix = (value: number): Reading => summarize([value]);

export function describeGoals(goals: Goal[]): string {
  return formatTable(
    'goal | bound | measured | kept',
    goals.map(([name, bound, measured]) => {
      if (!measured || Number.isNaN(measured.middle)) return [name, bound.text, '–', '–'];
      const verdict = bound.isKept(measured.middle) ? 'yes' : '**no**';
      return [name, bound.text, formatReading(measured, bound.unit), verdict];
    }),
  );
}

/** Ratios are taken round by round, so that a slow round does not count for one side only. */
export function listServerGoals(figures: ServerFigures): Goal[] {
  const duet = readRival(figures, 'duet');
  const naive = readRival(figures, 'naive');
  const relay = readRival(figures, 'relay');
  const storms = (name: string) => (figures.storms.get(name) ?? []).map(({ again }) => again);
  const stormCpu = (name: string) => storms(name).map(({ usage }) => usage.serverCpuMs);
  const stormBytes = (name: string) => storms(name).map(({ bytes }) => bytes);
  const memory = (name: string) =>
    (figures.connections.get(name) ?? []).map(({ memoryEach }) => memoryEach);

  return [
    [
      "Deliveries a second at saturation, of the naive server's",
      atLeast(12, '×'),
      compare(duet.perSecond, naive.perSecond),
    ],
    [
      "Deliveries a second at saturation, of the relay's",
      atLeast(0.25, '×'),
      compare(duet.perSecond, relay.perSecond),
    ],
    [
      "Server CPU for a delivery, of the naive server's",
      atMost(0.1, '×'),
      compare(duet.cpu, naive.cpu),
    ],
    ["Server CPU for a delivery, of the relay's", atMost(4.2, '×'), compare(duet.cpu, relay.cpu)],
    [
      "p99 from send to receipt at 500 a second, of the naive server's",
      atMost(0.5, '×'),
      compareLatency(duet, naive),
    ],
    ['Messages lost or delivered twice, all phases', atMost(0), fix(countLosses(figures))],
    ...['duet', 'duet, own client'].flatMap((name): Goal[] => [
      [
        `Presence storm, CPU, of the naive server's (${name})`,
        atMost(0.15, '×'),
        compare(stormCpu(name), stormCpu('naive')),
      ],
      [
        `Presence storm, bytes, of the naive server's (${name})`,
        atMost(0.02, '×'),
        compare(stormBytes(name), stormBytes('naive')),
      ],
    ]),
    [
      "Memory of an idle connection, of the relay's",
      atMost(1.5, '×'),
      compare(memory('duet'), memory('relay')),
    ],
  ];
}
