/** What the people of the demo say, to whom and when: a pure function of the present minute. */

import { DEMO_PEOPLE } from './people.ts';
import conversations from './phrases/conversations.json' with { type: 'json' };
import exchanges from './phrases/exchanges.json' with { type: 'json' };
import words from './phrases/words.json' with { type: 'json' };
import { makeRandom, type Random } from './random.ts';

export interface PlannedMessage {
  from: string;
  to: string;
  /** Epoch milliseconds. */
  at: number;
  /** `picture` names a file in `pictures/scenes`, without its ending. */
  content: { text: string } | { picture: string };
  /** How far it got; within one direction of a conversation it never goes back from worse to better. */
  state: 'sent' | 'delivered' | 'seen';
  firstText?: string | undefined;
  repliesTo?: string | undefined;
  /** The receiver's. */
  reaction?: string | undefined;
}

export interface DemoPlan {
  /** Of all conversations, in the order of time. */
  messages: PlannedMessage[];
  /** When somebody was last connected: for the last thing they wrote. Absent: never. */
  lastSeen: ReadonlyMap<string, number>;
}

/**
 * Each line begins with `> ` (the person who begins) or `< ` (the other one). Then comes a text, in which `{dish}` stands
 * for a word of that list in `words.json`, or a picture: `[coffee]`.
 */
interface Exchange {
  says: readonly string[];
  time?: string | undefined;
  season?: string | undefined;
  /** Nobody says it twice to the same person. */
  isOnce?: boolean | undefined;
  /** The first of a pair begins; without it, either does. */
  hasRoles?: boolean;
}

type Pair = readonly [string, string];

export const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const VARIANTS = 4;
/** In the order of the year, from December on. */
const SEASONS = ['winter', 'spring', 'summer', 'autumn'];
const PICTURE_REACTIONS = ['❤️', '😍', '👏', '😄'];

/** When an exchange may begin, in minutes after midnight; they lie far enough apart not to overlap. */
const STARTS: ReadonlyArray<readonly [minute: number, time?: string]> = [
  [400, 'morning'],
  [520, 'morning'],
  [640],
  [770],
  [900],
  [1040, 'evening'],
  [1160, 'evening'],
  [1290, 'night'],
];

export function planDemo(now: number): DemoPlan {
  const messages = [
    ...conversations.chats.flatMap((chat) => planChat(chat, now)),
    ...conversations.latest.map(
      ({ minutesAgo, says, isUnseen, ...line }): PlannedMessage => ({
        ...line,
        at: now - minutesAgo * MINUTE,
        content: toContent(says, makeRandom(says)),
        state: isUnseen ? 'delivered' : 'seen',
      }),
    ),
    ...planLetters(now),
    ...planJourney(now),
  ];
  // Stable: messages of one moment keep the order in which they were planned.
  messages.sort((first, second) => first.at - second.at);
  return { messages, lastSeen: new Map(messages.map(({ from, at }) => [from, at])) };
}

function planChat(chat: (typeof conversations.chats)[number], now: number): PlannedMessage[] {
  const { first, second, firstWords, lastState } = chat;
  const random = makeRandom(`chat ${first} ${second}`);
  const own: Exchange[] = exchanges.elinAndMateo.map((each) => ({ ...each, hasRoles: true }));
  // Their own words twice as often as anybody's.
  const ownAgain = own.filter(({ isOnce }) => !isOnce).map((each) => ({ ...each }));
  const messages = planChatter({
    pair: [first, second],
    count: chat.count,
    end: now - chat.minutesAgo * MINUTE,
    perDay: chat.perDay ?? random.between(0.15, 0.6),
    exchanges: firstWords ? [...own, ...ownAgain, ...exchanges.anybody] : exchanges.anybody,
    random,
  });
  if (firstWords) {
    const dayBefore = (messages[0]?.at ?? now) - DAY;
    const exchange = { says: firstWords, hasRoles: true };
    messages.unshift(...speak([first, second], exchange, dayBefore, random));
  }
  if (lastState) {
    const from = messages.at(-1)?.from;
    const before = messages.findLastIndex((message) => message.from !== from);
    for (const message of messages.slice(before + 1)) {
      message.state = lastState === 'sent' ? 'sent' : 'delivered';
      delete message.reaction;
    }
  }
  return messages;
}

/** Exactly `count` messages, the oldest first; planned backwards from the last one. */
function planChatter(chatter: {
  pair: Pair;
  count: number;
  end: number;
  perDay: number;
  exchanges: readonly Exchange[];
  random: Random;
}): PlannedMessage[] {
  const { pair, count, end, perDay, random } = chatter;
  const deal = makeDeck(chatter.exchanges, random);
  // The last exchange ends at a given minute, whatever the time of day.
  const backwards = speak(pair, deal(seasonOf(end)), end, random).reverse();
  const shift = Math.round(end) - (backwards[0]?.at ?? end);
  for (const message of backwards) message.at += shift;
  for (let day = 1; backwards.length < count; day++) {
    const midnight = new Date(end - day * DAY).setHours(0, 0, 0, 0);
    const exchangesToday = Math.floor(perDay * random.between(0.2, 1.8) + random.next());
    const starts = random
      .shuffle(STARTS)
      .slice(0, exchangesToday)
      .sort(([first], [second]) => second - first);
    for (const [minute, time] of starts) {
      const start = midnight + (minute + random.between(0, 45)) * MINUTE;
      backwards.push(...speak(pair, deal(seasonOf(midnight), time), start, random).reverse());
    }
  }
  return backwards.slice(0, count).reverse();
}

