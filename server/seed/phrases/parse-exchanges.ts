/**
 * Exchanges are written as they are spoken:
 *
 *   @ morning winter      when it fits (optional): times of day, seasons; `once`: not again
 *   > Did you sleep?      the one who begins
 *   < Like a stone.       the other one
 *   | And you?            another line of the same message
 *   > [coffee]            a picture of that kind
 *
 * An empty line, or the next `@`, ends an exchange. `{dish}` stands for one of the words of that kind.
 */
import { isSceneKind, type SceneKind } from '../drawing/scenery.ts';

const TIMES = ['morning', 'evening', 'night'] as const;
/** In the order of the year, from December on. */
export const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;
export type DayTime = (typeof TIMES)[number];
export type Season = (typeof SEASONS)[number];

export interface Turn {
  /** Whether the one who begins says it. */
  isFirst: boolean;
  content: { text: string } | { picture: SceneKind };
}

export interface Exchange {
  time?: DayTime;
  season?: Season;
  /** Nobody says it twice to the same person. */
  isOnce?: true;
  /** The first of a pair begins; without it, either does. */
  hasRoles?: true;
  turns: Turn[];
}

/** Throws where a line cannot be understood, and names it. */
export function parseExchanges(written: string): Exchange[] {
  const exchanges: Exchange[] = [];
  let exchange: Exchange = { turns: [] };

  function finish(): void {
    if (exchange.turns.length > 0) exchanges.push(exchange);
    exchange = { turns: [] };
  }

  for (const line of written.split('\n')) {
    const mark = line.charAt(0);
    const rest = line.slice(2).trim();
    if (line.trim() === '') finish();
    else if (mark === '@') {
      finish();
      exchange = { ...readOccasion(rest), turns: [] };
    } else if (mark === '>' || mark === '<') {
      exchange.turns.push({ isFirst: mark === '>', content: readContent(rest) });
    } else if (mark === '|') addLine(exchange, rest);
    else throw new Error(`This line of an exchange begins with no mark: ${line}`);
  }
  finish();
  return exchanges;
}

function readOccasion(words: string): Omit<Exchange, 'turns'> {
  const occasion: Omit<Exchange, 'turns'> = {};
  for (const word of words.split(' ')) {
    const time = TIMES.find((known) => known === word);
    const season = SEASONS.find((known) => known === word);
    if (time) occasion.time = time;
    else if (season) occasion.season = season;
    else if (word === 'once') occasion.isOnce = true;
    else throw new Error(`An exchange cannot happen at “${word}”.`);
  }
  return occasion;
}

function readContent(said: string): Turn['content'] {
  const kind = /^\[(\w+)\]$/.exec(said)?.[1];
  if (kind === undefined) return { text: said };
  if (!isSceneKind(kind)) throw new Error(`There is no picture of “${kind}”.`);
  return { picture: kind };
}

function addLine({ turns }: Exchange, line: string): void {
  const last = turns.at(-1);
  if (!last || !('text' in last.content)) throw new Error(`There is no text to add “${line}” to.`);
  last.content = { text: `${last.content.text}\n${line}` };
}
