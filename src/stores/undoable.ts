/** The key of the message that can be taken back in this window now; `outbox/undo.ts` sets it. */
import { create } from 'zustand';

interface Undoable {
  key: string | undefined;
}

const useUndoable = create<Undoable>(() => ({ key: undefined }));

export const useIsUndoable = (key: string): boolean => useUndoable((state) => state.key === key);

export const setUndoable = (key: string | undefined): void => useUndoable.setState({ key });
