/**
 * Keeps in Redis who is connected to this node, in a hash that expires without it, and tells the other nodes
 * each change of it. While Redis is away nothing is told; when it is back, all is written anew.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import type { RedisLink } from './link.ts';
import {
  PRESENCE_CHANNEL,
  type PresenceNews,
  REVISION_FIELD,
  toPresenceKey,
} from './presence-news.ts';
import type { PresenceEntry } from './presence-table.ts';

/** Changes of so many ms are written and told together. */
const GATHER_MS = 20;

/** Several beats of the node. */
const EXPIRY_MS = 30_000;

/** After a write that failed though Redis is there. */
const RETRY_MS = 1_000;

type Facts = Omit<PresenceNews, 'node' | 'revision'>;

export function createPresenceWriter(options: {
  nodeId: string;
  link: RedisLink;
  log: FastifyBaseLogger;
  /** How somebody stands with this node now. */
  readEntry: (userId: UserId, lastSeenAt?: number) => PresenceEntry;
  listAll: () => PresenceEntry[];
}) {
  const { nodeId, link, log, readEntry, listAll } = options;
  const key = toPresenceKey(nodeId);
  /** Whose connections Redis does not know yet, and when they were last seen. */
  const unwritten = new Map<UserId, number | undefined>();
  let revision = 0;
  let gathering: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Since Redis refused a write, until it took one. */
  let isRefused = false;

  const phrase = (facts: Facts): string => JSON.stringify({ node: nodeId, revision, ...facts });

  /** A write, and the news of it. */
  const begin = (facts: Facts = {}) =>
    link.commands.multi().publish(PRESENCE_CHANNEL, phrase(facts));

  /** Not in one transaction with a write: Redis without memory would refuse the news with it. */
  const tell = (facts: Facts = {}) => link.commands.publish(PRESENCE_CHANNEL, phrase(facts));

  async function tellChanges(): Promise<void> {
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
      // Redis may drop what can expire when its memory is full: these changes are not all.
      if (Number(wasThere) === 0) rewrite();
    } catch (error) {
      rewriteLater(error);
    }
  }

  /** Tells everything, of which the others may have missed any part. */
  function rewrite(): void {
    clearTimeout(retrying);
    retrying = undefined;
    if (!link.isUp() || isClosed) return;
    unwritten.clear();
    // With a gap: whatever a reader has heard, it is not all.
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
    /** Something about this person has changed. */
    touch(userId: UserId, lastSeenAt?: number): void {
      unwritten.set(userId, lastSeenAt ?? unwritten.get(userId));
      gathering ??= setTimeout(tellChanges, GATHER_MS);
    },

    rewrite,

    isRefused: () => isRefused,

    /** Tells that this node lives, and keeps what it wrote alive. */
    async beat(): Promise<void> {
      if (!link.isUp() || isClosed) return;
      try {
        const [isThere] = await Promise.all([link.commands.pExpire(key, EXPIRY_MS), tell()]);
        if (isThere === 0) rewrite();
      } catch (error) {
        rewriteLater(error);
      }
    },

    /** This node has ended; nobody is on it any more. */
    async close(): Promise<void> {
      clearTimeout(gathering);
      clearTimeout(retrying);
      isClosed = true;
      if (link.isUp()) await Promise.all([link.commands.del(key), tell({ isGone: true })]);
    },
  };
}
