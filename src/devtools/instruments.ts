/** Queries for Devtools only: filled while it is open, removed when it closes. */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { removeData, writeData } from '../cache/write.ts';
import { abilitiesQuery, followAbilities } from './abilities.ts';
import { auditBadges, driftsQuery } from './badge-audit.ts';
import { followSpeed, speedQuery } from './felt-speed.ts';
import { keepLedger, writesQuery } from './ledger.ts';
import { followOutbox, outboxQuery } from './outbox-view.ts';
import { createRecorder } from './recording/recorder.ts';
import type { Recording } from './recording/recording.ts';
import { followStores, storesQuery } from './stores-view.ts';

export interface Instruments {
  getRecording(): Recording;
  stop(): void;
}

export function startInstruments(queryClient: QueryClient): Instruments {
  const queries = [
    writesQuery(),
    abilitiesQuery(),
    // In other builds nothing is audited, and an empty list would suggest that nothing differs.
    ...(import.meta.env.DEV ? [driftsQuery()] : []),
    speedQuery(),
    outboxQuery(),
    storesQuery(),
  ];
  for (const { queryKey, initialData } of queries) writeData(queryClient, queryKey, initialData);
  const hashes = new Set(queries.map(({ queryKey }) => hashKey(queryKey)));
  const cache = queryClient.getQueryCache();
  const stores = hashKey(storesQuery().queryKey);
  const recorder = createRecorder(queryClient, (hash) => hash === stores || !hashes.has(hash));
  const speed = followSpeed(queryClient);
  const stops = [
    // The end of a session removes all entries, and so does a button of Devtools.
    cache.subscribe(({ type, query }) => {
      if (type !== 'removed' || !hashes.has(query.queryHash)) return;
      queueMicrotask(() => {
        if (cache.get(query.queryHash)) return;
        writeData(queryClient, query.queryKey, query.state.data);
      });
    }),
    speed.stop,
    followAbilities(queryClient),
    followOutbox(queryClient),
    followStores(queryClient),
    keepLedger({
      queryClient,
      isOwn: (queryHash) => hashes.has(queryHash),
      recorder,
      noteEvent(name, startedAt) {
        speed.noteEvent(startedAt);
        if (import.meta.env.DEV) auditBadges(queryClient, name);
      },
    }),
  ];
  return {
    getRecording: recorder.getRecording,
    stop() {
      for (const stop of stops) stop();
      for (const { queryKey } of queries) removeData(queryClient, { queryKey, exact: true });
    },
  };
}
