/**
 * Sends events to sockets of other nodes, by Socket.IO's adapter for Redis' sharded channels: a node receives events
 * only for people connected to it. Delivery on this node never waits for Redis. What cannot be published is dropped: it
 * is stored, and clients catch up when Redis is back.
 */
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { RedisLink } from './link.ts';

const PREFIX = 'duet';

/** `isShared` selects the rooms to which other nodes emit; the rest need no channel. */
export function createFanOut(
  { commands, subscriptions }: RedisLink,
  isShared: (room: string) => boolean,
): ReturnType<typeof createShardedAdapter> {
  const channels = `${PREFIX}#/#`;
  /** The adapter's own channels have one word as a name, or none. */
  const isWanted = (channel: string) => {
    const room = channel.slice(channels.length, -1);
    return !room.includes(':') || isShared(room);
  };

  const publisher = {
    sSubscribe: subscriptions.sSubscribe,
    sPublish(channel: string, message: string | Buffer): Promise<void> {
      commands.sPublish(channel, message).catch(() => undefined);
      return Promise.resolve();
    },
    sendCommand: (command: string[]) => commands.sendCommand(command),
  };
  const subscriber: Pick<typeof subscriptions, 'sSubscribe' | 'sUnsubscribe'> = {
    sSubscribe(channel, handler) {
      if (isWanted(channel)) subscriptions.sSubscribe(channel, handler);
    },
    sUnsubscribe: subscriptions.sUnsubscribe,
  };
  return createShardedAdapter(publisher, subscriber, { channelPrefix: PREFIX });
}
