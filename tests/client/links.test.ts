import { describe, expect, test } from 'vitest';
import { findLinks } from '../../src/lib/find-links.ts';

const find = async (text: string) => findLinks(text);

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
        pieces.every((piece) => piece.href === undefined || /^https?:|^mailto:/.test(piece.href)),
      ).toBe(true);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    },
  );

  test.each([
    'https://user:pw@example.org/x',
    'see https://www.example.org:secret@other.example/path?q=1 and',
  ])('are no part of an address with a name before its host: %s', async (text) => {
    const pieces = await find(`${text} https://example.org/a@b`);
    expect(pieces).toEqual([
      { text: `${text} ` },
      { text: 'https://example.org/a@b', href: 'https://example.org/a@b' },
    ]);
  });

  test.each([
    'README.md',
    'run.sh',
    'Hello.it works',
    'main.rs, setup.py, index.pl, notes.info, user.name',
    '1.is',
    'https://p\u0430ypal.com/',
    'https://exam\u202eple.org/',
  ])('do not come of %s', async (text) => {
    expect(await find(text)).toEqual([{ text }]);
  });

  test.each([
    ['example.com', 'https://example.com'],
    ['www.example.it', 'https://www.example.it'],
    ['www.example.dev/x', 'https://www.example.dev/x'],
    ['www.example.dev:8080/x', 'https://www.example.dev:8080/x'],
    ['example.com:8443', 'https://example.com:8443'],
    ['https://münchen.example/ä', 'https://münchen.example/ä'],
    ['ada@firma.it', 'mailto:ada@firma.it'],
  ])('come of %s', async (text, href) => {
    expect(await find(text)).toEqual([{ text, href }]);
  });

  test.each([
    [
      '见https://example.org/a、https://example.org/b。',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['이거 봐https://example.org', ['https://example.org']],
    [
      'https://example.org/a,https://example.org/b',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    [
      '**https://example.org/a** _https://example.org/b_',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['`https://example.org/a`', ['https://example.org/a']],
    ['https://example.org/a*', ['https://example.org/a*']],
    [
      'https://web.example.org/2020/https://example.org',
      ['https://web.example.org/2020/https://example.org'],
    ],
    [
      'https://example.org/?to=a@example.org,b@example.org',
      ['https://example.org/?to=a@example.org,b@example.org'],
    ],
    ['https://my_nas.example.org/a_b', ['https://my_nas.example.org/a_b']],
    ['http://my_nas:8080/a', ['http://my_nas:8080/a']],
    ['https://example.org/a\u200b and', ['https://example.org/a']],
    [
      '{"text":"see https://example.org/a","url":"https://example.org/b","n":1}',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    [
      "['https://example.org/a','https://example.org/b']",
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ["https://example.org/Duff's_device", ["https://example.org/Duff's_device"]],
    [
      'https://example.org/a|https://example.org/b|',
      ['https://example.org/a', 'https://example.org/b'],
    ],
    ['https://example.org/a|b', ['https://example.org/a|b']],
    ['ada@example.org;ben@example.org', ['mailto:ada@example.org', 'mailto:ben@example.org']],
  ])('begin and end where people see it: %s', async (text, links) => {
    const pieces = await find(text);
    expect(pieces.flatMap(({ href }) => href ?? [])).toEqual(links);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });

  test.each([
    ['https://example.org/invoice\u202efdp.exe', 'https://example.org/invoice%E2%80%AEfdp.exe'],
    [
      'https://example.org/a\u2066b\u200fc\u200bd',
      'https://example.org/a%E2%81%A6b%E2%80%8Fc%E2%80%8Bd',
    ],
  ])('show what would turn or hide their address: %j', async (text, shown) => {
    const [link, ...others] = (await find(text)) ?? [];
    expect(link?.text).toBe(shown);
    expect(new URL(link?.href ?? '').href).toBe(shown);
    expect(others).toEqual([]);
  });
});
