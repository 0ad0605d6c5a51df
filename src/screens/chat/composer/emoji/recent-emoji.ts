/** The recent emoji of this browser, and the chosen skin tone. In local storage, deleted at the end of the session. */
import { keepLocal, readLocal } from '../../../../lib/local-values.ts';
import { EMOJI_HABITS_KEY } from '../../../../session/account-data.ts';

const MAX_RECENT = 16;
/** `none`, and the five tones in the order of `Emoji.tones`. */
export const SKIN_TONES = [
  'none',
  'light',
  'medium-light',
  'medium',
  'medium-dark',
  'dark',
] as const;
export type SkinTone = (typeof SKIN_TONES)[number];

interface Habits {
  recent: readonly string[];
  skinTone: SkinTone;
}

export function readHabits(): Habits {
  const stored = readStored();
  const recent = Array.isArray(stored.recent) ? stored.recent : [];
  return {
    recent: recent.filter((emoji) => typeof emoji === 'string').slice(0, MAX_RECENT),
    skinTone: SKIN_TONES.find((tone) => tone === stored.skinTone) ?? 'none',
  };
}

/** Puts an emoji first. */
export function keepRecent(emoji: string): void {
  const { recent, skinTone } = readHabits();
  write({
    recent: [emoji, ...recent.filter((one) => one !== emoji)].slice(0, MAX_RECENT),
    skinTone,
  });
}

export function keepSkinTone(skinTone: SkinTone): void {
  write({ ...readHabits(), skinTone });
}

function readStored(): Record<string, unknown> {
  const stored = readLocal(EMOJI_HABITS_KEY);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

const write = (habits: Habits): void => keepLocal(EMOJI_HABITS_KEY, habits);
