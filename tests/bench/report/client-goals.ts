/** The client's goals. Ratios are taken round by round, so that a slow round does not count for one side only. */
import type { ConversationPoint } from '../client/conversations.ts';
import { type ClientFigures, VISITS } from '../client/measure-client.ts';
import type { PageTimes } from '../client/page-times.ts';
import { compare, type Reading, summarize } from '../statistics.ts';
import type { Goal } from './goals.ts';

const KILO = 1_000;
/**
 * Form ready within 1,260 ms and first row within 1,480 ms on the machine where the baseline page took
 * this long, quiet: the bounds as multiples of the baseline.
 */
const BASELINE_MS = 720;
const READY_MS = { [VISITS.login]: 1_260, [VISITS.home]: 1_480 };

export function listClientGoals(figures: ClientFigures): Goal[] {
  return [...listLoadGoals(figures), ...listConversationGoals(figures)];
}

function listLoadGoals({ scripts, loads }: ClientFigures): Goal[] {
  const weigh = (name: string): Reading | undefined => {
    const load = scripts.get(name);
    const bytes = load?.critical.reduce((total, script) => total + script.bytes, 0);
    return bytes === undefined ? undefined : fix(bytes / KILO);
  };
  const times = (name: string, pick: (times: PageTimes) => number) =>
    (loads.get(name) ?? []).map(pick);
  const readyAt = ({ readyAt }: PageTimes) => readyAt;
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
        measured: compare(times(name, readyAt), times(VISITS.baseline, readyAt)),
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
  ];
}

function listConversationGoals({ openings, conversations }: ClientFigures): Goal[] {
  const all = conversations.flat();
  const read = (pick: (point: ConversationPoint) => number) => summarize(all.map(pick));
  const longest = openings.map((round) => round.at(-1)?.firstMs ?? Number.NaN);
  const shortest = openings.map((round) => round[0]?.firstMs ?? Number.NaN);
  return [
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
      name: 'Frames until a conversation opened before stands',
      bound: { atMost: 2 },
      measured: summarize(openings.flat().map(({ againFrames }) => againFrames)),
    },
    {
      name: 'Rows rendered for one that arrives',
      bound: { atMost: 1 },
      measured: read(({ arrivalRows }) => arrivalRows),
    },
    {
      name: 'A message that arrives with Devtools open, of one without',
      bound: { atMost: 1.05 },
      unit: '×',
      measured: read(({ arrivalWithDevtools }) => arrivalWithDevtools),
    },
    {
      name: 'Long tasks while messages arrive, each run',
      bound: { atMost: 0 },
      measured: read(({ longTasks }) => longTasks),
    },
    {
      name: 'How far the top row strays when older pages load',
      bound: { atMost: 1 },
      unit: ' px',
      measured: fix(Math.max(...all.map(({ strayedPx }) => strayedPx))),
    },
    {
      name: 'A key in the box with the longest conversation',
      bound: { atMost: 16 },
      unit: ' ms',
      measured: summarize(conversations.map((points) => points.at(-1)?.keyMs ?? Number.NaN)),
    },
    {
      name: 'Renders outside the box while typing',
      bound: { atMost: 0 },
      measured: read(({ rendersOutsideBox }) => rendersOutsideBox),
    },
  ];
}

function fix(value: number): Reading {
  return summarize([value]);
}
