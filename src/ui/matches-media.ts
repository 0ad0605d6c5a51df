import { useSyncExternalStore } from 'react';

const find = (query: string): MediaQueryList => matchMedia(query.replace('@media ', ''));

/** Whether a media query matches now: one of `media.ts`, as css objects use them. */
export const matchesMedia = (query: string): boolean => find(query).matches;

/** The same for a component, which renders when that changes. */
export function useMatchesMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = find(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchesMedia(query),
  );
}
