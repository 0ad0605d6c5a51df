/** The server's goals. Ratios are taken round by round, so that a slow round does not count for one side only. */
import type { ServerFigures } from '../server/measure-server.ts';
import { compare, type Reading, summarize } from '../statistics.ts';
import type { Goal } from './goals.ts';
import { compareLatency, countLosses, readRival } from './server-figures.ts';

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
