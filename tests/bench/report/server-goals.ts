/** The server's goals. Ratios are taken round by round, so that a slow round does not count for one side only. */
import type { ServerFigures } from '../server/measure-server.ts';
import { compare, type Reading, summarize } from '../statistics.ts';
import type { Goal } from './goals.ts';
import { compareLatency, countLosses, readRival } from './server-figures.ts';

const MILLION = 1_000_000;

export function listServerGoals(figures: ServerFigures): Goal[] {
  const duet = readRival(figures, 'duet');
  const naive = readRival(figures, 'naive');
  const relay = readRival(figures, 'relay');
  const storms = (name: string) => (figures.storms.get(name) ?? []).map(({ again }) => again);
  const stormCpu = (name: string) => storms(name).map(({ usage }) => usage.serverCpuMs);
  const stormBytes = (name: string) => storms(name).map(({ bytes }) => bytes);
  const memory = (name: string) =>
    (figures.connections.get(name) ?? []).map(({ memoryEach }) => memoryEach);
  const million = figures.growth.messages.get('duet')?.find(({ messages }) => messages === MILLION);
  const brisk = figures.slowDisk.findLast(({ rival }) => rival === 'duet');

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
    {
      name: 'Event loop delay p99 with an fsync of 8 ms',
      bound: { atMost: 2 },
      unit: ' ms',
      measured: brisk && fix(brisk.loopDelay.p99),
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
      name: 'p99 of the others beside idle connections and a flood, of theirs without',
      bound: { atMost: 2 },
      unit: '×',
      measured: compare(
        figures.abuse.map(({ beside }) => beside.p99),
        figures.abuse.map(({ alone }) => alone.p99),
      ),
    },
    {
      name: "Memory of an idle connection, of the relay's",
      bound: { atMost: 1.5 },
      unit: '×',
      measured: compare(memory('duet'), memory('relay')),
    },
    {
      name: 'Page of a conversation of a million, of a page of a thousand',
      bound: { atMost: 1.5 },
      unit: '×',
      measured: million && fix(million.page.ms / million.pageOfThousand.ms),
    },
    {
      name: 'Start with a million messages, until the first answer',
      bound: { atMost: 1_000 },
      unit: ' ms',
      measured: million && summarize(million.startsMs),
    },
  ];
}

function fix(value: number): Reading {
  return summarize([value]);
}
