/** Marks rows of the people list, and follows what other windows of this browser mark. */
import { keepLocal } from '../../../lib/local-values.ts';
import { setMember } from '../../../people/patches.ts';
import type { UserId } from '../../../protocol/entities.ts';
import {
  closeRowMarks,
  getMarked,
  openRowMarks,
  type RowMark,
  rowMarkKeyOf,
  rowMarkKeysOf,
  setMarked,
} from '../../../stores/people-settings.ts';
import { getSelectedUserId, subscribeSelection } from '../../../stores/selection.ts';

export function markRow(accountId: UserId, mark: RowMark, userId: UserId, isMarked: boolean): void {
  const before = getMarked(mark);
  const marked = setMember(before, userId, isMarked);
  if (marked === before) return;
  setMarked(mark, marked);
  keepLocal(rowMarkKeyOf(mark, accountId), [...marked]);
}

/** A conversation that is opened is not marked as unread any more. Returns a function that stops this. */
export function followRowMarks(accountId: UserId): () => void {
  // Another window may have marked rows since the list was shown.
  openRowMarks(accountId);
  const handleOpen = (userId: UserId | null) => {
    if (userId !== null) markRow(accountId, 'unread', userId, false);
  };
  handleOpen(getSelectedUserId());
  const stopSelection = subscribeSelection(handleOpen);
  const keys = [null, ...rowMarkKeysOf(accountId)];
  const handleStorage = ({ key }: StorageEvent) => {
    if (keys.includes(key)) openRowMarks(accountId);
  };
  window.addEventListener('storage', handleStorage);
  return () => {
    stopSelection();
    window.removeEventListener('storage', handleStorage);
    closeRowMarks();
  };
}
