/** One connection to Redis that reconnects while the server runs. */
import { createClient } from '@redis/client';

export type RedisClient = ReturnType<typeof connectTo>;

/** A Redis that hangs sends nothing: after this silence the connection counts as lost. */
const PING_MS = 1_000;
const SILENCE_MS = 4_000;

const CONNECT_MS = 2_000;
const RETRY_MS = 200;
const MAX_RETRY_MS = 2_000;

/** With an offline queue commands wait for Redis; without one they are refused. */
export function connectTo(url: string, { hasOfflineQueue }: { hasOfflineQueue: boolean }) {
  return createClient({
    url,
    disableOfflineQueue: !hasOfflineQueue,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Retries forever, at random times, not at the same time as other nodes.
      reconnectStrategy: (tries) =>
        Math.min(RETRY_MS * (tries + 1), MAX_RETRY_MS) * (0.5 + Math.random() / 2),
    },
  });
}
