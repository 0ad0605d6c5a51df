/** A part of a conversation far back, and how it joins the newest one. */
import { expect, test } from 'vitest';
import { addNewer, type Excerpt, joinExcerpt } from '../../src/conversation/patches/excerpt.ts';
import { makeMessages, numbersOf } from './support/messages.ts';

const history = { pages: [makeMessages(101, 150), makeMessages(151, 200)], hasOlder: true };
const excerpt: Excerpt = {
  pages: [makeMessages(1, 50), makeMessages(51, 80)],
  hasOlder: false,
  hasNewer: true,
};

test('An excerpt becomes part of the history when it reaches it or its end, each message once', () => {
  expect(joinExcerpt(history, excerpt)).toBeUndefined();
  const reaching = addNewer(excerpt, makeMessages(81, 130), true);
  const joined = joinExcerpt(history, reaching);
  expect(numbersOf(joined?.pages.flat() ?? [])).toEqual(
    Array.from({ length: 200 }, (_, index) => index + 1),
  );
  expect(joined?.hasOlder).toBe(false);
  // What need not change is the same, so that no row renders again.
  expect(joined?.pages[0]).toBe(excerpt.pages[0]);
  expect(joined?.pages.slice(-2)).toEqual(history.pages);
  const whole = addNewer(excerpt, makeMessages(81, 90), false);
  expect(numbersOf(joinExcerpt(history, whole)?.pages.flat() ?? [])).toHaveLength(190);
});
