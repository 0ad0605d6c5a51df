/**
 * Whose conversation is open: the id alone, the person is looked up in the users list. Each window
 * has its own, which outlives a reload and stays with the account.
 */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';
import { SELECTION_KEY } from './storage-keys.ts';
import { getUnseenCount, resetUnseen } from './unseen.ts';

interface Selection {
  userId: UserId | null;
  /** How many of this person's messages were unseen at that moment. */
  unseenAtOpening: number;
}

const NOBODY: Selection = { userId: null, unseenAtOpening: 0 };

const useSelection = create<Selection>(() => NOBODY);

export const useSelectedUserId = (): UserId | null => useSelection((state) => state.userId);

export const useUnseenAtOpening = (): number => useSelection((state) => state.unseenAtOpening);

export const getSelectedUserId = (): UserId | null => useSelection.getState().userId;

/** Opens a conversation; nothing in it counts as unseen from then on. */
export function selectUser(userId: UserId): void {
  if (userId !== getSelectedUserId()) {
    useSelection.setState({ userId, unseenAtOpening: getUnseenCount(userId) });
  }
  resetUnseen(userId);
}

export function clearSelection(): void {
  useSelection.setState(NOBODY);
}

let keptFor: UserId | null = null;

/** Takes up what this account had open before a reload, and remembers what it opens from now on. */
export function keepSelection(accountId: UserId): void {
  keptFor = accountId;
  const [owner, userId] = readKept();
  if (userId !== undefined && owner === accountId) selectUser(userId);
  else writeKept(getSelectedUserId());
}

useSelection.subscribe(({ userId }) => writeKept(userId));

/** The account and the person. */
function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(SELECTION_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is switched off: a reload then begins with the list.
    return [];
  }
}

function writeKept(userId: UserId | null): void {
  try {
    if (userId === null) sessionStorage.removeItem(SELECTION_KEY);
    else if (keptFor !== null) {
      sessionStorage.setItem(SELECTION_KEY, JSON.stringify([keptFor, userId]));
    }
  } catch {
    // As above.
  }
}

/** Calls back after each change, with who was selected before. Returns the function that unsubscribes. */
export function subscribeSelection(
  listener: (userId: UserId | null, before: UserId | null) => void,
): () => void {
  return useSelection.subscribe((state, before) => {
    if (state.userId !== before.userId) listener(state.userId, before.userId);
  });
}
