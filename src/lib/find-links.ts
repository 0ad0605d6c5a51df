/** Finds the links in a text. Loaded with the first text that may hold one, by `links.ts`. */
import { LinkifyIt } from 'linkify-it';

export interface TextPiece {
  text: string;
  /** Only `http:`, `https:` or `mailto:`; absent: plain text. */
  href?: string;
}

const linkify = new LinkifyIt({ fuzzyLink: true });

export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of linkify.match(text) ?? []) {
    if (!/^(https?|mailto):/i.test(match.url)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: match.raw, href: match.url });
    end = match.lastIndex;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
