import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  collectRecentKeys,
  findNewEntries,
  followsNews,
} from '../../src/screens/chat/thread/news.ts';
import { findFirstUnseen, searchOn } from '../../src/screens/chat/thread/reading.ts';
import { flashRow } from '../../src/screens/chat/thread/rows.ts';
import {
  type Entry,
  isSameGroup,
  toDays,
  toDeliveryState,
  toEntry,
  toHistoryPages,
  toLivePages,
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

describe('Groups', () => {
  test('are messages of one sender and one day, less than five minutes apart', () => {
    const first = entry({ createdAt: at(7, 12, 0) });
    expect(isSameGroup(first, entry({ createdAt: at(7, 12, 4, 59) }))).toBe(true);
    expect(isSameGroup(first, entry({ createdAt: at(7, 12, 5) }))).toBe(false);
    expect(isSameGroup(first, entry({ createdAt: at(7, 12, 1), senderId: ME }))).toBe(false);
    expect(isSameGroup(first, undefined)).toBe(false);
  });

  test('end at midnight', () => {
    const late = entry({ createdAt: at(7, 23, 59) });
    expect(isSameGroup(late, entry({ createdAt: at(8, 0, 1) }))).toBe(false);
  });

  test('are not guessed from moments that are none', () => {
    expect(isSameGroup(entry({ createdAt: '?' }), entry({ createdAt: '?' }))).toBe(false);
  });
});

describe('States of own messages', () => {
  test('tell what the server told and no more', () => {
    expect(toDeliveryState(entry({ seen: false }))).toBe('sent');
    expect(toDeliveryState(entry({ seen: false, delivered: true }))).toBe('delivered');
    expect(toDeliveryState(entry({ seen: true }))).toBe('seen');
  });

  test('of a message still here are those of the outbox, with the reason', () => {
    const failed = toEntry(
      {
        key: 'k',
        content: { text: 'x' },
        createdAt: at(7, 1),
        state: 'failed',
        reason: 'Too long',
      },
      ME,
    );
    expect(toDeliveryState(failed)).toBe('failed');
    expect(failed).toMatchObject({ _id: 'k', senderId: ME, text: 'x', reason: 'Too long' });
  });
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

  test('that began on a page left out are marked, and know their neighbours there', () => {
    const pages = toHistoryPages([
      [entry({ createdAt: at(7, 10) })],
      [entry({ createdAt: at(7, 10, 1) })],
    ]);
    const [day] = toDays(pages, 1, 1);
    expect(day).toMatchObject({ key: '2026-03-07', isContinued: true });
    expect(day?.slices[0]?.previous).toBe(pages[0]?.entries[0]);
  });

  test('keep their React key when the window moves', () => {
    const pages = toHistoryPages([
      [entry({ createdAt: at(7, 10) })],
      [entry({ createdAt: at(7, 11) })],
    ]);
    expect(toDays(pages, 1, 1)[0]?.id).toBe(toDays(pages, 0, 1)[0]?.id);
  });
});

describe('Pages', () => {
  test('of what is live keep their places while more is added', () => {
    const live = Array.from({ length: 120 }, () => entry());
    const before = toLivePages(live);
    const after = toLivePages([...live, entry()]);
    expect(before.map((page) => page.entries.length)).toEqual([50, 50, 20]);
    expect(after.map((page) => page.key)).toEqual(before.map((page) => page.key));
    const isSame = after.map((page, index) => page.entries === before[index]?.entries);
    expect(isSame).toEqual([true, true, false]);
  });

  test('are the same pages when they have become history', () => {
    const live = Array.from({ length: 60 }, () => entry({ key: `key ${ids}` }));
    const sealed = toHistoryPages([live.slice(0, 50)]);
    const keys = [...sealed, ...toLivePages(live.slice(50))].map((page) => page.key);
    expect(keys).toEqual(toLivePages(live).map((page) => page.key));
  });
});

describe('The unread line', () => {
  test('stands above the oldest unseen message of the other person', () => {
    const entries = [
      entry(),
      entry({ _id: 'first unseen' }),
      entry({ senderId: ME }),
      entry(),
      entry(),
    ];
    const pages = toHistoryPages([entries.slice(0, 3), entries.slice(3)]);
    expect(findFirstUnseen(pages, PEER, 3).key).toBe('first unseen');
  });

  test('stands at the top of what is loaded when more than that is unseen', () => {
    const pages = toHistoryPages([[entry({ _id: 'oldest' }), entry()]]);
    expect(findFirstUnseen(pages, PEER, 10).key).toBe('oldest');
  });

  test('goes up to where it belongs as older pages come', () => {
    const newest = [entry({ _id: 'oldest' }), entry()];
    const start = findFirstUnseen(toHistoryPages([newest]), PEER, 4);
    const older = [entry(), entry({ _id: 'first unseen' }), entry({ senderId: ME }), entry()];
    const found = searchOn(start, toHistoryPages([older, newest]), PEER);
    expect(found).toMatchObject({ key: 'first unseen', left: 0 });
  });

  test('stays where it is when an older page has nothing of the other person', () => {
    const newest = [entry({ _id: 'oldest' }), entry()];
    const start = findFirstUnseen(toHistoryPages([newest]), PEER, 4);
    const found = searchOn(start, toHistoryPages([[entry({ senderId: ME })], newest]), PEER);
    expect(found).toMatchObject({ key: 'oldest', left: 2 });
  });

  test('is not there when nothing is unseen', () => {
    expect(findFirstUnseen(toHistoryPages([[entry()]]), PEER, 0).key).toBeNull();
  });
});

describe('News', () => {
  const stored = toHistoryPages([[entry({ _id: 'a' }), entry({ _id: 'b' })]]);

  test('are what came after what was known', () => {
    const known = collectRecentKeys(stored, []);
    expect(findNewEntries(known, stored, [entry({ _id: 'c' })]).map(({ _id }) => _id)).toEqual([
      'c',
    ]);
  });

  test('are also found in front of an own message that is still going out', () => {
    const going = entry({ _id: 'mine', senderId: ME });
    const known = collectRecentKeys(stored, [going]);
    const found = findNewEntries(known, stored, [entry({ _id: 'c' }), going]);
    expect(found.map(({ _id }) => _id)).toEqual(['c']);
  });

  test('are not older pages, nor an own message that has been answered', () => {
    const going = entry({ _id: 'key', senderId: ME });
    const known = collectRecentKeys(stored, [going]);
    const answered = entry({ _id: 'c', key: 'key', senderId: ME });
    const older = toHistoryPages([[entry({ _id: '0' })], [...(stored[0]?.entries ?? [])]]);
    expect(findNewEntries(known, older, [answered])).toEqual([]);
  });

  test('are not older messages that a new cut of the pages brings into the newest one', () => {
    const known = collectRecentKeys(toHistoryPages([[entry({ _id: 'b' })]]), []);
    expect(findNewEntries(known, stored, [])).toEqual([]);
  });

  test('are all that came at a time, also where it fills pages of its own', () => {
    const known = collectRecentKeys(stored, []);
    const came = ['c', 'd', 'e', 'f'].map((_id) => entry({ _id }));
    const pages = [...stored, ...toHistoryPages([came.slice(0, 2), came.slice(2, 3)])];
    expect(findNewEntries(known, pages, came.slice(3))).toEqual(came);
  });

  test('are everything in a conversation that was empty', () => {
    expect(findNewEntries(new Set(), [], [entry({ _id: 'a' })]).map(({ _id }) => _id)).toEqual([
      'a',
    ]);
  });
});

describe('The view', () => {
  test('follows a new message unless the reader is in the history', () => {
    const news = { move: 'followed' } as const;
    expect(followsNews(news, { isAwayFromEnd: true, isFollowing: true })).toBe(true);
    expect(followsNews(news, { isAwayFromEnd: true, isFollowing: false })).toBe(false);
  });

  test('follows the typing row only from the very end', () => {
    const news = { move: 'near' } as const;
    expect(followsNews(news, { isAwayFromEnd: false, isFollowing: true })).toBe(true);
    expect(followsNews(news, { isAwayFromEnd: true, isFollowing: true })).toBe(false);
  });
});

test('A message that is jumped to again is highlighted for the whole time again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const thread = document.createElement('div');
  thread.innerHTML = '<p data-key="a"></p><p data-key="b"></p>';
  const listFound = () =>
    [...thread.querySelectorAll<HTMLElement>('[data-found]')].map(({ dataset }) => dataset.key);
  flashRow(thread, 'a');
  vi.advanceTimersByTime(1_500);
  flashRow(thread, 'a');
  vi.advanceTimersByTime(1_500);
  expect(listFound()).toEqual(['a']);
  flashRow(thread, 'b');
  expect(listFound()).toEqual(['b']);
  vi.advanceTimersByTime(2_500);
  expect(listFound()).toEqual([]);
});
