/** Finds links in a text. Loaded with the first text that may contain one. */
import { LinkifyIt, REBuilder } from 'linkify-it';

interface TextPiece {
  text: string;
  /** Only `http:`, `https:` or `mailto:`; absent: plain text. */
  href?: string;
}

/** Takes a port also after a host without a scheme. */
class WithPorts extends REBuilder {
  override get_fuzzy_url_host_port(): RegExp {
    const parts = [this.get_domain(), this.get_tld(), this.get_port(), this.get_host_terminator()];
    const [domain, ending, port, end] = parts.map(({ source }) => source);
    return new RegExp(`(?:(?:${domain})\\.){1,10}(?:${ending})${port}${end}`);
  }
}

const linkify = new LinkifyIt({ fuzzyLink: true, rebuilder: new WithPorts() }).tlds(
  ['app', 'blog', 'cloud', 'dev', 'xyz'],
  true,
);

/**
 * Endings of addresses that need neither a scheme nor `www.`. Others are also endings of files, or words after a
 * missing space: `README.md`, `run.sh`, `Hello.it`.
 */
const WELL_KNOWN = new Set(
  'com org net edu gov de uk fr nl ch jp cn kr ru ua cz dk hu nz'.split(' '),
);

/** Characters that turn the direction of what follows, or are not seen: a link shows them encoded, as it sends them. */
const HIDDEN = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
/** A word in letters of two alphabets that look alike. */
const MIXED =
  /\p{Script=Latin}[^./]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][^./]*\p{Script=Latin}/u;

/**
 * An address may touch a word before it in a script without spaces, a sign of emphasis, the border of a cell, or the end of
 * another address. A list of email addresses may be a part of a web address.
 */
const STARTS =
  /(?<=[^\x21-\x7e]|[*_~`|,;])(?=https?:\/\/)|(?<=@[\w.-]+[,;])(?=[\w.+-]+@)(?<!:\/\/\S{0,500})/i;
/** An address in quotes, as in code, ends at the second one, or where another begins; it may have an apostrophe. */
const QUOTED = /(['`])(https?:\/\/(?:(?!\1https?:\/\/)\S)*?)\1(?![\p{L}\p{N}])/giu;
/** Hosts of machines may have underscores, which the finder does not know. */
const HOSTS = /https?:\/\/[\w.-]*(?=[.:/])/gi;
/** Copied with an address, and no part of it. Looked for from the start of a row alone: a row may be a whole message. */
const FOREIGN_END =
  /(?<![\p{Bidi_Control}\u200b\u2060\ufeff|])[\p{Bidi_Control}\u200b\u2060\ufeff|]+$/u;
const EMPHASIS = /(?<![*_~`])[*_~`]+$/;

/** An address with a user name before its host may be misleading or contain a password: it stays text. */
const WITH_NAME = /https?:\/\/[^\s/?#]*@\S*/gi;

export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  const named = [...text.matchAll(WITH_NAME)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
  for (const match of findAddresses(text)) {
    if (!/^(https?|mailto):/i.test(match.url) || !isClear(match)) continue;
    if (named.some(({ from, to }) => match.index < to && match.lastIndex > from)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    // Without a scheme, as browsers complete it.
    const href = match.schema === '' ? match.url.replace(/^http:/i, 'https:') : match.url;
    pieces.push({ text: match.raw.replace(HIDDEN, encodeURIComponent), href });
    end = match.lastIndex;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** `url` has the scheme, also where the text leaves it out. */
function findAddresses(text: string) {
  const known = text
    .replace(HOSTS, (start) => start.replaceAll('_', 'x'))
    // No address has this sign as it is.
    .replaceAll('"', ' ')
    .replace(QUOTED, '$1$2 ');
  let offset = 0;
  return known.split(STARTS).flatMap((part) => {
    const start = offset;
    offset += part.length;
    return (linkify.match(part) ?? []).map(({ schema, url, raw: { length }, ...found }) => {
      const index = start + found.index;
      const isMarked = EMPHASIS.test(text.charAt(index - 1));
      const whole = text.slice(index, index + length).replace(FOREIGN_END, '');
      const raw = isMarked ? whole.replace(EMPHASIS, '') : whole;
      return {
        schema,
        url: url.slice(0, -length) + raw,
        raw,
        index,
        lastIndex: index + raw.length,
      };
    });
  });
}

/** Whether a reader can tell that this is an address, and where it leads. */
function isClear({ schema, url }: { schema: string; url: string }): boolean {
  if (!URL.canParse(url)) return false;
  const [, host = ''] = /^[a-z]+:(?:\/\/)?([^/?#:]*)/i.exec(url) ?? [];
  if (MIXED.test(host)) return false;
  if (schema !== '' || /^www\./i.test(host)) return true;
  return WELL_KNOWN.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase());
}
