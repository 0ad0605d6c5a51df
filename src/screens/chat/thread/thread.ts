/**
 * Cuts a conversation for the screen: entries into pages, a page into slices of one day, slices by day. Pure; a
 * page's array identifies its content.
 */

import type { OutgoingMessage, ShownMessage } from '../../../conversation/entities.ts';
import { toDayKey } from '../../../lib/time.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { PAGE_SIZE } from '../../../protocol/limits.ts';

/** A message on the screen: one from the server, or an unsent one of ours. */
export interface Entry extends ShownMessage {
  /** Present until the server has accepted it. */
  outgoing?: 'sending' | 'waiting' | 'failed';
  /** Why it failed, or still waits after many tries; shown to people. */
  reason?: string;
}

/** The unit that the message list mounts or leaves out. */
export interface ThreadPage {
  /** That of its first entry: it stays the same while more is added, and when the page becomes history. */
  key: string;
  entries: readonly Entry[];
}

/** The part of a page that lies in one day: `entries[start]` to `entries[end - 1]`. */
export interface Slice {
  pageKey: string;
  entries: readonly Entry[];
  start: number;
  end: number;
  /** The entry before the slice, for grouping. */
  previous: Entry | undefined;
}

interface Day {
  /** `YYYY-MM-DD` in local time; empty if all of its messages are without a time. */
  key: string;
  /** React key: a day appears once, unless clocks of two devices differ. */
  id: string;
  /** Whether the day began on a page before the first given one. */
  isContinued: boolean;
  slices: Slice[];
}

export type DeliveryState = 'sending' | 'waiting' | 'failed' | 'sent' | 'delivered' | 'seen';

const GROUP_GAP_MS = 5 * 60 * 1000;

export function keyOf(entry: Entry): string {
  return entry.key ?? entry._id;
}

export const findEntry = (pages: readonly ThreadPage[], key: string): Entry | undefined =>
  pages.flatMap(({ entries }) => entries).find((entry) => keyOf(entry) === key);

/** An own message that is shown before the server has it. */
export function toEntry(
  { key, content, createdAt, replyTo, forwardOf, state, reason }: OutgoingMessage,
  senderId: UserId,
): Entry {
  return {
    _id: key,
    senderId,
    ...content,
    seen: false,
    createdAt,
    ...(replyTo && { replyTo }),
    ...(forwardOf !== undefined && { forwarded: true }),
    outgoing: state,
    ...(reason !== undefined && { reason }),
  };
}

/** Same sender, same day, less than five minutes apart. */
export function isSameGroup(earlier: Entry | undefined, later: Entry | undefined): boolean {
  if (!earlier || !later || earlier.senderId !== later.senderId) return false;
  const gap = Date.parse(later.createdAt) - Date.parse(earlier.createdAt);
  return gap < GROUP_GAP_MS && toDayKey(earlier.createdAt) === toDayKey(later.createdAt);
}

/** The state of an own message. States that the server does not report are not shown. */
export function toDeliveryState(entry: Entry): DeliveryState {
  if (entry.outgoing) return entry.outgoing;
  if (entry.seen) return 'seen';
  return entry.delivered ? 'delivered' : 'sent';
}

export function toHistoryPages(pages: readonly (readonly Entry[])[]): ThreadPage[] {
  return pages.flatMap(toPage);
}

/**
 * Newer and unsent messages. Cut from the beginning, into pages as long as those of a sealed tail, so that a page stays
 * mounted when it becomes history.
 */
export function toLivePages(entries: readonly Entry[]): ThreadPage[] {
  const pages: ThreadPage[] = [];
  for (let start = 0; start < entries.length; start += PAGE_SIZE) {
    pages.push(...toPage(keepSame(entries.slice(start, start + PAGE_SIZE))));
  }
  return pages;
}

function toPage(entries: readonly Entry[]): ThreadPage[] {
  const [first] = entries;
  return first ? [{ key: keyOf(first), entries }] : [];
}

const cutBefore = new WeakMap<Entry, readonly Entry[]>();

/** The earlier array with the same entries: only the page that gets a new entry changes. */
function keepSame(entries: readonly Entry[]): readonly Entry[] {
  const [first] = entries;
  if (!first) return entries;
  const known = cutBefore.get(first);
  const isSame =
    known?.length === entries.length && known.every((entry, index) => entry === entries[index]);
  if (isSame) return known;
  cutBefore.set(first, entries);
  return entries;
}

/** Days of the pages `first` to `last`, both inclusive, each with its slices in order. */
export function toDays(pages: readonly ThreadPage[], first: number, last: number): Day[] {
  const days: Day[] = [];
  let dayBefore = lastDayOf(pages[first - 1]);
  for (let index = first; index <= last; index++) {
    const page = pages[index];
    if (!page) continue;
    for (const { day, start, end } of cutByDay(page.entries, dayBefore)) {
      const slice: Slice = {
        pageKey: page.key,
        entries: page.entries,
        start,
        end,
        previous: page.entries[start - 1] ?? pages[index - 1]?.entries.at(-1),
      };
      const open = days.at(-1);
      if (open?.key === day) {
        open.slices.push(slice);
      } else {
        const isContinued = days.length === 0 && dayBefore === day;
        const repeats = days.filter((known) => known.key === day).length;
        days.push({ key: day, id: `${day}.${repeats}`, isContinued, slices: [slice] });
      }
      dayBefore = day;
    }
  }
  return days;
}

interface Cut {
  day: string;
  start: number;
  end: number;
}

/** A message without a time, of another server, is on the day of the one before it. */
function cutByDay(entries: readonly Entry[], dayBefore = ''): Cut[] {
  const result: Cut[] = [];
  entries.forEach((entry, index) => {
    const open = result.at(-1);
    const day = toDayKey(entry.createdAt) || (open?.day ?? dayBefore);
    if (open?.day === day) open.end = index + 1;
    else result.push({ day, start: index, end: index + 1 });
  });
  return result;
}

function lastDayOf(page: ThreadPage | undefined): string | undefined {
  const last = page?.entries.findLast(({ createdAt }) => createdAt !== '');
  return last && toDayKey(last.createdAt);
}
