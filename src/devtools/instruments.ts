/** Queries for Devtools only: filled while it is open, removed when it closes. */
import type { QueryClient } from '@tanstack/react-query';
import { observeEvents } from '../realtime/event-observer.ts';
import { abilitiesQuery, followAbilities } from './abilities.ts';
import { auditBadges, driftsQuery } from './badge-audit.ts';
import { eventsQuery, recordEvent } from './event-ledger.ts';
import { followSpeed, speedQuery } from './felt-speed.ts';
import { followOutbox, outboxQuery } from './outbox-view.ts';
import { followStores, storesQuery } from './stores-view.ts';

/** Returns a function that stops them. */
export function startInstruments(queryClient: QueryClient): () => void {
  const queries = [
    eventsQuery(),
    abilitiesQuery(),
    // In other builds nothing is audited, and an empty list would suggest that nothing differs.
    ...(import.meta.env.DEV ? [driftsQuery()] : []),
    speedQuery(),
    outboxQuery(),
    storesQuery(),
  ];
  for (const { queryKey, initialData } of queries) {
    queryClient.setQueryData(queryKey, initialData);
  }
  const speed = followSpeed(queryClient);
  const stops = [
    speed.stop,
    followAbilities(queryClient),
    followOutbox(queryClient),
    followStores(queryClient),
    observeEvents((event, handle) => {
      const arrivedAt = performance.now();
      recordEvent(queryClient, event, handle);
      speed.noteEvent(arrivedAt);
      if (import.meta.env.DEV) auditBadges(queryClient, event.name);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const { queryKey } of queries) queryClient.removeQueries({ queryKey, exact: true });
  };
}
