/** Extension `search`: places in a conversation, by words and by a moment. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FirstResponse, SearchResponse } from '../../src/protocol/http.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import {
  containsWords,
  foldLetters,
  foldText,
  toSearchWords,
} from '../../src/protocol/search-text.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { askFor, call, listPeople, type Member, send } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';

openPair({ isShared: true });

const search = (reader: Member, peer: Member, query: string) => {
  const path = `/messages/${peer.id}/search?${new URLSearchParams({ q: query })}`;
  return askFor<SearchResponse>(server.url, 'GET', path, reader);
};
const find = async (query: string) =>
  (await search(grace, ada, query)).messages.map(({ text }) => text);

const findFirst = async (reader: Member, peer: Member, since: number) => {
  const path = `/messages/${peer.id}/first?since=${new Date(since).toISOString()}`;
  return (await askFor<FirstResponse>(server.url, 'GET', path, reader)).first;
};

test('A search finds what either of the two wrote, the latest first, a moment its first message, and neither marks anything as seen', async () => {
  const first = await send(server.url, ada, grace, 'Tea at noon?');
  await send(server.url, ada, grace, { image: makeDataUrl(makePng(4, 4)) });
  const second = await send(server.url, grace, ada, 'Afternoon tea');
  expect(await search(ada, grace, 'tea')).toEqual({ success: true, messages: [second, first] });
  expect((await search(grace, ada, 'noon')).messages).toHaveLength(2);
  expect(await findFirst(grace, ada, 0)).toEqual(first);
  expect(await findFirst(grace, ada, Date.now() + 60_000)).toBeUndefined();
  const { unseenMessages } = await listPeople(server.url, grace);
  expect(unseenMessages).toEqual({ [ada.id]: 2 });

  await send(server.url, ada, grace, 'See you at the CAFÉ on Friday, 100% of 5_000 [sic] \\o/ .*');
  for (const query of ['café', 'friday cafe', '  Cafe   FRI ', 'cafe\u0301', '100%', '5_0', '.*']) {
    expect(await find(query)).toHaveLength(1);
  }
  for (const query of ['cafe monday', '1%0']) expect(await find(query)).toEqual([]);
});

test('What nobody can look for is refused in plain words', async () => {
  const long = 'x'.repeat(LIMITS.searchQuery + 1);
  for (const query of [
    ...['', '?q=', '?q=%20%20', '?q=a&q=b', `?q=${long}`, '?q=x&before=newest'].map(
      (each) => `search${each}`,
    ),
    ...['', '?since=', '?since=yesterday', '?since=2026-02-31T00:00:00Z', '?since=1'].map(
      (each) => `first${each}`,
    ),
  ]) {
    expect(await call(server.url, 'GET', `/messages/${ada.id}/${query}`, grace)).toMatchObject({
      status: 400,
      body: { success: false },
    });
  }
});

test.each([
  ['Ångström ﬁne', 'fine angstrom', true],
  ['Ελλάδα', 'ελλαδα', true],
  ['각', '가', false],
  ['नमस्ते', 'नमस्ते', true],
  ['שָׁלוֹם', 'שלום', true],
  ['can´t, can`t, canʼt', "can't can’t", true],
  ['“x” «y» „z‟', '"x" "y" "z"', true],
  ['ג׳ירפה צה״ל', 'ג\'ירפה צה"ל', true],
  ['so — she said −5 and co‑op', 'so -- she said -5 and co-op', true],
  ['one\u00a0two\u3000three\u2009four', 'two', true],
  ['co\u00adopera\u200btion, \u2066left\u2069', 'cooperation, left', true],
  ['I ❤ tea', '❤\ufe0f', true],
  ['علی، ســلام', 'سلام علي', true],
  ["can't", 'cant', false],
  ['e-mail', 'email', false],
])('In "%s" the words "%s" are found: %s', (text, query, isFound) => {
  expect(containsWords(text, toSearchWords(query))).toBe(isFound);
});

test('Words keep of a heap of marks on one letter no more than any script has', () => {
  const mark = '\u302a';
  for (const count of [3, 30]) expect(foldText(`e${mark.repeat(count)}`)).toHaveLength(1 + count);
  expect(foldText(`e${mark.repeat(10_000)}`)).toBe(foldText(`e${mark.repeat(30)}`));
});

test('Words fold letter by letter to the same, so that marks and matches agree, and once for all', () => {
  const pieces =
    'a,É,e\u0301, ,\u00a0,\r\n,-,—,’,´,”,″,\u200d,\u200b,ß,ﬁ,👩‍👧,가,के,\u2800,\0,İ,ǅ,①,が,⸺,\ufe58';
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces.split(','))), (parts) => {
      const text = parts.join('');
      const { folded, origins } = foldLetters(text);
      expect(folded).toBe(foldText(text));
      expect(foldText(folded)).toBe(folded);
      expect(origins).toHaveLength(folded.length);
    }),
  );
});
