/** Own messages that the server does not have, for the screens. The outbox fills the stores. */
import { create } from 'zustand';
import type { MessageContent, UserId } from '../protocol/entities.ts';

export interface UnsentPreview {
  key: string;
  content: MessageContent;
  /** ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'failed';
}

/**
 * The newest waiting or failed message to each person, by `conversation/follow-unsent.ts`. A map, because a backend may use any string as an id.
 */
type UnsentByPerson = ReadonlyMap<UserId, UnsentPreview>;

const useUnsentByPerson = create<UnsentByPerson>(() => new Map());

export const useUnsent = (userId: UserId): UnsentPreview | undefined =>
  useUnsentByPerson((unsent) => unsent.get(userId));

export const getUnsent = (): UnsentByPerson => useUnsentByPerson.getState();

export const setUnsent = (unsent: UnsentByPerson): void => useUnsentByPerson.setState(unsent, true);

// The key of the message that can be taken back in this window now; `outbox/undo.ts` sets it.

const useUndoable = create<string | undefined>(() => undefined);

export const useIsUndoable = (key: string): boolean => useUndoable((undoable) => undoable === key);

export const setUndoable = (key: string | undefined): void => useUndoable.setState(key, true);

// The sent share of each picture, by its message's key, from 0 to 1.

type Fractions = ReadonlyMap<string, number>;

const useFractions = create<Fractions>(() => new Map());

/** Null: unknown, because the upload has not begun or all of it is sent. */
export const useUploadProgress = (key: string): number | null =>
  useFractions((fractions) => fractions.get(key) ?? null);

/** In hundredths, so that it renders no more often than its ring can show. */
export function setUploadProgress(key: string, fraction: number | null): void {
  const rounded = fraction === null || fraction >= 1 ? undefined : Math.round(fraction * 100) / 100;
  useFractions.setState((before) => {
    if (before.get(key) === rounded) return before;
    const fractions = new Map(before);
    if (rounded === undefined) fractions.delete(key);
    else fractions.set(key, rounded);
    return fractions;
  }, true);
}
