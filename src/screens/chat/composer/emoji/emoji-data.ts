/** All emoji as the picker wants them: from a data set that is part of this build, never from a CDN. */
import data from 'emojibase-data/en/data.json';
import messages from 'emojibase-data/en/messages.json';
import type { EmojiData } from 'frimousse';
import { findNewestDrawn } from './find-newest-drawn.ts';
import { SKIN_TONES } from './skin-tones.ts';

type Emoji = EmojiData['emojis'][number];

/** Without what this device would show as an empty box. */
export function makeEmojiData(): EmojiData {
  const newest = findNewestDrawn();
  return {
    locale: 'en',
    emojis: data.flatMap((one): Emoji[] => {
      const { emoji, label, tags = [], group, version } = one;
      if (group === undefined || version > newest) return [];
      const skins = readSkins(one.skins);
      return [{ emoji, label: capitalize(label), tags, category: group, version, skins }];
    }),
    categories: messages.groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({ index: order, label: capitalize(message) })),
    skinTones: {
      light: 'Light skin tone',
      'medium-light': 'Medium-light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
  };
}

/** Each of the five tones, or nothing: those of two people with a tone each are left out. */
function readSkins(skins: (typeof data)[number]['skins']): Emoji['skins'] {
  const byTone = new Map(
    skins?.map(({ tone, emoji }) => [
      typeof tone === 'number' ? SKIN_TONES[tone] : undefined,
      emoji,
    ]),
  );
  const light = byTone.get('light');
  const mediumLight = byTone.get('medium-light');
  const medium = byTone.get('medium');
  const mediumDark = byTone.get('medium-dark');
  const dark = byTone.get('dark');
  if (!light || !mediumLight || !medium || !mediumDark || !dark) return undefined;
  return { light, 'medium-light': mediumLight, medium, 'medium-dark': mediumDark, dark };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
