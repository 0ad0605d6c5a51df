import { useSyncExternalStore } from 'react';
import type { TextPiece } from '../../../lib/find-links.ts';
import { linkFinder, mayHaveLink } from '../../../lib/links.ts';

/** Letters of an address that fit in a line of every screen. */
const LINE = 30;

/** A text, never as markup, whose addresses become links once the finder has loaded. */
export function LinkedText({ text }: { text: string }) {
  return mayHaveLink(text) ? <Linked text={text} /> : <span>{text}</span>;
}

const IS_ASCII = /^[\x21-\x7e]*$/;

/** The address as the browser sends it: letters of other alphabets may look like Latin ones. */
const toSent = (href: string) => (URL.canParse(href) ? new URL(href).href : href);

function Linked({ text }: { text: string }) {
  const finder = useSyncExternalStore(linkFinder.subscribe, linkFinder.get);
  if (!finder) return <span>{text}</span>;
  return (
    <span>
      {withOffsets(finder.findLinks(text)).map(({ text: piece, href, offset }) =>
        href ? (
          <a
            key={offset}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            // The text around it cannot turn it.
            dir="ltr"
            title={IS_ASCII.test(piece) ? undefined : toSent(href)}
            data-long={piece.length > LINE}
          >
            {piece}
          </a>
        ) : (
          <span key={offset}>{piece}</span>
        ),
      )}
    </span>
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
