/** Whose conversation is open: the id alone, the person is looked up in the users list. */
import { create } from 'zustand';
import type { UserId } from '../protocol/entities.ts';

const useSelection = create<{ userId: UserId | null }>(() => ({ userId: null }));

export const useSelectedUserId = (): UserId | null => useSelection((state) => state.userId);

export const getSelectedUserId = (): UserId | null => useSelection.getState().userId;

export function selectUser(userId: UserId): void {
  useSelection.setState({ userId });
}

export function clearSelection(): void {
  useSelection.setState({ userId: null });
}

/** Calls back after each change. Returns the way to stop. */
export function subscribeSelection(listener: (userId: UserId | null) => void): () => void {
  return useSelection.subscribe((state, before) => {
    if (state.userId !== before.userId) listener(state.userId);
  });
}
