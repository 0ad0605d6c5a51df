import { describe, expect, test } from 'vitest';
import {
  AT_END,
  findMounted,
  findWants,
  fitPages,
  type Sight,
} from '../../src/screens/chat/thread/mounted-pages.ts';
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

describe('The mounted pages', () => {
  test('at the end reach to it, whatever comes, and leave their room to the others', () => {
    const pages = makePages(10);
    const mounted = fitPages(see(0, 10), pages, AT_END, false);
    expect(mounted).toEqual({ first: idOf(8), last: null, above: 8 * HEIGHT, below: 0 });
    const grown = makePages(11);
    expect(findMounted(mounted, grown)).toEqual({ first: 8, last: 10 });
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
});
