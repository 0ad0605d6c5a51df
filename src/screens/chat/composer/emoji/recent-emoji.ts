/** The recent emoji of this browser, and the chosen skin tone. In local storage, deleted at the end of the session. */
import { keepLocal, readLocal } from '../../../../lib/local-values.ts';
import { EMOJI_HABITS_KEY } from '../../../../session/account-data.ts';

const MAX_RECENT = 9;
export const SKIN_TONES = [
  'none',
  'light',
  'medium-light',
  'medium',
  'medium-dark',
  'dark',
] as const;
export type SkinTone = (typeof SKIN_TONES)[number];

export function readHabits(): { recent: readonly string[]; skinTone: SkinTone } {
  const stored = readLocal(EMOJI_HABITS_KEY);
  const { recent, skinTone }: Record<string, unknown> = { ...(stored ?? {}) };
  return {
    recent: Array.isArray(recent) ? recent.filter((emoji) => typeof emoji === 'string') : [],
    skinTone: SKIN_TONES.find((tone) => tone === skinTone) ?? 'none',
  };
}

export function keepRecent(emoji: string): void {
  const { recent, skinTone } = readHabits();
  const others = recent.filter((one) => one !== emoji).slice(0, MAX_RECENT - 1);
  keepLocal(EMOJI_HABITS_KEY, { recent: [emoji, ...others], skinTone });
}

export function keepSkinTone(skinTone: SkinTone): void {
  keepLocal(EMOJI_HABITS_KEY, { ...readHabits(), skinTone });
}
