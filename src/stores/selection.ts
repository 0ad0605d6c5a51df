/**
 * Whose conversation is open in this window: only the id, the person is in the users list. It follows the address;
 * navigation sets it here (`screens/history-entries.ts`).
 */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';
import { getUnseenCount, resetUnseen } from './unseen.ts';

interface Selection {
  userId: UserId | null;
  /** The person's unseen count when it was opened; 0 when its messages have been on the screen. */
  unseenAtOpening: number;
}

const NOBODY: Selection = { userId: null, unseenAtOpening: 0 };

const useSelection = create<Selection>(() => NOBODY);

export const useSelectedUserId = (): UserId | null => useSelection((state) => state.userId);

export const useUnseenAtOpening = (): number => useSelection((state) => state.unseenAtOpening);

export const getSelectedUserId = (): UserId | null => useSelection.getState().userId;

/** Opens a conversation; from then on nothing in it counts as unseen. */
export function selectUser(userId: UserId): void {
  if (userId !== getSelectedUserId()) {
    useSelection.setState({ userId, unseenAtOpening: getUnseenCount(userId) });
  }
  resetUnseen(userId);
}

/** For a conversation opened by its address, before anything was counted; or when its messages have been on the screen. */
export const setUnseenAtOpening = (unseenAtOpening: number): void =>
  useSelection.setState({ unseenAtOpening });

export const clearSelection = (): void => useSelection.setState(NOBODY);

/** Calls back after each change, with the previous selection. Returns a function that unsubscribes. */
export function subscribeSelection(
  listener: (userId: UserId | null, before: UserId | null) => void,
): () => void {
  return useSelection.subscribe((state, before) => {
    if (state.userId !== before.userId) listener(state.userId, before.userId);
  });
}
