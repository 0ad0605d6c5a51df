/** One connection to Redis that is opened again for as long as the server runs. */
import { createClient } from '@redis/client';

export type RedisClient = ReturnType<typeof connectTo>;

/** A Redis that hangs says nothing: longer silence is the end of a connection. */
const PING_MS = 1_000;
const SILENCE_MS = 4_000;

const CONNECT_MS = 2_000;
const RETRY_MS = 200;
const MAX_RETRY_MS = 2_000;

/** With an offline queue commands wait for Redis to come back, without one they are refused. */
export function connectTo(url: string, { hasOfflineQueue }: { hasOfflineQueue: boolean }) {
  return createClient({
    url,
    disableOfflineQueue: !hasOfflineQueue,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Never gives up, and not in step with the other nodes.
      reconnectStrategy: (tries) =>
        Math.min(RETRY_MS * (tries + 1), MAX_RETRY_MS) * (0.5 + Math.random() / 2),
    },
  });
}
