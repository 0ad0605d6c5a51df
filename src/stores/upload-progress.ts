/** The sent share of each picture, by its message's key, from 0 to 1. */
import { create } from 'zustand';

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
