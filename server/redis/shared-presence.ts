/**
 * Presence over all nodes: each keeps the whole list in memory, from its own connections and the others' messages.
 * While Redis is away, presence on other nodes does not change.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { UserId } from '../../src/protocol/entities.ts';
import { createPresence, type Presence, type PresenceParts } from '../realtime/presence.ts';
import type { RedisLink } from './link.ts';
import { PRESENCE_CHANNEL, toPresenceKey } from './presence-news.ts';
import { createPresenceReader } from './presence-reader.ts';
import { createPresenceTable, type PresenceEntry } from './presence-table.ts';
import { createPresenceWriter } from './presence-writer.ts';

const BEAT_MS = 3_000;

/** How long it is remembered which node has handled a dead node. */
const CLAIM_MS = 60_000;

/** Parallel writes for the people of a dead node. */
const WRITES_AT_ONCE = 10;

export function createSharedPresence(
  parts: PresenceParts,
  {
    link,
    log,
    handleDeath,
  }: { link: RedisLink; log: FastifyBaseLogger; handleDeath: (heardAgoMs: number) => void },
): Presence {
  const { clock, now, noteLastSeen } = parts;
  const nodeId = randomUUID();
  const table = createPresenceTable(parts.handleChange);
  const local = createPresence({
    graceMs: parts.graceMs,
    clock,
    handleChange(change) {
      if (change.online) noteOwn(change.userId);
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
      handleDeath(heardAgoMs);
      void forgetDead(deadId, Math.round(clock() - heardAgoMs));
    },
  });

  /** The current state, which may be later than the change. */
  function readEntry(userId: UserId, lastSeenAt?: number): PresenceEntry {
    if (local.isOnline(userId)) return { userId, connections: local.countConnections(userId) };
    return { userId, connections: null, ...(lastSeenAt !== undefined && { lastSeenAt }) };
  }

  function noteOwn(userId: UserId, lastSeenAt?: number): void {
    table.note(nodeId, readEntry(userId, lastSeenAt));
    writer.touch(userId, lastSeenAt);
  }

  async function leave(userId: UserId, lastSeenAt: number): Promise<void> {
    await noteLastSeen(userId, lastSeenAt);
    noteOwn(userId, lastSeenAt);
  }

  /** All nodes see the end of a dead node; one of them stores when its people were last seen. */
  async function forgetDead(deadId: string, at: number): Promise<void> {
    log.warn({ deadId }, 'another node has died');
    const people = table.drop(deadId, at).filter((userId) => !table.isOnline(userId));
    const claim = await link.commands
      .set(`${toPresenceKey(deadId)}:mourned`, nodeId, {
        condition: 'NX',
        expiration: { type: 'PX', value: CLAIM_MS },
      })
      .catch(() => null);
    if (claim === null) return;
    const limit = pLimit(WRITES_AT_ONCE);
    await Promise.all(people.map((userId) => limit(() => noteLastSeen(userId, at))));
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
      noteOwn(userId);
    },

    disconnect(userId) {
      local.disconnect(userId);
      if (local.isOnline(userId)) noteOwn(userId);
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
