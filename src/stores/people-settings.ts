/** Settings for single people: mutes, which hold on all devices if the server has them, pins and unread marks. */
import { create } from 'zustand';
import { readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import type { Mute } from '../protocol/http.ts';

/** End in ms since the epoch; null: until the person changes it. */
export type MutedUntil = number | null;

/** A map, because a backend may use any string as an id. */
export type Mutes = ReadonlyMap<UserId, MutedUntil>;

/** `notifications/mute-list.ts` stores it between visits. */
export const useMutes = create<Mutes>(() => new Map());

/** Undefined for a person who is not muted. */
export const useMutedUntil = (userId: UserId): MutedUntil | undefined =>
  useMutes((mutes) => mutes.get(userId));

export const useIsMuted = (userId: UserId): boolean => useMutedUntil(userId) !== undefined;

export const getMutes = (): Mutes => useMutes.getState();

export const setMutes = (mutes: Mutes): void => useMutes.setState(mutes, true);

/** Calls back after each change. Returns a function that unsubscribes. */
export const subscribeMutes = (listener: () => void): (() => void) => useMutes.subscribe(listener);

let received = 0;
/** How often the server has sent all mutes of this account. */
export const countReceivedMutes = (): number => received;

export function clearMutes(): void {
  received = 0;
  setMutes(new Map());
}

/** All that the server has, by its answer or event (feature `mutes`). */
export function receiveMutes(mutes: readonly Mute[]): void {
  received += 1;
  const known = mutes.filter(({ userId }) => typeof userId === 'string');
  setMutes(
    new Map(known.map(({ userId, until }) => [userId, until === null ? null : Date.parse(until)])),
  );
}

/** Local storage key of an account's mutes: deleted at logout, since it is private. */
export const mutesKeyOf = (accountId: UserId): string => `mutes:${accountId}`;

/**
 * What the person has marked in the people list, in this browser: people pinned to the top, and conversations marked as
 * unread. `screens/chat/people/mark-row.ts` changes it.
 */

/** `removed`: a deleted account that the person does not want to see any more. */
export type RowMark = 'pinned' | 'unread' | 'removed';

const ROW_MARKS: readonly RowMark[] = ['pinned', 'unread', 'removed'];

type Marked = ReadonlySet<UserId>;
type RowMarks = Readonly<Record<RowMark, Marked>>;

const useRowMarks = create<RowMarks>(() => ({
  pinned: new Set(),
  unread: new Set(),
  removed: new Set(),
}));

export const useMarked = (mark: RowMark): Marked => useRowMarks((marks) => marks[mark]);

export const useIsMarked = (mark: RowMark, userId: UserId): boolean =>
  useRowMarks((marks) => marks[mark].has(userId));

export const getMarked = (mark: RowMark): Marked => useRowMarks.getState()[mark];

export const setMarked = (mark: RowMark, marked: Marked): void =>
  useRowMarks.setState({ [mark]: marked });

/** Local storage key: deleted at logout, since it is private. */
export const rowMarkKeyOf = (mark: RowMark, accountId: UserId): string => `${mark}:${accountId}`;

export const rowMarkKeysOf = (accountId: UserId): string[] =>
  ROW_MARKS.map((mark) => rowMarkKeyOf(mark, accountId));

/** When nobody is signed in. */
export function closeRowMarks(): void {
  for (const mark of ROW_MARKS) setMarked(mark, new Set());
}

/** Reads what this account has marked. */
export function openRowMarks(accountId: UserId): void {
  for (const mark of ROW_MARKS) {
    const ids = readLocal(rowMarkKeyOf(mark, accountId));
    setMarked(mark, new Set(Array.isArray(ids) ? ids.map(String) : []));
  }
}
