/** State of the live connection and what the server can do, as pushed queries. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { pushedQuery, writeData } from '../cache/write.ts';
import { keepLocal, readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import type { Feature } from '../protocol/events.ts';

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
type Features = ReadonlySet<Feature> | null;

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

/** What a server announces that is more than plain. If one of these is missing, none of them is used. */
const EXTENSIONS: readonly Feature[] = [
  'idempotency',
  'paging',
  'peek',
  'seenTo',
  'ownDevices',
  'presence',
  'newcomers',
  'receipts',
  'typing',
  'listExtras',
  'search',
  'pulse',
  'changes',
];

/** Whether the server has announced what this app does beyond the contract. */
export function isExtended(queryClient: QueryClient): boolean {
  const features = getFeatures(queryClient);
  return features !== null && EXTENSIONS.every((feature) => features.has(feature));
}

/** Whether it is known that the server is a plain one: `backend/plain/` makes up what it lacks. */
export const isPlain = (queryClient: QueryClient): boolean =>
  getFeatures(queryClient) !== null && !isExtended(queryClient);

export const hasFeature = (queryClient: QueryClient, feature: Feature): boolean =>
  getFeatures(queryClient)?.has(feature) ?? false;

/** How long to wait after the start for the server's features, in ms. */
const FEATURES_WAIT_MS = 2_000;

/** Resolves when the server has announced its features, or seems to announce none. */
export function untilFeatures(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  if (getFeatures(queryClient) || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, FEATURES_WAIT_MS);
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (getFeatures(queryClient)) finish();
    });
    signal.addEventListener('abort', finish);
  });
}

export const isConnected = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(realtimeQueries.connection().queryKey)?.status === 'connected';

/** Whether there is an outage that the screen or a notice already shows: failures need no notice of their own. */
export function hasOutage(queryClient: QueryClient): boolean {
  const connection = queryClient.getQueryData(realtimeQueries.connection().queryKey) ?? CONNECTING;
  if (connection.status !== 'connecting') return connection.status === 'reconnecting';
  // Before the first connection, the first call that fails shows a notice.
  const queries = queryClient.getQueryCache().getAll();
  return queries.some(({ state }) => state.errorUpdateCount > 0 && state.dataUpdatedAt === 0);
}

/** Local storage key: whether the server last announced that it ends sessions. */
export const ENDS_SESSIONS_KEY = 'ends-sessions';

/** An empty list: the server announces nothing. */
export function setFeatures(
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

/** All features at once, for lists of what can be done. Loaded on demand, unlike the questions about a single one. */
export const useFeatures = (): Features => useQuery(realtimeQueries.features()).data;
