/**
 * The words of a draft as they were when the page went away, in local storage: what is written to
 * IndexedDB in that moment is lost with the page. They stand there until the draft itself is on the disk; so
 * does the word that it was removed.
 */
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';

export interface Words {
  text: string;
  /** Caret position in `text`, in UTF-16 code units. */
  cursor: number;
}

const PREFIX = 'draft/';
/** In place of the words. */
const GONE = 0;

/** Kept before this returns. */
export function keepLastWords(key: string, words: Words | null): void {
  keepLocal(PREFIX + key, words ?? GONE);
}

/** Null: the draft was removed. */
export function readLastWords(key: string): Words | null | undefined {
  const kept = readLocal(PREFIX + key);
  if (kept === GONE) return null;
  if (typeof kept !== 'object' || kept === null) return undefined;
  if (!('text' in kept && 'cursor' in kept)) return undefined;
  const { text, cursor } = kept;
  return typeof text === 'string' && typeof cursor === 'number' ? { text, cursor } : undefined;
}

/** Forgets them while they are these: later ones are not on the disk yet. */
export function dropLastWords(key: string, words: Words | null): void {
  const last = readLastWords(key);
  if (last?.text !== words?.text || last?.cursor !== words?.cursor) return;
  dropLocal(PREFIX + key);
}

/** The keys that begin so. */
export const listLastWords = (start: string): string[] =>
  listLocal(PREFIX + start).map((key) => key.slice(PREFIX.length));

/** Forgets those of all keys that begin so. */
export function wipeLastWords(start: string): void {
  listLocal(PREFIX + start).forEach(dropLocal);
}
