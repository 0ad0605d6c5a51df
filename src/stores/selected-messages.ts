/** Several messages of the open conversation that are selected in this window, to be copied or deleted together. */
import { create } from 'zustand';

interface Selected {
  /** Keys of the messages; null: nothing is being selected. */
  keys: ReadonlySet<string> | null;
}

const NOTHING: Selected = { keys: null };

const useSelected = create<Selected>(() => NOTHING);

export const useSelectedKeys = (): Selected['keys'] => useSelected(({ keys }) => keys);

/** Undefined: nothing is being selected. */
export const useIsMessageSelected = (key: string): boolean | undefined =>
  useSelected(({ keys }) => keys?.has(key));

export const isSelecting = (): boolean => useSelected.getState().keys !== null;

/** Selects the message, or no longer; the first one begins it. */
export function toggleMessage(key: string): void {
  const keys = new Set(useSelected.getState().keys);
  if (!keys.delete(key)) keys.add(key);
  useSelected.setState({ keys });
}

export function endSelecting(): void {
  useSelected.setState(NOTHING);
}
