/** What the live connection tells: pushed queries. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { UserId } from '../protocol/entities.ts';
import type { Feature } from '../protocol/events.ts';
import { pushedQuery } from './pushed.ts';

export interface Connection {
  status: 'connecting' | 'connected' | 'reconnecting';
  /** When this status began, ms since the epoch. */
  since: number;
  /** How often the connection came back. */
  reconnects: number;
  /** As Socket.IO names it; null while there is none. */
  transport: string | null;
}

/** What the server announced; null while it may still do so. */
export type Features = ReadonlySet<Feature> | null;

/** As a page begins. */
const CONNECTING: Connection = {
  status: 'connecting',
  since: Date.now(),
  reconnects: 0,
  transport: null,
};

export const realtimeQueries = {
  connection: () => pushedQuery<Connection>(['realtime', 'connection'], () => CONNECTING),
  features: () => pushedQuery<Features>(['realtime', 'features'], () => null),
  /** Who is typing to this person. */
  typing: () => pushedQuery<ReadonlySet<UserId>>(['realtime', 'typing'], () => new Set()),
};

/** Devtools can take the data away ("Trigger Loading"). */
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

export const hasFeature = (queryClient: QueryClient, feature: Feature): boolean =>
  getFeatures(queryClient)?.has(feature) ?? false;

export const isConnected = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(realtimeQueries.connection().queryKey)?.status === 'connected';

/** The connection was there, and is lost: the screen says so, and what fails meanwhile need not. */
export const isCutOff = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(realtimeQueries.connection().queryKey)?.status === 'reconnecting';

/** Local storage key: whether the server has said, when it last spoke, that it ends sessions. */
export const ENDS_SESSIONS_KEY = 'ends-sessions';
