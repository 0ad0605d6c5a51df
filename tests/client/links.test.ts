import { describe, expect, test } from 'vitest';
import { linkFinder, mayHaveLink } from '../../src/lib/links.ts';

async function find(text: string) {
  await new Promise<void>((resolve) => {
    linkFinder.subscribe(resolve);
    if (linkFinder.get()) resolve();
  });
  return linkFinder.get()?.findLinks(text);
}

describe('Links in a text', () => {
  test('are found with what stands around them', async () => {
    expect(await find('See https://example.org/a?b=c, or mail me@example.org!')).toEqual([
      { text: 'See ' },
      { text: 'https://example.org/a?b=c', href: 'https://example.org/a?b=c' },
      { text: ', or mail ' },
      { text: 'me@example.org', href: 'mailto:me@example.org' },
      { text: '!' },
    ]);
  });

  test.each(['javascript:alert(1)', 'ftp://example.org/x', 'data:text/html,<b>', 'file:///etc'])(
    'never lead to %s',
    async (text) => {
      const pieces = await find(text);
      expect(
        pieces?.every((piece) => piece.href === undefined || /^https?:|^mailto:/.test(piece.href)),
      ).toBe(true);
      expect(pieces?.map((piece) => piece.text).join('')).toBe(text);
    },
  );

  test.each([
    'https://user:pw@example.org/x',
    'http://user@example.org',
    'see https://www.example.org:secret@other.example/path?q=1 and',
  ])('are no part of an address with a name before its host: %s', async (text) => {
    const pieces = await find(`${text} https://example.org/a@b`);
    expect(pieces).toEqual([
      { text: `${text} ` },
      { text: 'https://example.org/a@b', href: 'https://example.org/a@b' },
    ]);
  });

  test('are not looked for in ordinary sentences', () => {
    expect(mayHaveLink('See you there! At seven, I think. Fine?')).toBe(false);
    expect(mayHaveLink('example.org')).toBe(true);
  });
});