/**
 * Deals an exchange that fits the occasion and was not said lately: goes through all in a chance order before one comes
 * again.
 */
function makeDeck(all: readonly Exchange[], random: Random) {
  let cards = random.shuffle(all);
  const again = all.filter(({ isOnce }) => !isOnce);
  const reshuffle = () => {
    // Some of those with pictures are left out, so that a picture stays something to look at.
    const isDealt = ({ says }: Exchange) =>
      !says.some((line) => PICTURE.test(line.slice(2))) || random.chance(0.62);
    const dealt = again.filter((card) => !cards.includes(card) && isDealt(card));
    cards = [...cards, ...random.shuffle(dealt)];
  };
  return (season: string | undefined, time?: string): Exchange => {
    if (cards.length < again.length / 3) reshuffle();
    const fits = (card: Exchange) =>
      (card.time === undefined || card.time === time) &&
      (card.season === undefined || card.season === season);
    if (!cards.some(fits)) reshuffle();
    const [card] = cards.splice(cards.findIndex(fits), 1);
    if (!card) throw new Error('No exchange fits this occasion.');
    return card;
  };
}

function speak(pair: Pair, exchange: Exchange, start: number, random: Random): PlannedMessage[] {
  const isInOrder = exchange.hasRoles || random.chance(0.5);
  const [first, second] = isInOrder ? pair : [pair[1], pair[0]];
  const meanings = new Map<string, string>();
  const names = DEMO_PEOPLE.filter(({ key }) => pair.includes(key)).map(
    ({ fullName }) => fullName.split(' ')[0] ?? fullName,
  );
  let at = start;
  return exchange.says.map((line) => {
    // Mostly quick; the whole exchange stays well within the time to the next one.
    at += random.chance(0.15) ? random.between(2, 6) * MINUTE : random.between(9_000, 80_000);
    const [from, to] = line.startsWith('>') ? [first, second] : [second, first];
    const content = toContent(fillWords(line.slice(2), meanings, names, random), random);
    const isLiked = 'picture' in content && random.chance(0.3);
    const reaction = isLiked ? random.pick(PICTURE_REACTIONS) : undefined;
    return { from, to, at: Math.round(at), state: 'seen', content, reaction };
  });
}

/**
 * Puts a word in each brace. `meanings` keeps what a brace stood for, so that an exchange stays about the same thing;
 * `avoid` names people who would be told about themselves.
 */
function fillWords(
  template: string,
  meanings: Map<string, string>,
  avoid: readonly string[],
  random: Random,
): string {
  if (!template.includes('{')) return template;
  const lists = new Map<string, readonly string[]>(Object.entries(words));
  const filled = template.replaceAll(
    /(\b[Aa] )?\{(\w+)\}/g,
    (brace, article: string | undefined, kind: string) => {
      const list = lists.get(kind);
      if (!list) throw new Error(`There are no words for ${brace}.`);
      const word = meanings.get(kind) ?? random.pick(list.filter((each) => !avoid.includes(each)));
      meanings.set(kind, word);
      const needsN = article !== undefined && /^[aeiou]/i.test(word);
      return `${needsN ? article.replace(' ', 'n ') : (article ?? '')}${word}`;
    },
  );
  // A word from a list may stand where a sentence begins.
  return filled.replaceAll(
    /(^|[.?!] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

const PICTURE = /^\[(\w+)(?: (\d))?\]$/;

function toContent(says: string, random: Random): PlannedMessage['content'] {
  const [, kind, variant = random.whole(0, VARIANTS - 1)] = PICTURE.exec(says) ?? [];
  return kind === undefined ? { text: says } : { picture: `${kind}-${variant}` };
}

/** Short conversations between two people who have their own words; their exchanges are a day or more apart. */
function planLetters(now: number): PlannedMessage[] {
  return conversations.letters.flatMap(({ first, second, daysAgo, exchanges: letters }) => {
    const random = makeRandom(`letters ${first} ${second}`);
    let day = now - daysAgo * DAY - random.between(70, 200) * MINUTE;
    const backwards = letters.toReversed().map((letter) => {
      const messages = speak([first, second], { ...letter, hasRoles: true }, day, random);
      day -= random.between(1, 5) * DAY;
      return messages;
    });
    return backwards.reverse().flat();
  });
}

/** Kenji's journey, stop by stop; Elin has not seen any of it. */
function planJourney(now: number): PlannedMessage[] {
  const random = makeRandom('journey');
  const { journey } = conversations;
  const step = (19 * DAY) / journey.length;
  return journey.map((says, index) => {
    const before = journey.length - 1 - index;
    const jitter = before === 0 ? 0 : random.between(-0.4, 0.4);
    const at = Math.round(now - 52 * MINUTE - (before + jitter) * step);
    return { from: 'kenji', to: 'elin', at, content: toContent(says, random), state: 'delivered' };
  });
}

/** Of the northern half of the world, where the harbour is. */
function seasonOf(at: number): string | undefined {
  return SEASONS[Math.floor(((new Date(at).getMonth() + 1) % 12) / 3)];
}
