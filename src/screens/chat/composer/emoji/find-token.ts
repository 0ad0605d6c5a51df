/** Where in a text somebody is writing the name of an emoji. */

export interface Token {
  /** Position of the colon. */
  start: number;
  /** Position behind the last letter. */
  end: number;
  /** What stands behind the colon, and in front of a closing one. */
  query: string;
  /** Whether a second colon closes it. */
  isClosed: boolean;
}

/**
 * A colon where a word may begin, then a letter and at least one more: `10:30`, `http://`, `:)`, `:D`
 * and `a:b` are none. `+1` and `-1` are names.
 */
const NAME = /(?<![\p{L}\p{N}:/\\])(:)([a-z+-][a-z0-9_+-]+)(:?)$/iu;

/** The name that ends at the caret; null: there is none. */
export function findToken(text: string, caret: number): Token | null {
  // No name is longer, and a long text need not be looked through.
  const from = Math.max(0, caret - 50);
  const match = NAME.exec(text.slice(from, caret));
  if (!match) return null;
  const [, , query = '', closing] = match;
  return { start: from + match.index, end: caret, query, isClosed: closing === ':' };
}
