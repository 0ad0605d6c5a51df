/** The client's figures and goals as text. */
import type { ConversationPoint } from '../client/conversations.ts';
import { type ClientFigures, VISITS } from '../client/measure-client.ts';
import type { GridPoint } from '../client/media-grid.ts';
import type { Opening } from '../client/openings.ts';
import type { PageTimes } from '../client/page-times.ts';
import { compare, median, summarize } from '../statistics.ts';
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
    '### Second load',
    'A reload with nothing but what the browser has kept, scripts among it: the network answers no call. Milliseconds since the navigation began.',
    describeSecondLoads(figures),
    '### Conversations',
    'From the click to the frame that shows the newest message, first from the server and then again, each round in a page of its own that begins with another one; 16 keys in the box; 20 messages a second for 5 s at the bottom; three older pages.',
    describeConversations(figures),
    '### Memory',
    'The page’s heap, after collecting garbage until nothing more goes, while messages arrive in the longest conversation.',
    describeHeap(figures),
    '### People list',
    'From navigation to the first row; from a key to the frame that answers it; scrolling two rows a frame, of whose frames the slowest of twenty is told; one person in view who comes online.',
    describeLists(figures),
    '### A photo of twelve megapixels',
    'From choosing the file until it can be sent, scaled and encoded in a worker; tasks over 50 ms of the page’s own thread meanwhile.',
    describePictures(figures),
    '### The Media grid with 200 photos of twelve megapixels',
    'From the click on the conversation until the tiles in view are shown; the grid scrolled to its end and back, half a row a frame: the slowest frame of twenty, tasks over 50 ms of the page’s own thread, the most that its pictures take when decoded, and the work of the page’s process, its workers included, there and back.',
    describeGrids(figures),
    '### One message in the cache',
    describeAppends(figures),
  ].join('\n\n');
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

function describeNoise({ loads, openings, conversations, lists }: ClientFigures): string {
  const ready = (name: string) => (loads.get(name) ?? []).map(({ readyAt }) => readyAt);
  const opens = (index: number) => openings.map((round) => round[index]?.firstMs ?? Number.NaN);
  const keys = (index: number) => conversations.map((points) => points[index]?.keyMs ?? Number.NaN);
  const people = (index: number) => lists[index]?.readyMs ?? [];
  return formatTable(
    ['what', 'again, of before'],
    [
      [
        'baseline page ready',
        compare(ready(VISITS.baselineAgain), ready(VISITS.baseline)),
      ] as const,
      ['opening a conversation of 100', compare(opens(1), opens(0))] as const,
      ['a key in the box', compare(keys(1), keys(0))] as const,
      ['first row of 100 people', compare(people(1), people(0))] as const,
    ].map(([what, reading]) => [what, formatReading(reading, '×')]),
  );
}

function describeSecondLoads({ secondLoads }: ClientFigures): string {
  const read = (values: number[]) => formatReading(summarize(values));
  return formatTable(
    ['people ms', 'the last conversation ms'],
    [
      [
        read(secondLoads.map(({ peopleMs }) => peopleMs)),
        read(secondLoads.map(({ conversationMs }) => conversationMs)),
      ],
    ],
  );
}

function describeConversations({ openings, conversations }: ClientFigures): string {
  const [first = []] = conversations;
  return formatTable(
    [
      'messages',
      'first open ms',
      'again ms',
      'frames',
      'rows',
      'key ms',
      'renders outside the box',
      'arrival ms',
      'rows rendered',
      'long tasks',
      'strayed px',
    ],
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
        read(({ rendersOutsideBox }) => rendersOutsideBox),
        read(({ arrivalMs }) => arrivalMs),
        read(({ arrivalRows }) => arrivalRows),
        read(({ longTasks }) => longTasks),
        read(({ strayedPx }) => strayedPx),
      ];
    }),
  );
}

function describeHeap({ heap }: ClientFigures): string {
  return formatTable(
    ['received', 'heap'],
    heap.map(({ received, heap: bytes }) => [formatNumber(received), formatBytes(bytes)]),
  );
}

function describeLists({ lists }: ClientFigures): string {
  return formatTable(
    [
      'people',
      'first row ms',
      'search key ms',
      'switcher key ms',
      'rows',
      'slow frame ms',
      'long tasks',
      'rows rendered for one online',
    ],
    lists.map((list) => [
      formatNumber(list.people),
      formatReading(summarize(list.readyMs)),
      ...[
        list.keyMs,
        list.switcherKeyMs,
        list.rows,
        list.frameMs,
        list.longTasks,
        list.onlineRows,
      ].map(formatNumber),
    ]),
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

function describeGrids({ grids }: ClientFigures): string {
  return formatTable(
    ['', 'shown ms', 'slow frame ms', 'long tasks', 'decoded', 'work there ms', 'back ms'],
    [true, false].map((hasThumbnails) => {
      const points = grids.filter((point) => point.hasThumbnails === hasThumbnails);
      const read = (pick: (point: GridPoint) => number) =>
        formatReading(summarize(points.map(pick)));
      return [
        hasThumbnails ? 'thumbnails' : 'the photos themselves',
        read(({ shownMs }) => shownMs),
        read(({ frameMs }) => frameMs),
        read(({ longTasks }) => longTasks),
        formatBytes(median(points.map(({ decodedBytes }) => decodedBytes))),
        read(({ thereMs }) => thereMs),
        read(({ backMs }) => backMs),
      ];
    }),
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
