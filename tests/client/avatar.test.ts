/** What stands for people without a picture: a colour and initials. */
import { expect, test } from 'vitest';
import { makeInitials } from '../../src/ui/avatar.tsx';

test.each([
  ['ada lovelace', 'AL'],
  ['Grace Brewster Murray Hopper', 'GH'],
  ['Cher', 'C'],
  ['e\u0301milie du châtelet', 'E\u0301C'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧F'],
  ['किरण देसाई', 'किदे'],
  ['ǆemal istanbul', 'ǄI'],
  ['محمد علي', 'م'],
  ['ánna -', 'Á-'],
  ['', ''],
])('The initials of %j are %j', (name, initials) => {
  expect(makeInitials(name)).toBe(initials);
});
