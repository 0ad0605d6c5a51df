/** The colours of people without a picture. */
import { expect, test } from 'vitest';
import { findColour } from '../../src/ui/avatar.tsx';

test('people who sign up one after the other never look alike', () => {
  const colours = Array.from({ length: 12 }, (_, index) =>
    findColour(`65f0c3a2${(41 + index).toString(16).padStart(16, '0')}`),
  );
  expect(new Set(colours).size).toBe(12);
});

test('an id that counts nothing has a colour, too', () => {
  expect(findColour('somebody@example.org')).toBeGreaterThanOrEqual(0);
});
