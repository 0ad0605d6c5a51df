/**
 * All emoji, without those that this device would show as an empty box. `emojibase/` is part of this build, never from
 * a CDN; `scripts/make-emoji-data.ts` makes it.
 */
import groups from './emojibase/categories.json';
import emojis from './emojibase/emojis.json';
import { findNewestDrawn } from './find-newest-drawn.ts';

export interface Emoji {
  emoji: string;
  label: string;
  /** On GitHub and Slack, without colons. The newest emoji have none yet. */
  names: readonly string[];
  tags: readonly string[];
  group: number;
  /** In the five skin tones, from light to dark. */
  tones?: readonly string[];
}

let drawn: readonly Emoji[] | null = null;

export function getEmoji(): readonly Emoji[] {
  if (!drawn) {
    const newest = findNewestDrawn();
    drawn = emojis.filter(({ version }) => version <= newest);
  }
  return drawn;
}

/** The groups in their order, each with its emoji. */
export const getEmojiGroups = () =>
  groups.map(({ group, label }) => ({
    label,
    emoji: getEmoji().filter((one) => one.group === group),
  }));
