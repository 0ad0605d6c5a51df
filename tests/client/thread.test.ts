import { describe, expect, test } from 'vitest';
import { findFirstUnseen, searchOn } from '../../src/screens/chat/thread/reading.ts';
import {
  type Entry,
  isSameGroup,
  toDays,
  toHistoryPages,
} from '../../src/screens/chat/thread/thread.ts';

const PEER = 'peer';
const ME = 'me';
const at = (day: number, hour: number, minute = 0, second = 0) =>
  new Date(2026, 2, day, hour, minute, second).toISOString();
let ids = 0;
const entry = (fields: Partial<Entry> = {}): Entry => ({
  _id: `m${++ids}`,
  senderId: PEER,
  text: 'Hello',
  seen: true,
  createdAt: at(7, 12),
  ...fields,
});

test('Groups are messages of one sender and one day, less than five minutes apart', () => {
  const first = entry({ createdAt: at(7, 12, 0) });
  expect(isSameGroup(first, entry({ createdAt: at(7, 12, 4, 59) }))).toBe(true);
  expect(isSameGroup(first, entry({ createdAt: at(7, 12, 5) }))).toBe(false);
  expect(isSameGroup(first, entry({ createdAt: at(7, 12, 1), senderId: ME }))).toBe(false);
  expect(isSameGroup(first, undefined)).toBe(false);
  const late = entry({ createdAt: at(7, 23, 59) });
  expect(isSameGroup(late, entry({ createdAt: at(8, 0, 1) }))).toBe(false);
  // Moments that are none.
  expect(isSameGroup(entry({ createdAt: '?' }), entry({ createdAt: '?' }))).toBe(false);
});

describe('Days', () => {
  test('hold the slices of all pages they run over', () => {
    const pages = toHistoryPages([
      [entry({ createdAt: at(6, 10) }), entry({ createdAt: at(7, 10) })],
      [entry({ createdAt: at(7, 11) }), entry({ createdAt: at(8, 10) })],
    ]);
    const days = toDays(pages, 0, 1);
    expect(days.map((day) => day.key)).toEqual(['2026-03-06', '2026-03-07', '2026-03-08']);
    expect(days[1]?.slices.map((slice) => slice.pageKey)).toEqual(pages.map((page) => page.key));
    expect(days.every((day) => !day.isContinued)).toBe(true);
  });

  test('take in messages without a time after others, also on the next page', () => {
    const timeless = () => entry({ createdAt: '' });
    const dated = [timeless(), entry(), timeless(), entry()];
    const pages = toHistoryPages([dated, [timeless(), entry({ createdAt: at(8, 10) })]]);
    expect(toDays(pages, 0, 1).map(({ key }) => key)).toEqual(['', '2026-03-07', '2026-03-08']);
    expect(toDays(pages, 1, 1)[0]).toMatchObject({ key: '2026-03-07', isContinued: true });
  });
});

describe('The unread line', () => {
  test('stands at the top of what is loaded when more is unseen, and goes up to its place as older pages come', () => {
    const newest = [entry({ _id: 'oldest' }), entry()];
    const start = findFirstUnseen(toHistoryPages([newest]), PEER, 4);
    expect(start.key).toBe('oldest');
    const own = toHistoryPages([[entry({ senderId: ME })], newest]);
    expect(searchOn(start, own, PEER)).toMatchObject({ key: 'oldest', left: 2 });
    const older = [entry(), entry({ _id: 'first unseen' }), entry({ senderId: ME }), entry()];
    const found = searchOn(start, toHistoryPages([older, newest]), PEER);
    expect(found).toMatchObject({ key: 'first unseen', left: 0 });
  });
});
