import { expect, test } from 'vitest';
import { toSearchWords } from '../../src/protocol/search-text.ts';
import { splitAtMatches, splitMatches } from '../../src/screens/chat/search/find-matches.ts';

const show = (parts: ReturnType<typeof splitMatches>) =>
  parts.map(({ text, isMatch }) => (isMatch ? `<${text}>` : text)).join('');
const mark = (text: string, query: string) => show(splitMatches(text, toSearchWords(query)));
const cut = (text: string, query: string) => show(splitAtMatches(text, toSearchWords(query)));

test.each([
  ['Café, CAFE, cafes', 'café', '<Café>, <CAFE>, <cafe>s'],
  ['👩‍👩‍👧 fine', 'fine', '👩‍👩‍👧 <fine>'],
  ['ﬁne', 'in', '<ﬁn>e'],
  ['in der Straße, STRASSE', 'strasse', 'in der <Straße>, <STRASSE>'],
  ['nach Łódź', 'lodz', 'nach <Łódź>'],
  ['İstanbul, ılık', 'istanbul ilik', '<İstanbul>, <ılık>'],
  ['[x] (x)', '(x)', '[x] <(x)>'],
  ['I can’t', "can't", 'I <can’t>'],
  ['an e–mail', 'e-mail', 'an <e–mail>'],
  ['so -- she', '— she', 'so <--> <she>'],
  ['co\u00adoperate', 'cooperate', '<co\u00adoperate>'],
])('Matches in a text of "%s" for "%s" are marked as they are written', (text, query, marked) => {
  expect(mark(text, query)).toBe(marked);
});

test('A text that is cut begins shortly before its first match, with a whole word, on one line', () => {
  const text = `${'many words before\n'.repeat(9)}the needle ${'and after '.repeat(40)}`;
  const shown = cut(text, 'needle');
  expect(shown).toMatch(/^…(words|before|many) .*the <needle> and after/);
  expect(shown).not.toContain('\n');
  expect(shown).toMatch(/…$/);
  expect(shown.length).toBeLessThan(180);
});
