/**
 * All emoji that this device can draw, as the picker takes them, and the search for `:name`. The data is part of this
 * build, never from a CDN, and loads when it is first needed.
 */
import type { Emoji } from 'emojibase';
import emojis from 'emojibase-data/en/data.json';
import messages from 'emojibase-data/en/messages.json';
import shortcodes from 'emojibase-data/en/shortcodes/github.json';
import type { EmojiData, EmojiDetails } from 'frimousse';
import { foldText } from '../../../../protocol/search-text.ts';
import { texts } from '../texts.ts';

const MAX_OFFERS = 8;
const MAX_FOUND = 45;
/** Emoji of each version with one code point, newest first. All devices that run this app have older ones. */
const WITNESSES = [
  [17, '🫪'],
  [16, '🫩'],
  [15, '🫨'],
  [14, '🫠'],
  [13, '🥲'],
] as const;

/** Of each emoji: as on GitHub, without colons. The newest emoji have none yet. */
const names = new Map<string, string[]>(
  emojis.map(({ emoji, hexcode }) => [toEmoji(emoji), [shortcodes[hexcode] ?? []].flat()]),
);

const listNames = (emoji: string): readonly string[] => names.get(emoji) ?? [];

export const emojiData = readEmojiData();

function readEmojiData(): EmojiData {
  const newest = WITNESSES.find(([, emoji]) => isDrawn(emoji))?.[0] ?? 12;
  return {
    locale: 'en',
    emojis: emojis.flatMap(({ group, version, ...one }) =>
      group === undefined || version > newest
        ? []
        : {
            emoji: toEmoji(one.emoji),
            category: group,
            label: capitalise(one.label),
            version,
            tags: one.tags ?? [],
            skins: toSkins(one),
          },
    ),
    categories: messages.groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({ index: order, label: capitalise(message) })),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  };
}

/** Emoji have their own colours; a placeholder has the text's colour. */
function isDrawn(emoji: string): boolean {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.font = '16px sans-serif';
  context.fillText(emoji, 0, 16);
  return context.getImageData(0, 0, 20, 20).data.some((value, index) => index % 4 < 3 && value > 0);
}

/** Without the variation selector for emoji that are pictures without it: keyboards do not write it either. */
function toEmoji(text: string): string {
  return text.replace(/^(\p{Emoji_Presentation})\uFE0F$/u, '$1');
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toSkins({ emoji, skins = [] }: Pick<Emoji, 'emoji' | 'skins'>) {
  const skin = (wanted: number) =>
    skins.find(({ tone }) => tone === wanted)?.emoji ?? toEmoji(emoji);
  return {
    light: skin(1),
    'medium-light': skin(2),
    medium: skin(3),
    'medium-dark': skin(4),
    dark: skin(5),
  };
}

/** Best first: names and labels with this beginning, the shortest first; then tags and words. */
function findEmoji(query: string): EmojiDetails[] {
  const wanted = foldText(query.replaceAll('_', ' ')).trim();
  if (wanted === '') return [];
  const rank = ({ emoji, label, tags }: EmojiDetails) => {
    const phrases = [label, ...listNames(emoji)].map((text) => foldText(text.replaceAll('_', ' ')));
    const begun = phrases.filter((phrase) => phrase.startsWith(wanted));
    if (begun.length > 0) return Math.min(...begun.map(({ length }) => length));
    if (tags.includes(wanted)) return 100;
    if (phrases.some((phrase) => phrase.includes(` ${wanted}`))) return 200;
    return tags.some((tag) => tag.startsWith(wanted)) ? 300 : Number.POSITIVE_INFINITY;
  };
  const ranks = new Map(emojiData.emojis.map((one) => [one, rank(one)]));
  return [...ranks]
    .filter(([, value]) => value < Number.POSITIVE_INFINITY)
    .sort(([, one], [, other]) => one - other)
    .map(([one]) => one);
}

/** The same for the picker. Its own search finds `ok` in “broken”, and ranks by the number of tags with the query. */
export function searchEmojiData(query: string): EmojiData {
  const found = findEmoji(query).slice(0, MAX_FOUND);
  const emojis = found.map((one, index) => ({
    ...one,
    category: 0,
    // A label with the query weighs as much as ten tags.
    tags: Array<string>(11 * (found.length - index)).fill(query),
  }));
  return { ...emojiData, emojis, categories: [{ index: 0, label: texts.foundEmoji }] };
}

/** An offer for `:name`. */
export interface EmojiOffer {
  emoji: string;
  /** Its name between colons; without one its label. */
  name: string;
}

export function offerEmoji(query: string): EmojiOffer[] {
  return findEmoji(query)
    .slice(0, MAX_OFFERS)
    .map(({ emoji, label }) => {
      const own = listNames(emoji);
      const name = own.find((one) => one.startsWith(foldText(query))) ?? own[0];
      return { emoji, name: name === undefined ? label : `:${name}:` };
    });
}

/** The emoji of exactly this name. */
export const findEmojiByName = (name: string): string | undefined =>
  [...names].find(([, own]) => own.includes(foldText(name)))?.[0];
