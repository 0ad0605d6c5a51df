/** State of the live connection, as pushed queries. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { UserId } from '../protocol/entities.ts';
import type { Feature } from '../protocol/events.ts';
import { pushedQuery } from './pushed.ts';

export interface Connection {
  status: 'connecting' | 'connected' | 'reconnecting';
  /** When this status began, ISO 8601. */
  since: string;
  /** How often the connection was lost and came back. */
  reconnects: number;
  /** Socket.IO's name for it; null without a connection. */
  transport: string | null;
}

/** The announced features; null while the server may still announce them. */
export type Features = ReadonlySet<Feature> | null;

/** The state when a page begins. */
const CONNECTING: Connection = {
  status: 'connecting',
  since: new Date().toISOString(),
  reconnects: 0,
  transport: null,
};

export const realtimeQueries = {
  connection: () => pushedQuery<Connection>(['realtime', 'connection'], () => CONNECTING),
  features: () => pushedQuery<Features>(['realtime', 'features'], () => null),
  /** Of the numbers in this connection's events (extension `changes`); null: the server has none. */
  epoch: () => pushedQuery<string | null>(['realtime', 'epoch'], () => null),
  /** Who is typing to this person. */
  typing: () => pushedQuery<ReadonlySet<UserId>>(['realtime', 'typing'], () => new Set()),
};

/** The devtools can remove the data ("Trigger Loading"). */
export const useConnection = (): Connection =>
  useQuery(realtimeQueries.connection()).data ?? CONNECTING;

export const useHasFeature = (feature: Feature): boolean =>
  useQuery({
    ...realtimeQueries.features(),
    select: (features) => features?.has(feature) ?? false,
  }).data;

export const useIsTyping = (userId: UserId): boolean =>
  useQuery({ ...realtimeQueries.typing(), select: (typing) => typing.has(userId) }).data;

export const getFeatures = (queryClient: QueryClient): Features =>
  queryClient.getQueryData(realtimeQueries.features().queryKey) ?? null;

export const getEpoch = (queryClient: QueryClient): string | undefined =>
  queryClient.getQueryData(realtimeQueries.epoch().queryKey) ?? undefined;

export const hasFeature = (queryClient: QueryClient, feature: Feature): boolean =>
  getFeatures(queryClient)?.has(feature) ?? false;

export const isConnected = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(realtimeQueries.connection().queryKey)?.status === 'connected';

/** An outage that the screen shows, or of which a notice has told: failures need no notice of their own. */
export function isCutOff(queryClient: QueryClient): boolean {
  const connection = queryClient.getQueryData(realtimeQueries.connection().queryKey) ?? CONNECTING;
  if (connection.status !== 'connecting') return connection.status === 'reconnecting';
  // Before the first connection, the first call that fails tells of it.
  const queries = queryClient.getQueryCache().getAll();
  return queries.some(({ state }) => state.errorUpdateCount > 0 && state.dataUpdatedAt === 0);
}
