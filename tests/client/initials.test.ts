import { expect, test } from 'vitest';
import { makeInitials } from '../../src/ui/avatar.tsx';

test.each([
  ['ada lovelace', 'AL'],
  ['Grace Brewster Murray Hopper', 'GH'],
  ['Cher', 'C'],
  ['e\u0301milie du châtelet', 'E\u0301C'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧F'],
  ['🇺🇦 Olena', '🇺🇦O'],
  ['किरण देसाई', 'किदे'],
  ['ßerlin ﬁn', 'ßﬁ'],
  ['ǆemal istanbul', 'ǄI'],
  ['ნინო ჩხეიძე', 'ნჩ'],
  ['محمد علي', 'م'],
  ['김 민준', '김민'],
  ['山田 太郎', '山太'],
  ['“Bob” (Lee)', 'BL'],
  ['\u200fAnna  Lee ', 'AL'],
  ['ánna -', 'Á-'],
  ['?', '?'],
  ['', ''],
])('The initials of %j are %j', (name, initials) => {
  expect(makeInitials(name)).toBe(initials);
});
