/** Stores the features that the server has announced, also for the time before its next `hello`. */
import type { QueryClient } from '@tanstack/react-query';
import { writeData } from '../cache/write.ts';
import { keepLocal } from '../lib/local-values.ts';
import type { Feature } from '../protocol/events.ts';
import { ENDS_SESSIONS_KEY, realtimeQueries } from './connection.ts';

/** An empty list: the server announces nothing. */
export function noteAnnounced(queryClient: QueryClient, features: readonly Feature[]): void {
  writeData(queryClient, realtimeQueries.features().queryKey, new Set(features));
  // Somebody may log out before the next `hello`.
  keepLocal(ENDS_SESSIONS_KEY, features.includes('logout'));
}
