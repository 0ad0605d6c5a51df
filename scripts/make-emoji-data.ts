/**
 * Copies the parts of the package emojibase-data that the app uses to `src/screens/chat/composer/emoji/emojibase`.
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
  /** Absent: only a part of other emoji. */
  group: z.number().optional(),
  version: z.number(),
  skins: z
    .array(z.object({ emoji: z.string(), tone: z.union([z.number(), z.array(z.number())]) }))
    .default([]),
});
const groupSchema = z.object({ key: z.string(), message: z.string(), order: z.number() });

const read = (path: string): unknown => JSON.parse(readFileSync(join(source, 'en', path), 'utf8'));

/** GitHub's names, by code points. */
const names = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .parse(read('shortcodes/github.json'));

const emojis = z
  .array(emojiSchema)
  .parse(read('data.json'))
  .filter(({ group }) => group !== undefined)
  .map(({ hexcode, emoji, label, tags, group, version, skins }) => {
    // One per skin tone, from light to dark. Emoji of two people with different tones are left out.
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

// One line each, so that diffs are readable.
const list = (values: readonly unknown[]) =>
  `[\n${values.map((value) => JSON.stringify(value)).join(',\n')}\n]\n`;
writeFileSync(join(target, 'emojis.json'), list(emojis));
writeFileSync(join(target, 'categories.json'), list(categories));
copyFileSync(join(source, 'LICENSE'), join(target, 'LICENSE'));

/** Removes the variation selector for emoji that are pictures without it: keyboards do not write it either. */
function toEmoji(text: string): string {
  return text.replace(/^(\p{Emoji_Presentation})\uFE0F$/u, '$1');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
