import { describe, expect, test } from 'vitest';
import { AT_END, findMounted } from '../../src/screens/chat/thread/mounted-pages.ts';
import {
  findWants,
  fitPages,
  type Sight,
  takesAlong,
} from '../../src/screens/chat/thread/reader-sight.ts';
import { toHistoryPages } from '../../src/screens/chat/thread/thread.ts';
import { idOf, makeMessage } from './support/messages.ts';

/** Pages of one message each, all of one height. */
const HEIGHT = 1_000;
const makePages = (count: number) =>
  toHistoryPages(Array.from({ length: count }, (_, index) => [makeMessage(index)]));
const see = (fromEnd: number, count: number): Sight => ({
  fromEnd,
  fromStart: count * HEIGHT - 800 - fromEnd,
  viewportHeight: 800,
  heights: Array.from({ length: count }, () => HEIGHT),
});

describe('Something new', () => {
  test('takes the reader along unless they are back in history', () => {
    const news = { move: 'followed' } as const;
    expect(takesAlong(news, { isAwayFromEnd: true, isFollowing: true })).toBe(true);
    expect(takesAlong(news, { isAwayFromEnd: true, isFollowing: false })).toBe(false);
  });

  test('that may go away again does so from the very end alone', () => {
    const news = { move: 'near' } as const;
    expect(takesAlong(news, { isAwayFromEnd: false, isFollowing: true })).toBe(true);
    expect(takesAlong(news, { isAwayFromEnd: true, isFollowing: true })).toBe(false);
  });
});

describe('The mounted pages', () => {
  test('at the end reach to it, whatever comes, and leave their room to the others', () => {
    const pages = makePages(10);
    const mounted = fitPages(see(0, 10), pages, AT_END, false);
    expect(mounted).toEqual({ first: idOf(8), last: null, above: 8 * HEIGHT, below: 0 });
    const grown = makePages(11);
    expect(findMounted(mounted, grown)).toEqual({ first: 8, last: 10 });
  });

  test('of a part apart end with the page they end with', () => {
    expect(fitPages(see(0, 10), makePages(10), AT_END, true).last).toBe(idOf(9));
  });

  test('stay around the reader when pages come below them', () => {
    const away = fitPages(see(5_000, 10), makePages(10), AT_END, false);
    // The document has not got the room of the two new ones yet.
    const grown = fitPages(see(5_000, 12), makePages(12), away, false);
    expect([grown.first, grown.last]).toEqual([away.first, away.last]);
    expect(grown.below).toBe(away.below + 2 * HEIGHT);
  });
});

describe('The reader', () => {
  const count = 60;
  const pages = makePages(count);
  const want = (fromEnd: number, span: { first: number; last: number }) =>
    findWants(see(fromEnd, count), pages, span);

  test('wants what comes next near either end of what is loaded', () => {
    expect(want(0, { first: 58, last: 59 })).toMatchObject({ older: false, newer: true });
    expect(want(30_000, { first: 28, last: 31 })).toMatchObject({ older: false, newer: false });
    expect(want(58_000, { first: 0, last: 2 })).toMatchObject({ older: true, newer: false });
  });

  test('with many pages beyond the mounted ones keeps those around them', () => {
    expect(want(0, { first: 58, last: 59 }).far).toEqual({ first: idOf(58), last: idOf(59) });
    const few = findWants(see(9_000, 20), makePages(20), { first: 9, last: 11 });
    expect(few.far).toBeUndefined();
  });

  test('of pages that begin with an own message names it as the server does', () => {
    const own = makeMessage(99, { outboxKey: 'a key of this window' });
    const far = findWants(see(0, 31), [...makePages(30), ...toHistoryPages([[own]])], {
      first: 30,
      last: 30,
    }).far;
    expect(far).toEqual({ first: idOf(99), last: idOf(99) });
  });
});
