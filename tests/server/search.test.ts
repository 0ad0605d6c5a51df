/** Extension `search`: places in a conversation, by words and by a moment. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FirstResponse, SearchResponse, UsersResponse } from '../../src/protocol/http.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import {
  containsWords,
  foldLetters,
  foldText,
  toSearchWords,
} from '../../src/protocol/search-text.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';

const HOUR_MS = 60 * 60 * 1000;

let server: TestServer;
let now: number;
let ada: Member;
let grace: Member;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 15, 12);
  server = await startServer({ clock: () => now, config: { RATE_LIMITS: false } });
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
});
afterEach(() => server.close());

async function search(reader: Member, peer: Member, query: string, before?: string) {
  const parameters = new URLSearchParams({ q: query, ...(before && { before }) });
  const path = `/messages/${peer.id}/search?${parameters}`;
  const { body } = await call<SearchResponse>(server.url, 'GET', path, reader);
  if (!body.success) throw new Error(body.message);
  return body;
}
const find = async (query: string) =>
  (await search(grace, ada, query)).messages.map(({ text }) => text);

async function findFirst(reader: Member, peer: Member, since: number) {
  const path = `/messages/${peer.id}/first?since=${new Date(since).toISOString()}`;
  const { body } = await call<FirstResponse>(server.url, 'GET', path, reader);
  if (!body.success) throw new Error(body.message);
  return body.first;
}

describe('Searching a conversation', () => {
  test('finds what either of the two wrote, the latest first', async () => {
    const first = await send(server.url, ada, grace, 'Tea at noon?');
    await send(server.url, ada, grace, { image: makeDataUrl(makePng(4, 4)) });
    const second = await send(server.url, grace, ada, 'Afternoon tea');
    await send(server.url, grace, ada, 'Coffee');

    expect(await search(ada, grace, 'tea')).toEqual({
      success: true,
      messages: [second, first],
    });
    expect((await search(grace, ada, 'noon')).messages).toHaveLength(2);
  });

  test('disregards case, accents and the order of the words', async () => {
    await send(server.url, ada, grace, 'See you at the CAFÉ on Friday');
    for (const query of ['café', 'CAFE', 'friday cafe', '  Cafe   FRI ', 'cafe\u0301']) {
      expect(await find(query)).toHaveLength(1);
    }
    expect(await find('cafe monday')).toEqual([]);
  });

  test('takes signs of patterns for what they are', async () => {
    await send(server.url, ada, grace, '100% of 5_000 [sic] \\o/ .*');
    for (const query of ['100%', '5_0', '[sic]', '\\o/', '.*']) {
      expect(await find(query)).toHaveLength(1);
    }
    expect(await find('1%0')).toEqual([]);
  });

  test('ends with the beginning, or tells from where to go on', async () => {
    for (let number = 1; number <= 230; number += 1) {
      await send(server.url, ada, grace, number % 3 === 0 ? `needle ${number}` : `hay ${number}`);
    }
    const latest = await search(grace, ada, 'needle');
    expect(latest.messages.map(({ text }) => text).slice(0, 2)).toEqual([
      'needle 228',
      'needle 225',
    ]);
    expect(latest.reached).toMatchObject({ messageId: expect.any(String) });

    const rest = await search(grace, ada, 'needle', latest.reached?.messageId);
    expect(rest.reached).toBeUndefined();
    expect([...latest.messages, ...rest.messages]).toHaveLength(76);
    expect(rest.messages.at(-1)?.text).toBe('needle 3');
  });

  test('marks nothing as seen', async () => {
    await send(server.url, ada, grace, 'Seen?');
    await find('seen');
    await findFirst(grace, ada, 0);
    const { body } = await call<UsersResponse>(server.url, 'GET', '/messages/users', grace);
    expect(body).toMatchObject({ unseenMessages: { [ada.id]: 1 } });
  });

  test('shows nothing that was sent to somebody who had blocked the sender', async () => {
    await call(server.url, 'PUT', `/messages/block/${ada.id}`, grace);
    await send(server.url, ada, grace, 'Into the void');
    expect(await find('void')).toEqual([]);
    expect((await search(ada, grace, 'void')).messages).toHaveLength(1);
    expect(await findFirst(grace, ada, 0)).toBeUndefined();
  });

  test('is refused in plain words for what nobody can look for', async () => {
    const refuse = (query: string) =>
      call(server.url, 'GET', `/messages/${ada.id}/search${query}`, grace);
    for (const query of [
      '',
      '?q=',
      '?q=%20%20',
      '?q=a&q=b',
      `?q=${'x'.repeat(LIMITS.searchQuery + 1)}`,
    ]) {
      expect(await refuse(query)).toMatchObject({ status: 400, body: { success: false } });
    }
    expect(await refuse('?q=x&before=newest')).toMatchObject({ status: 400 });
  });
});

describe('The first message since a moment', () => {
  test('is answered whole, or absent when nothing was sent since', async () => {
    const first = await send(server.url, ada, grace, 'In the morning');
    now += 3 * HOUR_MS;
    const second = await send(server.url, grace, ada, 'In the afternoon');

    expect(await findFirst(ada, grace, 0)).toEqual(first);
    expect(await findFirst(ada, grace, now - HOUR_MS)).toEqual(second);
    expect(await findFirst(ada, grace, now + 1)).toBeUndefined();
  });

  test.each(['', '?since=', '?since=yesterday', '?since=2026-02-31T00:00:00Z', '?since=1'])(
    'is refused in plain words for "%s"',
    async (query) => {
      const path = `/messages/${ada.id}/first${query}`;
      expect(await call(server.url, 'GET', path, grace)).toMatchObject({
        status: 400,
        body: { success: false },
      });
    },
  );
});

describe('Words of a search', () => {
  test('are each once, folded, and none in a blank query', () => {
    expect(toSearchWords(' Tea  TEA thé ')).toEqual(['tea', 'the']);
    expect(toSearchWords(' \n ')).toEqual([]);
  });

  test.each([
    ['Ångström', 'angstrom', true],
    ['Ελλάδα', 'ελλαδα', true],
    ['ﬁne', 'fine', true],
    ['가방', '가', true],
    ['각', '가', false],
    ['नमस्ते', 'नमस्ते', true],
    ['שָׁלוֹם', 'שלום', true],
    ['日本語', '本', true],
    ['I can’t', "can't", true],
    ["can't", 'can’t', true],
    ['can´t, can`t, canʼt', "can't can’t", true],
    ['“x” «y» „z‟', '"x" "y" "z"', true],
    ['5′ 11″', '5\' 11"', true],
    ['ג׳ירפה צה״ל', 'ג\'ירפה צה"ל', true],
    ['e–mail', 'e-mail', true],
    ['so — she said −5 and co‑op', 'so -- she said -5 and co-op', true],
    ['one\u00a0two\u3000three\u2009four', 'two', true],
    ['co\u00adopera\u200btion, \u2066left\u2069', 'cooperation, left', true],
    ['cooperation', 'co\u00adoperation', true],
    ['I ❤ tea', '❤\ufe0f', true],
    ['علی، کتاب', 'علي كتاب', true],
    ['ســلام', 'سلام', true],
    ["can't", 'cant', false],
    ['e-mail', 'email', false],
  ])('of "%s": "%s" is found: %s', (text, query, isFound) => {
    expect(containsWords(text, toSearchWords(query))).toBe(isFound);
  });

  test('keep of a heap of marks on one letter no more than any script has', () => {
    const mark = '\u302a';
    for (const count of [3, 30]) expect(foldText(`e${mark.repeat(count)}`)).toHaveLength(1 + count);
    expect(foldText(`e${mark.repeat(10_000)}`)).toBe(foldText(`e${mark.repeat(30)}`));
  });

  test('fold to themselves when they are folded already', () => {
    for (const text of [
      'İstanbul',
      'ÉCOLE',
      'ǅ',
      '①',
      'が',
      'Ω',
      '″',
      '´',
      '⸺',
      '\ufe58',
      'a\u200b \u00a0b',
    ]) {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }
  });

  test('fold letter by letter to the same, so that marks and matches agree', () => {
    const pieces = [
      'a',
      'É',
      'e\u0301',
      ' ',
      '\u00a0',
      '\r\n',
      '-',
      '—',
      '’',
      '´',
      '”',
      '″',
      '\u200d',
      '\u200b',
      'ß',
      'ﬁ',
      '👩‍👧',
      '가',
      'के',
      '\u2800',
      '\0',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        const text = parts.join('');
        const { folded, origins } = foldLetters(text);
        expect(folded).toBe(foldText(text));
        expect(origins).toHaveLength(folded.length);
      }),
    );
  });
});
