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
  hexcode: z.string(),
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

/** The names on GitHub by code points. */
const names = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .parse(read('shortcodes/github.json'));

const emojis = z
  .array(emojiSchema)
  .parse(read('data.json'))
  .filter(({ group }) => group !== undefined)
  .map(({ hexcode, emoji, label, tags, group, version, skins }) => {
    // One for each tone, from light to dark: without those of two people with a tone each.
    const tones = skins.filter(({ tone }) => typeof tone === 'number').map((one) => one.emoji);
    return {
      emoji: toEmoji(emoji),
      label: capitalize(label),
      names: [names[hexcode] ?? []].flat(),
      tags,
      group,
      version,
      ...(tones.length > 0 && { tones }),
    };
  });
const { groups } = z.object({ groups: z.array(groupSchema) }).parse(read('messages.json'));
const categories = groups
  .filter(({ key }) => key !== 'component')
  .map(({ order, message }) => ({ group: order, label: capitalize(message) }));

// A line for each: changes can be read.
const list = (values: readonly unknown[]) =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]\n`;
writeFileSync(join(target, 'emojis.json'), list(emojis));
writeFileSync(join(target, 'categories.json'), list(categories));
copyFileSync(join(source, 'LICENSE'), join(target, 'LICENSE'));

/** Without the selector that asks for a picture where it is a picture anyhow: keyboards do not write it either. */
function toEmoji(text: string): string {
  return text.replace(/^(\p{Emoji_Presentation})\uFE0F$/u, '$1');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
