import { findLinks } from '../../../lib/find-links.ts';

/** Letters of an address that fit in a line of every screen. */
const LINE = 30;

const IS_ASCII = /^[\x21-\x7e]*$/;

/** The address as the browser sends it: letters of other alphabets may look like Latin ones. */
const toSent = (href: string) => (URL.canParse(href) ? new URL(href).href : href);

/** A text, never as markup, whose addresses are links. */
export function LinkedText({ text }: { text: string }) {
  let offset = 0;
  return (
    <span>
      {findLinks(text).map(({ text: piece, href }) => {
        offset += piece.length;
        if (href === undefined) return <span key={offset}>{piece}</span>;
        return (
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
        );
      })}
    </span>
  );
}
