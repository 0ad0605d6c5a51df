/** Years of small exchanges between two people, planned backwards from their last one. */
import { VARIANTS } from '../drawing/scenery.ts';
import { DEMO_PEOPLE } from '../people.ts';
import { type DayTime, type Exchange, SEASONS, type Season } from '../phrases/parse-exchanges.ts';
import { makeRandom, type Random } from '../random.ts';
import { makeDeck } from './deck.ts';
import { fillWords } from './fill-words.ts';
import { DAY, MINUTE, type Pair, type PlannedMessage } from './planned-message.ts';

interface Chatter {
  pair: Pair;
  count: number;
  /** When the last message was sent. */
  end: number;
  /** Exchanges on an ordinary day. */
  perDay: number;
  exchanges: readonly Exchange[];
}

/** When an exchange may begin, in minutes after midnight; they lie far enough apart not to overlap. */
const STARTS: ReadonlyArray<readonly [minute: number, time?: DayTime]> = [
  [400, 'morning'],
  [520, 'morning'],
  [640],
  [770],
  [900],
  [1040, 'evening'],
  [1160, 'evening'],
  [1290, 'night'],
];

/** Exactly `count` messages, the oldest first. */
export function planChatter(chatter: Chatter): PlannedMessage[] {
  const { pair, count, end, perDay, exchanges } = chatter;
  const random = makeRandom(`chatter ${pair.join(' ')}`);
  const deck = makeDeck(exchanges, random);
  const backwards: PlannedMessage[] = [];

  function add(start: number, exchange: Exchange): number {
    const messages = speak(chatter, exchange, start, random);
    backwards.push(...messages.reverse());
    return messages.length;
  }

  // The last exchange ends at a given minute, whatever the time of day.
  const last = deck.deal({ season: seasonOf(end) });
  add(end, last);
  const lastTaken = backwards[0];
  const shift = lastTaken ? Math.round(end) - lastTaken.at : 0;
  for (const message of backwards) message.at += shift;

  for (let day = 1; backwards.length < count; day++) {
    const midnight = new Date(end - day * DAY).setHours(0, 0, 0, 0);
    const season = seasonOf(midnight);
    const starts = random
      .shuffle(STARTS)
      .slice(0, countToday(perDay, random))
      .sort(([first], [second]) => second - first);
    for (const [minute, time] of starts) {
      const start = midnight + (minute + random.between(0, 45)) * MINUTE;
      add(start, deck.deal(time ? { time, season } : { season }));
    }
  }
  return backwards.slice(0, count).reverse();
}

function countToday(perDay: number, random: Random): number {
  const wanted = perDay * random.between(0.2, 1.8);
  return Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0);
}

function speak(
  { pair }: Chatter,
  { turns, hasRoles }: Exchange,
  start: number,
  random: Random,
): PlannedMessage[] {
  const [first, second] = hasRoles || random.chance(0.5) ? pair : [pair[1], pair[0]];
  const meanings = new Map<string, string>();
  const avoid = pair.map(givenName);
  let at = start;
  return turns.map(({ isFirst, content }) => {
    // Mostly quick; the whole exchange stays well within the time to the next one.
    at += random.chance(0.15) ? random.between(2, 6) * MINUTE : random.between(9_000, 80_000);
    const [from, to] = isFirst ? [first, second] : [second, first];
    return {
      from,
      to,
      at: Math.round(at),
      state: 'seen',
      content:
        'text' in content
          ? { text: fillWords(content.text, meanings, avoid, random) }
          : { picture: { kind: content.picture, variant: random.whole(0, VARIANTS - 1) } },
    };
  });
}

const givenName = (key: string) =>
  DEMO_PEOPLE.find((person) => person.key === key)?.fullName.split(' ')[0] ?? key;

/** Of the northern half of the world, where the harbour is. */
function seasonOf(at: number): Season {
  return SEASONS[Math.floor(((new Date(at).getMonth() + 1) % 12) / 3)] ?? 'winter';
}
