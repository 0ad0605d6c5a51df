/** What stands for people without a picture: a colour and initials. */
import { expect, test } from 'vitest';
import { findColour, makeInitials } from '../../src/ui/avatar.tsx';

test('people who sign up one after the other never look alike, and any id has a colour', () => {
  const colours = Array.from({ length: 12 }, (_, index) =>
    findColour(`65f0c3a2${(41 + index).toString(16).padStart(16, '0')}`),
  );
  expect(new Set(colours).size).toBe(12);
  expect(findColour('somebody@example.org')).toBeGreaterThanOrEqual(0);
});

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
