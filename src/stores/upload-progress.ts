/** How much of a picture has left, while it is sent: by the key of its message, from 0 to 1. */
import { create } from 'zustand';

type Fractions = ReadonlyMap<string, number>;

const useFractions = create<Fractions>(() => new Map());

/** Null: nothing is known, because the upload has not begun or all of it has left. */
export const useUploadProgress = (key: string): number | null =>
  useFractions((fractions) => fractions.get(key) ?? null);

/** In hundredths, so that a picture renders no more often than its ring can show. */
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
