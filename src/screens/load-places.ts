import type { RouterHistory } from '@tanstack/react-router';

type Places = typeof import('./places.ts');

/** Runs an action on the history entries. Their code loads after the first screen, then follows the history. */
export function withPlaces(history: RouterHistory, act: (places: Places) => void): void {
  import('./places.ts').then(
    (places) => {
      places.followHistory(history);
      act(places);
    },
    // Without a network it may fail: the screen works, and the address stays unchanged.
    () => undefined,
  );
}
