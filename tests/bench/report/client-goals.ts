/** The client's goals. Ratios are taken round by round, so that a slow round does not count for one side only. */
import type { ConversationPoint } from '../client/conversations.ts';
import { type ClientFigures, VISITS } from '../client/measure-client.ts';
import type { PageTimes } from '../client/page-times.ts';
import { compare, type Reading, summarize } from '../statistics.ts';
import { atMost, fix, type Goal } from './goals.ts';

const KILO = 1_000;
/**
 * Form ready within 1,260 ms and first row within 1,480 ms on the machine where the baseline page took
 * this long, quiet: the bounds as multiples of the baseline.
 */
const BASELINE_MS = 720;
const READY_MS = { [VISITS.login]: 1_260, [VISITS.home]: 1_480 };

export function listClientGoals(figures: ClientFigures): Goal[] {
  return [
    ...listLoadGoals(figures),
    ...listConversationGoals(figures),
    [
      'one change in a cache of 100,000 messages',
      atMost(10, ' µs'),
      summarize(figures.cacheChanges),
    ],
  ];
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
    ['JavaScript of /login', atMost(112, ' kB'), weigh(VISITS.login)],
    ['JavaScript of / before the socket', atMost(145, ' kB'), weigh(VISITS.home)],
    ...[VISITS.login, VISITS.home].flatMap((name): Goal[] => [
      [
        `${name} ready, of the baseline page`,
        atMost(READY_MS[name] / BASELINE_MS, '×'),
        compare(times(name, readyAt), times(VISITS.baseline, readyAt)),
      ],
      [
        `${name} largest paint`,
        atMost(500, ' ms'),
        summarize(times(name, ({ largestPaint }) => largestPaint)),
      ],
      [
        `${name} total blocking time`,
        atMost(60, ' ms'),
        summarize(times(name, ({ blocked }) => blocked)),
      ],
      [`${name} layout shift`, atMost(0), summarize(times(name, ({ layoutShift }) => layoutShift))],
    ]),
  ];
}

function listConversationGoals({ openings, conversations }: ClientFigures): Goal[] {
  const all = conversations.flat();
  const read = (pick: (point: ConversationPoint) => number) => summarize(all.map(pick));
  const longest = openings.map((round) => round.at(-1)?.firstMs ?? Number.NaN);
  const shortest = openings.map((round) => round[0]?.firstMs ?? Number.NaN);
  return [
    [
      'Opening the longest conversation, of the shortest',
      atMost(1.3, '×'),
      compare(longest, shortest),
    ],
    ['Row elements in the page', atMost(200), fix(Math.max(...all.map(({ rows }) => rows)))],
    [
      'Frames until a conversation opened before stands',
      atMost(2),
      summarize(openings.flat().map(({ againFrames }) => againFrames)),
    ],
    [
      'A message that arrives with Devtools open, of one with Devtools closed',
      atMost(1.05, '×'),
      read(({ arrivalWithDevtools }) => arrivalWithDevtools),
    ],
    ['Long tasks while messages arrive, each run', atMost(0), read(({ longTasks }) => longTasks)],
    [
      'A key in the box with the longest conversation',
      atMost(16, ' ms'),
      summarize(conversations.map((points) => points.at(-1)?.keyMs ?? Number.NaN)),
    ],
  ];
}
