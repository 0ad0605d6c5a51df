/**
 * What the person has marked in the people list, in this browser: people pinned to the top, and conversations marked as
 * unread. `screens/chat/people/mark-row.ts` changes it.
 */
import { create } from 'zustand';
import { readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';

export type RowMark = 'pinned' | 'unread';

type Marked = ReadonlySet<UserId>;
type RowMarks = Readonly<Record<RowMark, Marked>>;

const useRowMarks = create<RowMarks>(() => ({ pinned: new Set(), unread: new Set() }));

export const useMarked = (mark: RowMark): Marked => useRowMarks((marks) => marks[mark]);

export const useIsMarked = (mark: RowMark, userId: UserId): boolean =>
  useRowMarks((marks) => marks[mark].has(userId));

export const getMarked = (mark: RowMark): Marked => useRowMarks.getState()[mark];

export const setMarked = (mark: RowMark, marked: Marked): void =>
  useRowMarks.setState({ [mark]: marked });

/** Local storage key: deleted at logout, since it is private. */
export const rowMarkKeyOf = (mark: RowMark, accountId: UserId): string => `${mark}:${accountId}`;

/** Reads what this account has marked. */
export function openRowMarks(accountId: UserId): void {
  for (const mark of ['pinned', 'unread'] as const) {
    const ids = readLocal(rowMarkKeyOf(mark, accountId));
    setMarked(mark, new Set(Array.isArray(ids) ? ids.map(String) : []));
  }
}
