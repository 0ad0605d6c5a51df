/**
 * Takes from the package emojibase-data what the app reads of it, into `src/screens/chat/composer/emoji/emojibase`.
 * For new emoji: `npm install --no-save emojibase-data@VERSION && node scripts/make-emoji-data.ts`.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const source = join(root, 'node_modules/emojibase-data');
const target = join(root, 'src/screens/chat/composer/emoji/emojibase');

const emojiSchema = z.object({
  emoji: z.string(),
  label: z.string(),
  tags: z.array(z.string()).default([]),
  /** Absent: a part of other emoji, which stands for nothing by itself. */
  group: z.number().optional(),
  version: z.number(),
  skins: z
    .array(z.object({ emoji: z.string(), tone: z.union([z.number(), z.array(z.number())]) }))
    .default([]),
});
const groupSchema = z.object({ key: z.string(), message: z.string(), order: z.number() });

const read = (path: string): unknown => JSON.parse(readFileSync(join(source, 'en', path), 'utf8'));

const emojis = z
  .array(emojiSchema)
  .parse(read('data.json'))
  .filter(({ group }) => group !== undefined)
  .map(({ label, skins, ...emoji }) => {
    // One for each tone, from light to dark: without those of two people with a tone each.
    const tones = skins.filter(({ tone }) => typeof tone === 'number').map((one) => one.emoji);
    return { ...emoji, label: capitalize(label), ...(tones.length > 0 && { tones }) };
  });
const { groups } = z.object({ groups: z.array(groupSchema) }).parse(read('messages.json'));
const categories = groups
  .filter(({ key }) => key !== 'component')
  .map(({ order, message }) => ({ index: order, label: capitalize(message) }));
const names = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .parse(read('shortcodes/github.json'));
const namedEmojis = Object.entries(names).flatMap(([code, given]) =>
  [given].flat().map((name) => ({ name, emoji: toEmoji(code) })),
);

// A line for each: changes can be read.
const list = (values: readonly unknown[]) =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]\n`;
writeFileSync(join(target, 'emojis.json'), list(emojis));
writeFileSync(join(target, 'categories.json'), list(categories));
writeFileSync(join(target, 'names.json'), list(namedEmojis));
copyFileSync(join(source, 'LICENSE'), join(target, 'LICENSE'));

/** In: code points in hexadecimal, joined by `-`. */
function toEmoji(code: string): string {
  const text = String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
  // Some are letters and signs unless they are asked to be pictures.
  return /^\p{Emoji}$/u.test(text) && !/^\p{Emoji_Presentation}$/u.test(text)
    ? `${text}\uFE0F`
    : text;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
