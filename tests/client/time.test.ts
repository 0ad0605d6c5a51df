import { describe, expect, onTestFinished, test } from 'vitest';
import { formatDay, formatDayAndTime, formatTime, toDayKey } from '../../src/lib/time.ts';
import { formatVisit } from '../../src/screens/chat/use-presence.ts';

/** A moment of the local time zone, as the network brings it. */
const local = (...parts: [number, number, number, number, number]) => {
  const [year, month, day, hour, minute] = parts;
  return new Date(year, month - 1, day, hour, minute).toISOString();
};

const monday = (weekday: 'long' | 'short') =>
  new Intl.DateTimeFormat(undefined, { weekday }).format(new Date(2026, 2, 2));

describe('Time of day', () => {
  test('is 24-hour hh:mm with leading zeros', () => {
    expect(formatTime(local(2026, 3, 7, 9, 5))).toBe('09:05');
    expect(formatTime(local(2026, 3, 7, 0, 0))).toBe('00:00');
    expect(formatTime(local(2026, 3, 7, 23, 59))).toBe('23:59');
    // No date.
    expect(formatTime('yesterday-ish')).toBe('');
    expect(formatDayAndTime('yesterday-ish', '2026-03-07')).toBe('');
  });
});

describe('Days', () => {
  test('two moments of one local day share a key, midnight separates them', () => {
    expect(toDayKey(local(2026, 3, 7, 0, 0))).toBe('2026-03-07');
    expect(toDayKey(local(2026, 3, 7, 23, 59))).toBe('2026-03-07');
    expect(toDayKey(local(2026, 3, 8, 0, 0))).toBe('2026-03-08');
    expect(toDayKey('no date')).toBe('');
  });

  test('are called Today, Yesterday, a weekday of the last week, else the date', () => {
    const today = '2026-03-07';
    expect(formatDay('2026-03-07', today)).toBe('Today');
    expect(formatDay('2026-03-06', today)).toBe('Yesterday');
    expect(formatDay('2026-03-02', today)).toBe(monday('long'));
    expect(formatDay('2026-02-28', today)).toMatch(/28.*2026|2026.*28/);
    expect(formatDay('2025-03-07', today)).toContain('2025');
    expect(formatDayAndTime(local(2026, 3, 7, 9, 5), today)).toBe('Today, 09:05');
  });

  test('of another device whose clock runs ahead are dates, and those that are none have no name', () => {
    expect(formatDay('2026-03-08', '2026-03-07')).toContain('2026');
    expect(formatDay('', '2026-03-07')).toBe('');
  });

  test('stay right across a change of the clocks', () => {
    expect(formatDay('2026-03-28', '2026-03-29')).toBe('Yesterday');
    expect(formatDay('2026-10-24', '2026-10-25')).toBe('Yesterday');
  });

  test('of a last visit are told with the time within a week, and alone before that', () => {
    const today = '2026-03-07';
    expect(formatVisit(local(2026, 3, 7, 9, 5), today)).toBe('09:05');
    expect(formatVisit(local(2026, 3, 6, 22, 17), today)).toBe('yesterday at 22:17');
    expect(formatVisit(local(2026, 3, 2, 22, 17), today)).toBe(`${monday('short')} at 22:17`);
    expect(formatVisit(local(2026, 2, 28, 22, 17), today)).toMatch(/28/);
    expect(formatVisit(local(2026, 2, 28, 22, 17), today)).not.toContain('22:17');
    expect(formatVisit('no date', today)).toBe('');
  });

  test('written from right to left keep the order of their parts in an English text', () => {
    const { prototype } = Intl.DateTimeFormat;
    const before = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
    onTestFinished(() => void Object.defineProperty(prototype, 'format', before));
    Object.defineProperty(prototype, 'format', { ...before, get: () => () => '۱۴۰۵ آذر ۸' });
    expect(formatDay('2025-03-07', '2026-03-07')).toBe('\u2068۱۴۰۵ آذر ۸\u2069');
  });
});
