/** A part of a conversation far back, and how it joins the newest one. */
import { describe, expect, test } from 'vitest';
import {
  addNewer,
  applyReceiptToExcerpt,
  type Excerpt,
  joinExcerpt,
} from '../../src/conversation/patches/excerpt.ts';
import { idOf, ME, makeMessages, numbersOf } from './support/messages.ts';

const history = { pages: [makeMessages(101, 150), makeMessages(151, 200)], hasOlder: true };
const excerpt: Excerpt = {
  pages: [makeMessages(1, 50), makeMessages(51, 80)],
  hasOlder: false,
  hasNewer: true,
};

describe('An excerpt', () => {
  test('stays apart while something lies between it and the history', () => {
    expect(joinExcerpt(history, excerpt)).toBeUndefined();
  });

  test('becomes part of the history when it reaches it, each message once', () => {
    const reaching = addNewer(excerpt, makeMessages(81, 130), true);
    const joined = joinExcerpt(history, reaching);
    expect(numbersOf(joined?.pages.flat() ?? [])).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(joined?.hasOlder).toBe(false);
    // What need not change is the same, so that no row renders again.
    expect(joined?.pages[0]).toBe(excerpt.pages[0]);
    expect(joined?.pages.slice(-2)).toEqual(history.pages);
  });

  test('joins when the server has nothing newer, and in place of an empty history', () => {
    const whole = addNewer(excerpt, makeMessages(81, 90), false);
    expect(numbersOf(joinExcerpt(history, whole)?.pages.flat() ?? [])).toHaveLength(190);
    const empty = { pages: [], hasOlder: false };
    expect(numbersOf(joinExcerpt(empty, whole)?.pages.flat() ?? [])).toHaveLength(90);
  });

  test('takes receipts of its own messages, and stays the same for others', () => {
    const own = { ...excerpt, pages: [makeMessages(1, 50, { senderId: ME })] };
    const receipt = { senderId: ME, state: 'seen' as const, from: idOf(50), upTo: idOf(50) };
    expect(applyReceiptToExcerpt(own, receipt).pages[0]?.at(-1)?.seen).toBe(true);
    const later = { ...receipt, from: idOf(900), upTo: idOf(900) };
    expect(applyReceiptToExcerpt(own, later)).toBe(own);
  });
});
