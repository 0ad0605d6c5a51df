/** What the server has announced, also for the time before it speaks again. */
import type { QueryClient } from '@tanstack/react-query';
import { keepLocal } from '../lib/local-values.ts';
import type { Feature } from '../protocol/events.ts';
import { ENDS_SESSIONS_KEY, type Features, realtimeQueries } from './connection.ts';

/** None: the server has nothing to say. */
export function noteAnnounced(queryClient: QueryClient, features: readonly Feature[]): void {
  queryClient.setQueryData<Features>(realtimeQueries.features().queryKey, new Set(features));
  // Somebody may sign out before the next hello.
  keepLocal(ENDS_SESSIONS_KEY, features.includes('logout'));
}
