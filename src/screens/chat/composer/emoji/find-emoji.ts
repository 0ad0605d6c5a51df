/** Search for emoji: of the picker, and of `:name` in the box. Loaded with the first of them. */
import { foldText } from '../../../../protocol/search-text.ts';
import { type Emoji, getEmoji } from './emoji-data.ts';
import { findBegun, findMeant } from './emoji-words.ts';

/** Ranks of kinds of matches; the lower is better. Within a kind up to 99 letters may be missing. */
const BEGINNING = 100;
const BEGUN_WORD = 200;
const WORD = 300;
const TAG = 400;
const ALL_WORDS = 500;
const PART = 600;
/** Shorter parts are in too many names. */
const PART_MIN = 3;

/** An emoji with its folded names, words separated by spaces. */
interface Entry {
  emoji: Emoji;
  phrases: readonly string[];
  tags: readonly string[];
}

let entries: readonly Entry[] | null = null;

const toPhrase = (text: string) => foldText(text.replaceAll('_', ' ')).trim();

function getEntries(): readonly Entry[] {
  entries ??= getEmoji().map((emoji) => ({
    emoji,
    phrases: [...emoji.names, emoji.label].map(toPhrase),
    tags: emoji.tags.map(toPhrase),
  }));
  return entries;
}

/**
 * Best first: what people mean by exactly this word; names with this beginning, of which the shortest is the nearest;
 * words of a name with this beginning; tags; every word of the query somewhere; a part of a name. Otherwise in the
 * order of the data. An empty query finds nothing.
 */
export function findEmoji(query: string): Emoji[] {
  const wanted = toPhrase(query);
  if (wanted === '') return [];
  const meant = new Map<string, number>();
  for (const { emoji, left } of findBegun(wanted)) {
    meant.set(emoji, Math.min(BEGUN_WORD + left, meant.get(emoji) ?? Number.POSITIVE_INFINITY));
  }
  for (const [index, emoji] of findMeant(wanted).entries()) meant.set(emoji, index);
  return getEntries()
    .map((entry) => ({
      emoji: entry.emoji,
      rank: Math.min(
        meant.get(entry.emoji.emoji) ?? Number.POSITIVE_INFINITY,
        rankMatch(entry, wanted),
      ),
    }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ emoji }) => emoji);
}

function rankMatch({ tags, phrases }: Entry, wanted: string): number {
  const begun = phrases.filter((phrase) => phrase.startsWith(wanted));
  if (begun.length > 0) {
    return BEGINNING + Math.min(...begun.map((phrase) => phrase.length - wanted.length));
  }
  if (phrases.some((phrase) => phrase.includes(` ${wanted}`))) return WORD;
  if (tags.includes(wanted)) return TAG;
  const words = [...tags, ...phrases.flatMap((phrase) => phrase.split(' '))];
  const isIn = (part: string) => words.some((word) => word.startsWith(part));
  if (wanted.split(' ').every(isIn)) return ALL_WORDS;
  const isPart = wanted.length >= PART_MIN && phrases.some((phrase) => phrase.includes(wanted));
  return isPart ? PART : Number.POSITIVE_INFINITY;
}

/** An offer for `:name`. */
export interface EmojiOffer {
  emoji: string;
  /** Its name between colons; without one its label. */
  name: string;
}

const MAX_OFFERS = 8;

/** Offers for a name that is being typed, best first. */
export function offerEmoji(query: string): EmojiOffer[] {
  const start = foldText(query);
  return findEmoji(query)
    .slice(0, MAX_OFFERS)
    .map(({ emoji, label, names }) => {
      const name = names.find((one) => one.startsWith(start)) ?? names[0];
      return { emoji, name: name === undefined ? label : `:${name}:` };
    });
}

/** The emoji of exactly this name. */
export const findEmojiByName = (name: string): string | undefined =>
  getEmoji().find(({ names }) => names.includes(foldText(name)))?.emoji;
