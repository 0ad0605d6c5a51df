/**
 * The connections to Redis: one for commands, one for subscriptions. Redis may go away and come back at any time:
 * meanwhile commands are refused at once, subscriptions are restored later, and nobody waits. Listeners that must
 * repair something after such a gap are called when it is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';

export interface RedisLink {
  /** Rejects at once while Redis is away. */
  commands: RedisClient;
  subscriptions: ReturnType<typeof createSubscriptions>;
  isUp(): boolean;
  /** Called each time that Redis is available (again), with all subscriptions restored. */
  onBack(listener: () => void): void;
  /** Called once each time that Redis goes away, or cannot be reached at the start. */
  onAway(listener: (reason: unknown) => void): void;
  close(): void;
}

/** How long the start waits for Redis before it continues without. */
const START_MS = 3_000;

export async function openRedisLink(url: string): Promise<RedisLink> {
  const commands = connectTo(url, { hasOfflineQueue: false });
  const listening = connectTo(url, { hasOfflineQueue: true });
  const subscriptions = createSubscriptions(listening);
  const backListeners: Array<() => void> = [];
  const awayListeners: Array<(reason: unknown) => void> = [];
  let isUp = false;
  let isAwayReported = false;
  /** Why Redis is away, in the words of its client. */
  let lastReason: unknown = new Error('Redis does not answer.');

  function handleAway(reason: unknown): void {
    isUp = false;
    lastReason = reason;
    if (isAwayReported) return;
    isAwayReported = true;
    for (const notify of awayListeners) notify(reason);
  }

  async function handleReady(): Promise<void> {
    if (!commands.isReady || !listening.isReady || isUp) return;
    await subscriptions.restore();
    // Gone again meanwhile, or already reported by the other connection.
    if (!commands.isReady || !listening.isReady || isUp) return;
    isUp = true;
    isAwayReported = false;
    for (const notify of backListeners) notify();
  }

  for (const client of [commands, listening]) {
    client.on('error', handleAway);
    // Redis may also answer pings with an error, for example while it cannot save: then no reconnect shows its return.
    for (const sign of ['ready', 'ping-interval']) {
      client.on(sign, () => {
        handleReady().catch(handleAway);
      });
    }
  }
  const opened = Promise.all([commands.connect(), listening.connect()]);
  opened.catch(handleAway);
  const late = sleep(START_MS, undefined, { ref: false });
  await Promise.race([opened.catch(() => undefined), late]);

  return {
    commands,
    subscriptions,
    isUp: () => isUp,
    onBack(listener) {
      backListeners.push(listener);
      if (isUp) listener();
    },
    onAway(listener) {
      awayListeners.push(listener);
      if (!isUp) listener(lastReason);
    },
    close() {
      for (const client of [commands, listening]) client.destroy();
    },
  };
}

/** One connection to Redis that reconnects while the server runs. */

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

type Handler = (message: Buffer, channel: Buffer) => unknown;

/**
 * The subscriptions of this node. The wanted set is separate from the connection: it can change at any time, even while
 * Redis is away, and applies again when Redis is back.
 */
function createSubscriptions(client: RedisClient) {
  const sharded = new Map<string, Handler>();
  const plain = new Map<string, (message: string) => void>();
  /** Redis receives requests in order: the last one covers all before it. */
  let last: Promise<unknown> = Promise.resolve();

  /** `restore` repeats a failed one, since only the end of the connection makes it fail. */
  function ask(wish: () => Promise<unknown>): void {
    if (client.isReady) last = wish().catch(() => undefined);
  }

  return {
    /** Of sharded channels, as Socket.IO's adapter uses them. */
    sSubscribe(channel: string, handler: Handler): void {
      sharded.set(channel, handler);
      ask(() => client.sSubscribe(channel, handler, true));
    },

    sUnsubscribe(channel: string): void {
      const handler = sharded.get(channel);
      sharded.delete(channel);
      // With its handler: without one, a subscription requested right after this would end with it.
      if (handler) ask(() => client.sUnsubscribe(channel, handler, true));
    },

    subscribe(channel: string, handler: (message: string) => void): void {
      plain.set(channel, handler);
      ask(() => client.subscribe(channel, handler));
    },

    /** Resolves when Redis has all subscriptions wanted so far, or is away. */
    async settle(): Promise<void> {
      await last;
    },

    async restore(): Promise<void> {
      const there = new Set(client.getPubSubListeners('SHARDED').keys());
      const missing = [...sharded].filter(([channel]) => !there.has(channel));
      const unwanted = [...there].filter((channel) => !sharded.has(channel));
      await Promise.all([
        ...missing.map(([channel, handler]) => client.sSubscribe(channel, handler, true)),
        ...unwanted.map((channel) => client.sUnsubscribe(channel)),
        ...[...plain].map(([channel, handler]) => client.subscribe(channel, handler)),
      ]);
    },
  };
}
