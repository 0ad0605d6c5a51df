/** Which messages of this window can be taken back now, by their keys. Who decides: `queries/outbox/undo.ts`. */
import { create } from 'zustand';

const useUndoable = create<ReadonlySet<string>>(() => new Set());

export const useIsUndoable = (key: string): boolean => useUndoable((keys) => keys.has(key));

export const isUndoable = (key: string): boolean => useUndoable.getState().has(key);

export function setUndoable(key: string, isPossible: boolean): void {
  useUndoable.setState((before) => {
    if (before.has(key) === isPossible) return before;
    const keys = new Set(before);
    if (isPossible) keys.add(key);
    else keys.delete(key);
    return keys;
  }, true);
}
