/** The client's figures and goals as text. */
import type { ConversationPoint } from '../client/conversations.ts';
import { type ClientFigures, VISITS } from '../client/measure-client.ts';
import type { Opening } from '../client/openings.ts';
import type { PageTimes } from '../client/page-times.ts';
import { compare, summarize } from '../statistics.ts';
import { listClientGoals } from './client-goals.ts';
import { describeGoals } from './goals.ts';
import { formatBytes, formatNumber, formatReading, formatTable } from './markdown.ts';

export function describeClient(figures: ClientFigures): string {
  return [
    '### Goals',
    describeGoals(listClientGoals(figures)),
    '### First load, bytes',
    'JavaScript by real fetches of a cold browser, gzip. Critical is what was asked for before the form was bound or the first row stood, but for the chunk of the socket.',
    describeScripts(figures),
    '### First load, time',
    'A processor four times slower, 1.6 Mbit/s, 150 ms, cold cache. The baseline page is React and a form.',
    describeLoads(figures),
    '### Noise',
    'The same measured twice in this run, the second of the first: what lies this near is no difference.',
    describeNoise(figures),
    '### Conversations',
    'From the click to the frame that shows the newest message, first from the server and then again, each round in a page of its own that begins with another one; 16 keys in the box; 20 messages a second for 5 s at the bottom.',
    describeConversations(figures),
  ].join('\n\n');
}

function describeScripts({ scripts }: ClientFigures): string {
  return formatTable(
    'page | critical | files | later',
    [...scripts].map(([name, { critical, later }]) => [
      name,
      formatBytes(sum(critical.map(({ bytes }) => bytes))),
      critical
        .map(({ path, bytes }) => `${path.split('/').at(-1)} ${formatBytes(bytes)}`)
        .join('<br>'),
      formatBytes(sum(later.map(({ bytes }) => bytes))),
    ]),
  );
}

function describeLoads({ loads }: ClientFigures): string {
  const baseline = (loads.get(VISITS.baseline) ?? []).map(({ readyAt }) => readyAt);
  return formatTable(
    'page | ready, of the baseline | ready ms | first paint ms | largest paint ms | blocked ms | layout shift',
    [...loads].map(([name, times]) => {
      const ready = times.map(({ readyAt }) => readyAt);
      const read = (pick: (times: PageTimes) => number) =>
        formatReading(summarize(times.map(pick)));
      return [
        name,
        formatReading(compare(ready, baseline), '×'),
        formatReading(summarize(ready)),
        read(({ firstPaint }) => firstPaint),
        read(({ largestPaint }) => largestPaint),
        read(({ blocked }) => blocked),
        read(({ layoutShift }) => layoutShift),
      ];
    }),
  );
}

function describeNoise({ loads, openings, conversations }: ClientFigures): string {
  const ready = (name: string) => (loads.get(name) ?? []).map(({ readyAt }) => readyAt);
  const opens = (index: number) => openings.map((round) => round[index]?.firstMs ?? Number.NaN);
  const keys = (index: number) => conversations.map((points) => points[index]?.keyMs ?? Number.NaN);
  return formatTable(
    'what | again, of before',
    [
      [
        'baseline page ready',
        compare(ready(VISITS.baselineAgain), ready(VISITS.baseline)),
      ] as const,
      ['opening a conversation of 100', compare(opens(1), opens(0))] as const,
      ['a key in the box', compare(keys(1), keys(0))] as const,
    ].map(([what, reading]) => [what, formatReading(reading, '×')]),
  );
}

function describeConversations({ openings, conversations }: ClientFigures): string {
  const [first = []] = conversations;
  return formatTable(
    'messages | first open ms | again ms | frames | rows | key ms | arrival ms | with Devtools | long tasks',
    first.map(({ messages }, index) => {
      const points = conversations.flatMap((round) => round[index] ?? []);
      const read = (pick: (point: ConversationPoint) => number) =>
        formatReading(summarize(points.map(pick)));
      const readOpening = (pick: (opening: Opening) => number) =>
        formatReading(summarize(openings.flatMap((round) => round[index] ?? []).map(pick)));
      return [
        formatNumber(messages),
        readOpening(({ firstMs }) => firstMs),
        readOpening(({ againMs }) => againMs),
        readOpening(({ againFrames }) => againFrames),
        read(({ rows }) => rows),
        read(({ keyMs }) => keyMs),
        read(({ arrivalMs }) => arrivalMs),
        read(({ arrivalWithDevtools }) => arrivalWithDevtools),
        read(({ longTasks }) => longTasks),
      ];
    }),
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
