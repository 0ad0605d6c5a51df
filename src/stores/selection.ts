/** Whose conversation is open: the id alone, the person is looked up in the users list. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';
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

/** Calls back after each change, with who was selected before. Returns the way to stop. */
export function subscribeSelection(
  listener: (userId: UserId | null, before: UserId | null) => void,
): () => void {
  return useSelection.subscribe((state, before) => {
    if (state.userId !== before.userId) listener(state.userId, before.userId);
  });
}
