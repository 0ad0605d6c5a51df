/** What the demo says, who to whom and when: a pure function of the present minute. */
import { isSceneKind } from '../drawing/scenery.ts';
import { DEMO_PEOPLE, type PersonKey, SIGN_INS } from '../people.ts';
import { ELIN_AND_MATEO } from '../phrases/elin-and-mateo.ts';
import { EVERYDAY } from '../phrases/everyday.ts';
import { parseExchanges } from '../phrases/parse-exchanges.ts';
import { PASSING } from '../phrases/passing.ts';
import { FIRST_WORDS, LATEST_WORDS, UNSEEN_WORDS } from '../phrases/scripted.ts';
import { makeRandom } from '../random.ts';
import { planChatter } from './chatter.ts';
import { planJourney } from './journey.ts';
import { planLetters } from './letters.ts';
import { DAY, MINUTE, type Pair, type PlannedMessage } from './planned-message.ts';

export interface DemoPlan {
  /** Of all conversations, in the order of time. */
  messages: PlannedMessage[];
  /** When somebody was last connected; absent: never. */
  lastSeen: ReadonlyMap<PersonKey, number>;
}

/** Messages in the longest conversation. */
export const LONGEST = 20_000;

/** Everyday conversations: how many messages, and how long ago the last one was. */
const CHATS: ReadonlyArray<readonly [...Pair, count: number, minutesAgo: number]> = [
  ['elin', 'amina', 420, 1700],
  ['elin', 'grace', 310, 2900],
  ['elin', 'kenji', 260, 30 * 1440],
  ['elin', 'priya', 240, 66],
  ['elin', 'seun', 190, 300],
  ['elin', 'siobhan', 150, 1900],
  ['elin', 'thandi', 64, 12 * 1440],
  ['elin', 'luca', 38, 5 * 1440],
  ['elin', 'tomasz', 22, 80 * 1440],
  ['elin', 'harpreet', 12, 200 * 1440],
  ['elin', 'leila', 9, 300 * 1440],
  ['elin', 'fatima', 5, 500 * 1440],
  ['mateo', 'siobhan', 260, 130],
  ['mateo', 'luca', 230, 1500],
  ['mateo', 'leila', 140, 3000],
  ['mateo', 'amina', 110, 700],
  ['mateo', 'juergen', 80, 4 * 1440],
  ['mateo', 'kenji', 44, 40 * 1440],
  ['mateo', 'priya', 35, 9 * 1440],
  ['mateo', 'grace', 16, 25 * 1440],
  ['mateo', 'sione', 6, 130 * 1440],
];

/** How many pairs of the others talk, too. */
const OTHER_PAIRS = 45;

export function planDemo(now: number): DemoPlan {
  const random = makeRandom('plan');
  const everyday = [...parseExchanges(EVERYDAY), ...parseExchanges(PASSING)];
  const chats = [...CHATS, ...pairOthers()].flatMap(([first, second, count, minutesAgo]) => {
    const messages = planChatter({
      pair: [first, second],
      count,
      end: now - minutesAgo * MINUTE,
      perDay: random.between(0.15, 0.6),
      exchanges: everyday,
    });
    leaveSomeUnseen(messages, random.next());
    return messages;
  });

  const messages = [
    ...planLongest(now, everyday),
    ...chats,
    ...planLetters(now),
    ...planJourney(now),
    ...UNSEEN_WORDS.map(([to, minutesAgo, from, said]) =>
      message(from, to, now - minutesAgo * MINUTE, said, 'delivered'),
    ),
  ];
  // Stable: messages of one moment keep the order in which they were planned.
  messages.sort((first, second) => first.at - second.at);
  return { messages, lastSeen: planLastSeen(messages, now) };
}

function planLongest(now: number, everyday: ReturnType<typeof parseExchanges>): PlannedMessage[] {
  const own = parseExchanges(ELIN_AND_MATEO).map((each) => ({ ...each, hasRoles: true as const }));
  const years = planChatter({
    pair: ['elin', 'mateo'],
    count: LONGEST - FIRST_WORDS.length - LATEST_WORDS.length,
    end: now - 4400 * MINUTE,
    perDay: 2.4,
    // Their own words twice as often as anybody's.
    exchanges: [
      ...own,
      ...own.filter(({ isOnce }) => !isOnce).map((each) => ({ ...each })),
      ...everyday,
    ],
  });
  const begin = (years[0]?.at ?? now) - DAY;
  const other = (key: PersonKey): PersonKey => (key === 'elin' ? 'mateo' : 'elin');
  return [
    ...FIRST_WORDS.map(([from, said], index) =>
      message(from, other(from), begin + index * 2 * MINUTE, said, 'seen'),
    ),
    ...years,
    ...LATEST_WORDS.map(([minutesAgo, from, said], index) =>
      message(
        from,
        other(from),
        now - minutesAgo * MINUTE,
        said,
        index === LATEST_WORDS.length - 1 ? 'delivered' : 'seen',
      ),
    ),
  ];
}

function message(
  from: PersonKey,
  to: PersonKey,
  at: number,
  said: string,
  state: PlannedMessage['state'],
): PlannedMessage {
  const [, kind, variant] = /^\[(\w+) (\d)\]$/.exec(said) ?? [];
  const content =
    kind !== undefined && isSceneKind(kind)
      ? { picture: { kind, variant: Number(variant) } }
      : { text: said };
  return { from, to, at, content, state };
}

/** Pairs without Elin and Mateo, so that everybody who signs in finds somebody. */
function pairOthers(): Array<readonly [...Pair, number, number]> {
  const random = makeRandom('other pairs');
  const isSignIn = (key: PersonKey) => SIGN_INS.some((each) => each === key);
  const others = DEMO_PEOPLE.map(({ key }) => key).filter((key) => !isSignIn(key));
  const pairs = others.flatMap((first, index) =>
    others.slice(index + 1).map((second) => [first, second] as const),
  );
  return random
    .shuffle(pairs)
    .slice(0, OTHER_PAIRS)
    .map(([first, second]) => [
      first,
      second,
      Math.round(2 + 60 * random.next() ** 3),
      random.between(90, 400 * 1440),
    ]);
}

/** The end of some conversations has not been seen, or not even arrived; Elin's and Mateo's are told by hand. */
function leaveSomeUnseen(messages: PlannedMessage[], chance: number): void {
  const last = messages.at(-1);
  if (!last || chance > 0.35 || SIGN_INS.some((key) => key === last.to)) return;
  for (let index = messages.length - 1; messages[index]?.from === last.from; index--) {
    const each = messages[index];
    if (each) each.state = chance < 0.12 ? 'sent' : 'delivered';
  }
}

/** Nobody was seen last before the last thing they wrote. */
function planLastSeen(messages: readonly PlannedMessage[], now: number): Map<PersonKey, number> {
  const random = makeRandom('last seen');
  const wroteAt = new Map(messages.map(({ from, at }) => [from, at]));
  const times = new Map<PersonKey, number>();
  for (const { key } of DEMO_PEOPLE) {
    const minutes = 3 + 60 * 24 * 40 * random.next() ** 4;
    if (!random.chance(0.9)) continue;
    times.set(key, Math.max(Math.round(now - minutes * MINUTE), wroteAt.get(key) ?? 0));
  }
  return times;
}
