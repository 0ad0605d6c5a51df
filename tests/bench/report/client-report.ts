/** The client's figures and goals as text. */
import { type ClientFigures, VISITS } from '../client/measure-client.ts';
import type { PageTimes } from '../client/page-times.ts';
import { compare, median, type Reading, summarize } from '../statistics.ts';
import { describeGoals, type Goal } from './goals.ts';
import { formatBytes, formatNumber, formatReading, formatTable } from './markdown.ts';

const KILO = 1_000;
/**
 * Form ready within 1,260 ms and first row within 1,480 ms on the machine where the baseline page took
 * this long, quiet: the bounds as multiples of the baseline.
 */
const BASELINE_MS = 720;
const READY_MS = { [VISITS.login]: 1_260, [VISITS.home]: 1_480 };

export function describeClient(figures: ClientFigures): string {
  return [
    '### Goals',
    describeGoals(listGoals(figures)),
    '### First load, bytes',
    'JavaScript by real fetches of a cold browser, gzip. Critical is what was asked for before the form was bound or the first row stood, but for the chunk of the socket.',
    describeScripts(figures),
    '### First load, time',
    'A processor four times slower, 1.6 Mbit/s, 150 ms, cold cache. The baseline page is React and a form.',
    describeLoads(figures),
    '### Conversations',
    'From the click to the frame that shows the newest message; then 20 messages a second for 5 s at the bottom.',
    describeConversations(figures),
    '### People list',
    describeLists(figures),
    '### A photo of twelve megapixels',
    'From choosing the file until it can be sent, scaled and encoded in a worker; tasks over 50 ms of the page’s own thread meanwhile.',
    describePictures(figures),
    '### One message in the cache',
    describeAppends(figures),
  ].join('\n\n');
}

function listGoals({
  scripts,
  loads,
  conversations,
  lists,
  pictures,
  appends,
}: ClientFigures): Goal[] {
  const weigh = (name: string): Reading | undefined => {
    const load = scripts.get(name);
    return load && fix(sum(load.critical.map(({ bytes }) => bytes)) / KILO);
  };
  const times = (name: string, pick: (times: PageTimes) => number) =>
    (loads.get(name) ?? []).map(pick);
  const readyRatio = (name: string) =>
    compare(
      times(name, ({ readyAt }) => readyAt),
      times(VISITS.baseline, ({ readyAt }) => readyAt),
    );
  const shortest = conversations.map((points) => points[0]?.firstOpenMs ?? Number.NaN);
  const longest = conversations.map((points) => points.at(-1)?.firstOpenMs ?? Number.NaN);
  const all = conversations.flat();
  return [
    {
      name: 'JavaScript of /login',
      bound: { atMost: 112 },
      unit: ' kB',
      measured: weigh(VISITS.login),
    },
    {
      name: 'JavaScript of / before the socket',
      bound: { atMost: 145 },
      unit: ' kB',
      measured: weigh(VISITS.home),
    },
    ...[VISITS.login, VISITS.home].flatMap((name): Goal[] => [
      {
        name: `${name} ready, of the baseline page`,
        bound: { atMost: READY_MS[name] / BASELINE_MS },
        unit: '×',
        measured: readyRatio(name),
      },
      {
        name: `${name} largest paint`,
        bound: { atMost: 500 },
        unit: ' ms',
        measured: summarize(times(name, ({ largestPaint }) => largestPaint)),
      },
      {
        name: `${name} total blocking time`,
        bound: { atMost: 60 },
        unit: ' ms',
        measured: summarize(times(name, ({ blocked }) => blocked)),
      },
      {
        name: `${name} layout shift`,
        bound: { atMost: 0 },
        measured: summarize(times(name, ({ layoutShift }) => layoutShift)),
      },
    ]),
    {
      name: 'Opening the longest conversation, of the shortest',
      bound: { atMost: 1.3 },
      unit: '×',
      measured: compare(longest, shortest),
    },
    {
      name: 'Row elements in the page',
      bound: { atMost: 200 },
      measured: fix(Math.max(...all.map(({ rows }) => rows))),
    },
    {
      name: 'Reopening a conversation (two frames)',
      bound: { atMost: 34 },
      unit: ' ms',
      measured: summarize(all.map(({ reopenMs }) => reopenMs)),
    },
    {
      name: 'Long tasks while messages arrive, each run',
      bound: { atMost: 0 },
      measured: summarize(all.map(({ longTasks }) => longTasks)),
    },
    {
      name: 'First row with most people, of fewest',
      bound: { atMost: 1.3 },
      unit: '×',
      measured: fix((lists.at(-1)?.readyMs ?? Number.NaN) / (lists[0]?.readyMs ?? Number.NaN)),
    },
    {
      name: 'A key in the search box with most people',
      bound: { atMost: 16 },
      unit: ' ms',
      measured: fix(lists.at(-1)?.keyMs ?? Number.NaN),
    },
    {
      name: 'A photo of twelve megapixels as it is sent',
      bound: { atMost: 400 },
      unit: ' kB',
      measured: summarize(pictures.map(({ sentBytes }) => sentBytes / KILO)),
    },
    {
      name: 'Long tasks while it is prepared, each run',
      bound: { atMost: 0 },
      measured: summarize(pictures.map(({ longTasks }) => longTasks)),
    },
    {
      name: 'One message in the cache, any length',
      bound: { atMost: 10 },
      unit: ' µs',
      measured: summarize(appends.map(({ microseconds }) => microseconds)),
    },
  ];
}

function describeScripts({ scripts }: ClientFigures): string {
  return formatTable(
    ['page', 'critical', 'files', 'later'],
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
    [
      'page',
      'ready, of the baseline',
      'ready ms',
      'first paint ms',
      'largest paint ms',
      'blocked ms',
      'layout shift',
    ],
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

function describeConversations({ conversations }: ClientFigures): string {
  const [first = []] = conversations;
  return formatTable(
    [
      'messages',
      'first open ms',
      'reopen ms',
      'rows',
      'main thread for an arrival, ms',
      'long tasks',
    ],
    first.map(({ messages }, index) => {
      const points = conversations.flatMap((round) => round[index] ?? []);
      return [
        formatNumber(messages),
        formatReading(summarize(points.map(({ firstOpenMs }) => firstOpenMs))),
        formatReading(summarize(points.map(({ reopenMs }) => reopenMs))),
        formatNumber(median(points.map(({ rows }) => rows))),
        formatReading(summarize(points.map(({ arrivalMs }) => arrivalMs))),
        formatReading(summarize(points.map(({ longTasks }) => longTasks))),
      ];
    }),
  );
}

function describeLists({ lists }: ClientFigures): string {
  return formatTable(
    ['people', 'first row ms', 'search key ms'],
    lists.map(({ people, readyMs, keyMs }) => [people, readyMs, keyMs].map(formatNumber)),
  );
}

function describePictures({ pictures }: ClientFigures): string {
  return formatTable(
    ['chosen', 'sent', 'ready ms', 'long tasks'],
    [
      [
        formatBytes(median(pictures.map(({ chosenBytes }) => chosenBytes))),
        formatBytes(median(pictures.map(({ sentBytes }) => sentBytes))),
        formatReading(summarize(pictures.map(({ readyMs }) => readyMs))),
        formatReading(summarize(pictures.map(({ longTasks }) => longTasks))),
      ],
    ],
  );
}

function describeAppends({ appends }: ClientFigures): string {
  return formatTable(
    ['messages in the conversation', 'µs'],
    appends.map(({ messages, microseconds }) => [messages, microseconds].map(formatNumber)),
  );
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function fix(value: number): Reading {
  return summarize([value]);
}
