/**
 * Whose conversation is open in this window: only the id, the person is in the users list. It follows the address;
 * navigation sets it here (`screens/history-entries.ts`).
 */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';
import { getUnseenCount, resetUnseen } from './unseen.ts';

interface Selection {
  userId: UserId | null;
  /** The person's unseen count at that moment. */
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

export const clearSelection = (): void => useSelection.setState(NOBODY);

// The person wants to write to somebody at once, as after Reply in a notification.

const useWriting = create<UserId | null>(() => null);

export const useIsToWrite = (userId: UserId): boolean => useWriting((to) => to === userId);

export const askToWrite = (to: UserId | null): void => useWriting.setState(to, true);

/** Calls back after each change, with the previous selection. Returns a function that unsubscribes. */
export function subscribeSelection(
  listener: (userId: UserId | null, before: UserId | null) => void,
): () => void {
  return useSelection.subscribe((state, before) => {
    if (state.userId !== before.userId) listener(state.userId, before.userId);
  });
}

// The picture in the viewer: its message's key, or none.

export const useViewedPicture = create<string | null>(() => null);

export const viewPicture = (key: string): void => useViewedPicture.setState(key, true);

export const closeViewer = (): void => useViewedPicture.setState(null, true);
