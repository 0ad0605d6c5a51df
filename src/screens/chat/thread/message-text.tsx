import { useSyncExternalStore } from 'react';
import type { TextPiece } from '../../../lib/find-links.ts';
import { getFinder, mayHaveLink, subscribeToFinder } from '../../../lib/links.ts';

/** A text, never as markup. Addresses in it become links once the finder has loaded. */
export function MessageText({ text }: { text: string }) {
  return mayHaveLink(text) ? <LinkedText text={text} /> : text;
}

function LinkedText({ text }: { text: string }) {
  const finder = useSyncExternalStore(subscribeToFinder, getFinder);
  if (!finder) return text;
  return withOffsets(finder(text)).map(({ text: piece, href, offset }) =>
    href ? (
      <a key={offset} href={href} target="_blank" rel="noopener noreferrer">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
}

function withOffsets(pieces: readonly TextPiece[]) {
  let offset = 0;
  return pieces.map((piece) => {
    const placed = { ...piece, offset };
    offset += piece.text.length;
    return placed;
  });
}
