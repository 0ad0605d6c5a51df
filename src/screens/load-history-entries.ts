import type { RouterHistory } from '@tanstack/react-router';

type Entries = typeof import('./history-entries.ts');

/** Runs an action on the history entries. Their code loads after the first screen, then follows the history. */
export function withHistoryEntries(history: RouterHistory, act: (entries: Entries) => void): void {
  import('./history-entries.ts').then(
    (entries) => {
      entries.followHistory(history);
      act(entries);
    },
    // Without a network it may fail: the screen works, and the address stays unchanged.
    () => undefined,
  );
}
