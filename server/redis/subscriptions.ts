/**
 * The subscriptions of this node. The wanted set is separate from the connection: it can change at any time, even while
 * Redis is away, and applies again when Redis is back.
 */
import type { RedisClient } from './client.ts';

type Handler = (message: Buffer, channel: Buffer) => unknown;

export interface Subscriptions {
  /** Sharded channels, as Socket.IO's adapter uses them. */
  sSubscribe(channel: string, handler: Handler): void;
  sUnsubscribe(channel: string): void;
  subscribe(channel: string, handler: (message: string) => void): void;
  /** Resolves when Redis has all subscriptions wanted so far, or is away. */
  settle(): Promise<void>;
  /** Applies the wanted set to the connection. */
  restore(): Promise<void>;
}

export function createSubscriptions(client: RedisClient): Subscriptions {
  const sharded = new Map<string, Handler>();
  const plain = new Map<string, (message: string) => void>();
  /** Redis receives requests in order: the last one covers all before it. */
  let last: Promise<unknown> = Promise.resolve();

  /** `restore` repeats a failed one, since only the end of the connection makes it fail. */
  function ask(wish: () => Promise<unknown>): void {
    if (client.isReady) last = wish().catch(() => undefined);
  }

  return {
    sSubscribe(channel, handler) {
      sharded.set(channel, handler);
      ask(() => client.sSubscribe(channel, handler, true));
    },

    sUnsubscribe(channel) {
      const handler = sharded.get(channel);
      sharded.delete(channel);
      // With its handler: without one, a subscription requested right after this would end with it.
      if (handler) ask(() => client.sUnsubscribe(channel, handler, true));
    },

    subscribe(channel, handler) {
      plain.set(channel, handler);
      ask(() => client.subscribe(channel, handler));
    },

    async settle() {
      await last;
    },

    async restore() {
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
