/** How much of a picture has left, while it is sent: by the key of its message. */
import { useSyncExternalStore } from 'react';

/** From 0 to 1. */
const fractions = new Map<string, number>();
const listeners = new Set<() => void>();

/** Null: nothing is known, because the upload has not begun or all of it has left. */
export const useUploadProgress = (key: string): number | null =>
  useSyncExternalStore(subscribe, () => fractions.get(key) ?? null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** In hundredths, so that a picture renders no more often than its ring can show. */
export function setUploadProgress(key: string, fraction: number | null): void {
  const rounded = fraction === null || fraction >= 1 ? undefined : Math.round(fraction * 100) / 100;
  if (fractions.get(key) === rounded) return;
  if (rounded === undefined) fractions.delete(key);
  else fractions.set(key, rounded);
  for (const notify of listeners) notify();
}
