/**
 * All emoji in the picker's format. `emojibase/` is part of this build, never from a CDN; `scripts/make-emoji-data.ts`
 * makes it.
 */
import type { EmojiData } from 'frimousse';
import categories from './emojibase/categories.json';
import emojis from './emojibase/emojis.json';
import { findNewestDrawn } from './find-newest-drawn.ts';

type Emoji = EmojiData['emojis'][number];

/** Without emoji that this device would show as an empty box. */
export function makeEmojiData(): EmojiData {
  const newest = findNewestDrawn();
  return {
    locale: 'en',
    emojis: emojis
      .filter(({ version }) => version <= newest)
      .map(({ group, tones = [], ...emoji }): Emoji => {
        return { ...emoji, category: group, skins: nameTones(tones) };
      }),
    categories,
    skinTones: {
      light: 'Light skin tone',
      'medium-light': 'Medium-light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
  };
}

/** Input: the emoji in each of the five tones, from light to dark, or none. */
function nameTones(tones: readonly string[]): Emoji['skins'] {
  const [light, mediumLight, medium, mediumDark, dark] = tones;
  if (!light || !mediumLight || !medium || !mediumDark || !dark) return undefined;
  return { light, 'medium-light': mediumLight, medium, 'medium-dark': mediumDark, dark };
}
