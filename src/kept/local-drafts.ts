/**
 * The text of a draft when the page was closed, in local storage: an IndexedDB write at that moment is lost with the
 * page. It stays until the draft is stored; so does the note that a draft was deleted.
 */
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';

export interface Words {
  text: string;
  /** Caret position in `text`, in UTF-16 code units. */
  cursor: number;
}

const PREFIX = 'draft/';
/** Stored instead of the text. */
const GONE = 0;

/** Written before this returns. */
export function keepLocalDraft(key: string, words: Words | null): void {
  keepLocal(PREFIX + key, words ?? GONE);
}

/** Null: the draft was deleted. */
export function readLocalDraft(key: string): Words | null | undefined {
  const kept = readLocal(PREFIX + key);
  if (kept === GONE) return null;
  if (typeof kept !== 'object' || kept === null) return undefined;
  if (!('text' in kept && 'cursor' in kept)) return undefined;
  const { text, cursor } = kept;
  return typeof text === 'string' && typeof cursor === 'number' ? { text, cursor } : undefined;
}

/** Removes the text only if it is unchanged: a later one is not stored yet. */
export function dropLocalDraft(key: string, words: Words | null): void {
  const last = readLocalDraft(key);
  if (last?.text !== words?.text || last?.cursor !== words?.cursor) return;
  dropLocal(PREFIX + key);
}

/** The keys with this prefix. */
export const listLocalDrafts = (start: string): string[] =>
  listLocal(PREFIX + start).map((key) => key.slice(PREFIX.length));

/** Removes the texts of all keys with this prefix. */
export function wipeLocalDrafts(start: string): void {
  listLocal(PREFIX + start).forEach(dropLocal);
}
