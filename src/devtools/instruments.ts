/** The ledger and the recording, kept while Devtools is open. */
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { removeData, writeData } from '../cache/write.ts';
import { keepLedger, writesQuery } from './ledger.ts';
import { createRecorder } from './recording/recorder.ts';
import type { Recording } from './recording/recording.ts';

export interface Instruments {
  getRecording(): Recording;
  stop(): void;
}

export function startInstruments(queryClient: QueryClient): Instruments {
  const { queryKey, initialData } = writesQuery();
  const isOwn = (queryHash: string) => queryHash === hashKey(queryKey);
  writeData(queryClient, queryKey, initialData);
  const recorder = createRecorder(queryClient, (queryHash) => !isOwn(queryHash));
  const cache = queryClient.getQueryCache();
  const stops = [
    // The end of a session removes all entries, and so does a button of Devtools.
    cache.subscribe(({ type, query }) => {
      if (type !== 'removed' || !isOwn(query.queryHash)) return;
      queueMicrotask(() => {
        if (!cache.get(query.queryHash)) writeData(queryClient, query.queryKey, query.state.data);
      });
    }),
    keepLedger({ queryClient, isOwn, recorder }),
  ];
  return {
    getRecording: recorder.getRecording,
    stop() {
      for (const stop of stops) stop();
      removeData(queryClient, { queryKey, exact: true });
    },
  };
}
