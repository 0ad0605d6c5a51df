/** Stores the features that the server has announced, also for the time before its next `hello`. */
import type { QueryClient } from '@tanstack/react-query';
import { writeData } from '../cache/write.ts';
import { keepLocal, readLocal } from '../lib/local-values.ts';
import type { Feature } from '../protocol/events.ts';
import { getFeatures, realtimeQueries } from './connection.ts';

/** Local storage key: whether the server last announced that it ends sessions. */
export const ENDS_SESSIONS_KEY = 'ends-sessions';

/** An empty list: the server announces nothing. */
export function noteAnnounced(
  queryClient: QueryClient,
  features: readonly Feature[],
  epoch?: string,
): void {
  writeData(queryClient, realtimeQueries.epoch().queryKey, epoch ?? null);
  writeData(queryClient, realtimeQueries.features().queryKey, new Set(features));
  // Somebody may log out before the next `hello`.
  keepLocal(ENDS_SESSIONS_KEY, features.includes('logout'));
}

/** Whether the server ends sessions, as it has announced or, before its `hello`, had announced last. */
export const endsSessions = (queryClient: QueryClient): boolean =>
  getFeatures(queryClient)?.has('logout') ?? readLocal(ENDS_SESSIONS_KEY) === true;
