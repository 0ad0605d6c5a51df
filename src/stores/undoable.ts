/** Which message of this window can be taken back now, by its key. Who decides: `outbox/undo.ts`. */
import { create } from 'zustand';

interface Undoable {
  key: string | undefined;
}

const useUndoable = create<Undoable>(() => ({ key: undefined }));

export const useIsUndoable = (key: string): boolean => useUndoable((state) => state.key === key);

export const setUndoable = (key: string | undefined): void => useUndoable.setState({ key });
