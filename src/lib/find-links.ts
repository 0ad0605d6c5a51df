/** Finds links in a text. `links.ts` loads it with the first text that may contain one. */
import { LinkifyIt } from 'linkify-it';

export interface TextPiece {
  text: string;
  /** Only `http:`, `https:` or `mailto:`; absent: plain text. */
  href?: string;
}

const linkify = new LinkifyIt({ fuzzyLink: true });

/** An address with a user name before its host may be misleading or contain a password: it stays text. */
const WITH_NAME = /https?:\/\/[^\s/?#]*@\S*/gi;

export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  const named = [...text.matchAll(WITH_NAME)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
  for (const match of linkify.match(text) ?? []) {
    if (!/^(https?|mailto):/i.test(match.url)) continue;
    if (named.some(({ from, to }) => match.index < to && match.lastIndex > from)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: match.raw, href: match.url });
    end = match.lastIndex;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
