import type { RouterHistory } from '@tanstack/react-router';

type Places = typeof import('./places.ts');

/** Does something with the places in the history. Their code comes after the first screen, and follows the history then. */
export function withPlaces(history: RouterHistory, act: (places: Places) => void): void {
  import('./places.ts').then(
    (places) => {
      places.followHistory(history);
      act(places);
    },
    // Without a network it may not come: the screen goes on, and the address stays as it is.
    () => undefined,
  );
}
