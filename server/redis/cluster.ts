/** Connects several nodes through Redis. */
import { randomUUID } from 'node:crypto';
import { createShardedAdapter } from '@socket.io/redis-adapter';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { UserId } from '../../src/protocol/entities.ts';
import type { Cluster } from '../realtime/cluster.ts';
import { createPresence, type Presence, type PresenceParts } from '../realtime/presence.ts';
import type { RedisLink } from './link.ts';
import { createPresenceReader } from './presence-reader.ts';
import {
  createPresenceTable,
  PRESENCE_CHANNEL,
  type PresenceEntry,
  toPresenceKey,
} from './presence-table.ts';
import { createPresenceWriter } from './presence-writer.ts';

export function createCluster(link: RedisLink, log: FastifyBaseLogger): Cluster {
  link.onAway((error) => {
    const remedy = 'see that Redis runs, and check the address and the password in REDIS_URL';
    log.error({ err: error, remedy }, 'Redis is away: other nodes are not heard');
  });
  link.onBack(() => log.info('Redis is there'));
  const deathListeners: Array<() => void> = [];
  const lossListeners: Array<() => void> = [];
  return {
    createAdapter: (isShared) =>
      createFanOut(link, isShared, () => {
        // Otherwise the return of Redis is the sign.
        if (link.isUp()) for (const notify of lossListeners) notify();
      }),
    createPresence: (parts) =>
      createSharedPresence(parts, {
        link,
        log,
        handleDeath() {
          for (const notify of deathListeners) notify();
        },
      }),
    settle: link.subscriptions.settle,
    onRejoin(listener) {
      // `onBack` also calls when Redis is up at the start, but a new node has missed nothing.
      let isStart = link.isUp();
      link.onBack(() => {
        if (!isStart) listener();
        isStart = false;
      });
    },
    isCutOff: () => !link.isUp(),
    onCutOff: link.onAway,
    onDeath: (listener) => deathListeners.push(listener),
    onLostEvent: (listener) => lossListeners.push(listener),
  };
}

/**
 * Sends events to sockets of other nodes, by Socket.IO's adapter for Redis' sharded channels: a node receives events
 * only for people connected to it. Delivery on this node never waits for Redis. What cannot be published is dropped: it
 * is stored, and clients catch up.
 */

const PREFIX = 'duet';

/** `isShared` selects the rooms to which other nodes emit; the rest need no channel. */
export function createFanOut(
  { commands, subscriptions }: RedisLink,
  isShared: (room: string) => boolean,
  handleLoss: () => void,
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
      commands.sPublish(channel, message).catch(handleLoss);
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

const BEAT_MS = 3_000;

/** How long it is remembered which node has handled a dead node. */
const CLAIM_MS = 60_000;

/** Parallel writes for the people of a dead node. */
const WRITES_AT_ONCE = 10;

/**
 * Presence over all nodes: each keeps the whole list in memory, from its own connections and the others' messages.
 * While Redis is away, presence on other nodes does not change.
 */
export function createSharedPresence(
  parts: PresenceParts,
  { link, log, handleDeath }: { link: RedisLink; log: FastifyBaseLogger; handleDeath: () => void },
): Presence {
  const { clock, now, storeLastSeen } = parts;
  const nodeId = randomUUID();
  const table = createPresenceTable(parts.handleChange);
  const local = createPresence({
    graceMs: parts.graceMs,
    clock,
    handleChange(change) {
      if (change.online) updateOwn(change.userId);
      else void leave(change.userId, change.lastSeenAt);
    },
  });

  const writer = createPresenceWriter({
    nodeId,
    link,
    log,
    readEntry,
    listAll: () => local.listOnline().map((userId) => readEntry(userId)),
  });
  const { beat } = writer;
  const reader = createPresenceReader({
    nodeId,
    link,
    now,
    clock,
    log,
    table,
    handleNewNode: beat,
    handleDeath(deadId, heardAgoMs) {
      handleDeath();
      void forgetDead(deadId, Math.round(clock() - heardAgoMs));
    },
  });

  /** The current state, which may be later than the change. */
  function readEntry(userId: UserId, lastSeenAt?: number): PresenceEntry {
    if (local.isOnline(userId)) return { userId, connections: local.countConnections(userId) };
    return { userId, connections: null, lastSeenAt };
  }

  function updateOwn(userId: UserId, lastSeenAt?: number): void {
    table.update(nodeId, readEntry(userId, lastSeenAt));
    writer.touch(userId, lastSeenAt);
  }

  async function leave(userId: UserId, lastSeenAt: number): Promise<void> {
    await storeLastSeen(userId, lastSeenAt);
    updateOwn(userId, lastSeenAt);
  }

  /** All nodes see the end of a dead node; one of them stores when its people were last seen. */
  async function forgetDead(deadId: string, at: number): Promise<void> {
    log.warn({ deadId }, 'another node has died');
    const people = table.drop(deadId, at).filter((userId) => !table.isOnline(userId));
    const claim = await link.commands
      .set(`${toPresenceKey(deadId)}:claimed`, nodeId, {
        condition: 'NX',
        expiration: { type: 'PX', value: CLAIM_MS },
      })
      .catch(() => null);
    if (claim === null) return;
    const limit = pLimit(WRITES_AT_ONCE);
    await Promise.all(people.map((userId) => limit(() => storeLastSeen(userId, at))));
  }

  link.subscriptions.subscribe(PRESENCE_CHANNEL, reader.hear);
  link.onBack(() => {
    reader.resetSilence();
    writer.rewrite();
  });
  const beating = setInterval(beat, BEAT_MS);

  return {
    connect(userId) {
      local.connect(userId);
      updateOwn(userId);
    },

    disconnect(userId) {
      local.disconnect(userId);
      if (local.isOnline(userId)) updateOwn(userId);
    },

    countConnections: table.countConnections,
    isOnline: table.isOnline,
    listOnline: table.listOnline,
    isShared: () => !writer.isRefused(),
    close: local.close,

    async withdraw() {
      clearInterval(beating);
      reader.close();
      await writer.close().catch(() => undefined);
    },
  };
}
