/** Finds the emoji name that is being typed in a text. */

export interface Token {
  /** Position of the colon. */
  start: number;
  /** Position after the last letter. */
  end: number;
  /** The text after the colon, without a closing colon. */
  query: string;
  /** Whether a second colon closes it. */
  isClosed: boolean;
}

/**
 * A colon where a word may begin, then a letter and at least one more: not `10:30`, `http://`, `:)`, `:D` or `a:b`.
 * `+1` and `-1` are names.
 */
const NAME = /(?<![\p{L}\p{N}:/\\])(:)([\p{L}+-][\p{L}\p{M}\p{N}_+-]+)(:?)$/u;

/** The name that ends at the caret; null: there is none. */
export function findToken(text: string, caret: number): Token | null {
  // No name is longer, so a long text need not be searched.
  const from = Math.max(0, caret - 50);
  const match = NAME.exec(text.slice(from, caret));
  if (!match) return null;
  const [, , query = '', closing] = match;
  return { start: from + match.index, end: caret, query, isClosed: closing === ':' };
}
