/** What is promised, beside what was measured. */
import type { ServerFigures } from '../server/measure-server.ts';
import { compare, type Reading, summarize } from '../statistics.ts';
import { formatNumber, formatReading, formatTable } from './markdown.ts';
import { compareLatency, countLosses, readRival } from './server-figures.ts';

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
    {
      name: "Deliveries a second at saturation, of the naive server's",
      bound: { atLeast: 12 },
      unit: '×',
      measured: compare(duet.perSecond, naive.perSecond),
    },
    {
      name: "Deliveries a second at saturation, of the relay's",
      bound: { atLeast: 0.25 },
      unit: '×',
      measured: compare(duet.perSecond, relay.perSecond),
    },
    {
      name: "Server CPU for a delivery, of the naive server's",
      bound: { atMost: 0.1 },
      unit: '×',
      measured: compare(duet.cpu, naive.cpu),
    },
    {
      name: "Server CPU for a delivery, of the relay's",
      bound: { atMost: 4.2 },
      unit: '×',
      measured: compare(duet.cpu, relay.cpu),
    },
    {
      name: "p99 from send to receipt at 500 a second, of the naive server's",
      bound: { atMost: 0.5 },
      unit: '×',
      measured: compareLatency(duet, naive),
    },
    {
      name: 'Messages lost or delivered twice, all phases',
      bound: { atMost: 0 },
      measured: fix(countLosses(figures)),
    },
    ...['duet', 'duet, own client'].flatMap((name): Goal[] => [
      {
        name: `Presence storm, CPU, of the naive server's (${name})`,
        bound: { atMost: 0.15 },
        unit: '×',
        measured: compare(stormCpu(name), stormCpu('naive')),
      },
      {
        name: `Presence storm, bytes, of the naive server's (${name})`,
        bound: { atMost: 0.02 },
        unit: '×',
        measured: compare(stormBytes(name), stormBytes('naive')),
      },
    ]),
    {
      name: "Memory of an idle connection, of the relay's",
      bound: { atMost: 1.5 },
      unit: '×',
      measured: compare(memory('duet'), memory('relay')),
    },
  ];
}

function fix(value: number): Reading {
  return summarize([value]);
}
