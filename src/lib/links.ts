/**
 * Links in a text. The finder is fetched with the first text that may contain one; until then, or if that fails, a text
 * is one part without links.
 */
import type { TextPiece } from './find-links.ts';

type Finder = (text: string) => TextPiece[];

let finder: Finder | null = null;
let isAsked = false;
const listeners = new Set<() => void>();

/** Fast and tolerant: the finder is fetched only for texts that pass. */
export function mayHaveLink(text: string): boolean {
  return /:\/\/|mailto:|\w@\w|\w\.\w\w/.test(text);
}

/** For `useSyncExternalStore`: subscribing fetches the finder. */
export function subscribeToFinder(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAsked) {
    isAsked = true;
    import('./find-links.ts').then(
      ({ findLinks }) => {
        finder = findLinks;
        for (const notify of listeners) notify();
      },
      () => {
        isAsked = false;
      },
    );
  }
  return () => listeners.delete(listener);
}

export function getFinder(): Finder | null {
  return finder;
}
