/**
 * Stores in Redis who is connected to this node, in a hash that expires unless renewed, and publishes each change.
 * While Redis is away nothing is sent; when it is back, everything is written again.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import type { RedisLink } from './link.ts';
import {
  PRESENCE_CHANNEL,
  type PresenceEntry,
  type PresenceNews,
  REVISION_FIELD,
  toPresenceKey,
} from './presence-table.ts';

/** Changes within this time are written and published together, in ms. */
const GATHER_MS = 20;

/** Several beats of the node. */
const EXPIRY_MS = 30_000;

/** After a failed write although Redis is available. */
const RETRY_MS = 1_000;

type Facts = Omit<PresenceNews, 'node' | 'revision'>;

export function createPresenceWriter(options: {
  nodeId: string;
  link: RedisLink;
  log: FastifyBaseLogger;
  readEntry: (userId: UserId, lastSeenAt?: number) => PresenceEntry;
  listAll: () => PresenceEntry[];
}) {
  const { nodeId, link, log, readEntry, listAll } = options;
  const key = toPresenceKey(nodeId);
  /** People whose changes are not in Redis yet, and when they were last seen. */
  const unwritten = new Map<UserId, number | undefined>();
  let revision = 0;
  let gathering: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** From a write that Redis refused to the next one that succeeds. */
  let isRefused = false;

  const phrase = (facts: Facts): string => JSON.stringify({ node: nodeId, revision, ...facts });

  const begin = (facts: Facts = {}) =>
    link.commands.multi().publish(PRESENCE_CHANNEL, phrase(facts));

  /** Not in one transaction with a write: a Redis without memory would also refuse the message. */
  const publish = (facts: Facts = {}) => link.commands.publish(PRESENCE_CHANNEL, phrase(facts));

  async function publishChanges(): Promise<void> {
    gathering = undefined;
    if (!link.isUp() || isClosed) return;
    const changes = [...unwritten].map(([userId, lastSeenAt]) => readEntry(userId, lastSeenAt));
    unwritten.clear();
    revision += 1;
    const write = begin({ changes })
      .exists(key)
      .hSet(key, REVISION_FIELD, revision)
      .pExpire(key, EXPIRY_MS);
    for (const { userId, connections } of changes) {
      if (connections === null) write.hDel(key, userId);
      else write.hSet(key, userId, connections);
    }
    try {
      const [, wasThere] = await write.exec();
      isRefused = false;
      // Redis may drop expiring keys when its memory is full: then these changes are not the whole state.
      if (Number(wasThere) === 0) rewrite();
    } catch (error) {
      rewriteLater(error);
    }
  }

  /** Sends everything; the others may have missed any part. */
  function rewrite(): void {
    clearTimeout(retrying);
    retrying = undefined;
    if (!link.isUp() || isClosed) return;
    unwritten.clear();
    // Skips a revision: whatever a reader knows, it is incomplete.
    revision += 2;
    const fields = Object.fromEntries(
      listAll().map(({ userId, connections }) => [userId, connections ?? 0]),
    );
    begin()
      .del(key)
      .hSet(key, { ...fields, [REVISION_FIELD]: revision })
      .pExpire(key, EXPIRY_MS)
      .exec()
      .then(() => {
        isRefused = false;
      })
      .catch(rewriteLater);
  }

  /** Once, however many writes are refused: Redis may have no room for any of them. */
  function rewriteLater(error: unknown): void {
    if (isClosed) return;
    isRefused = link.isUp();
    if (retrying) return;
    const remedy = 'see that Redis is no replica and has memory left';
    log.warn({ err: error, remedy }, 'presence not written');
    retrying = setTimeout(rewrite, RETRY_MS).unref();
  }

  return {
    touch(userId: UserId, lastSeenAt?: number): void {
      unwritten.set(userId, lastSeenAt ?? unwritten.get(userId));
      gathering ??= setTimeout(publishChanges, GATHER_MS);
    },

    rewrite,

    isRefused: () => isRefused,

    /** Says that this node is alive, and keeps its hash from expiring. */
    async beat(): Promise<void> {
      if (!link.isUp() || isClosed) return;
      try {
        const [isThere] = await Promise.all([link.commands.pExpire(key, EXPIRY_MS), publish()]);
        if (isThere === 0) rewrite();
      } catch (error) {
        rewriteLater(error);
      }
    },

    async close(): Promise<void> {
      clearTimeout(gathering);
      clearTimeout(retrying);
      isClosed = true;
      if (link.isUp()) await Promise.all([link.commands.del(key), publish({ isGone: true })]);
    },
  };
}
