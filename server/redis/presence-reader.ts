/**
 * Follows the presence messages of other nodes. If a node is new, or one of its messages was missed, its hash is read
 * whole; a node silent for too long is dead.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../domain/ports/store.ts';
import type { RedisLink } from './link.ts';
import {
  type PresenceNews,
  type PresenceTable,
  parsePresenceNews,
  REVISION_FIELD,
  toPresenceKey,
} from './presence-table.ts';

/** A little more than three beats. */
const DEAD_AFTER_MS = 10_000;
const CHECK_EVERY_MS = 1_000;

interface OtherNode {
  revision: number;
  heardAt: number;
  /** Its messages while its hash is being read; undefined otherwise. */
  meanwhile: PresenceNews[] | undefined;
}

export function createPresenceReader(options: {
  nodeId: string;
  link: RedisLink;
  /** A monotonic clock: it measures the silence. */
  now: () => number;
  clock: Clock;
  log: FastifyBaseLogger;
  table: PresenceTable;
  /** Called for a new node, which does not know this one either. */
  handleNewNode: () => void;
  handleDeath: (nodeId: string, heardAgoMs: number) => void;
}) {
  const { nodeId: ownId, link, now, clock, log, table, handleNewNode, handleDeath } = options;
  const others = new Map<string, OtherNode>();

  function hear(text: string): void {
    const news = parsePresenceNews(text);
    if (!news || news.node === ownId) return;
    const known = others.get(news.node);
    if (news.isGone) {
      others.delete(news.node);
      table.drop(news.node, clock());
    } else if (known) {
      known.heardAt = now();
      if (known.meanwhile) known.meanwhile.push(news);
      else follow(news, known);
    } else {
      const newcomer: OtherNode = { revision: -1, heardAt: now(), meanwhile: undefined };
      others.set(news.node, newcomer);
      handleNewNode();
      void readWhole(news.node, newcomer);
    }
  }

  function follow({ node: nodeId, revision, changes }: PresenceNews, known: OtherNode): void {
    if (revision <= known.revision) return;
    if (changes && revision === known.revision + 1) {
      known.revision = revision;
      for (const change of changes) table.update(nodeId, change);
    } else {
      void readWhole(nodeId, known);
    }
  }

  async function readWhole(nodeId: string, node: OtherNode): Promise<void> {
    const meanwhile: PresenceNews[] = [];
    node.meanwhile = meanwhile;
    try {
      const fields = await link.commands.hGetAll(toPresenceKey(nodeId));
      if (others.get(nodeId) !== node) return;
      const { [REVISION_FIELD]: revision, ...people } = fields;
      // Without a hash, the node has not written yet, and will announce its first write.
      if (revision !== undefined) {
        node.revision = Number(revision);
        const counts = Object.entries(people).map(([id, count]) => [id, Number(count)] as const);
        table.replace(nodeId, new Map(counts), clock());
      }
    } catch (error) {
      // Its next beat will show again that something is missing here.
      log.warn({ err: error }, 'presence of another node not read');
    }
    node.meanwhile = undefined;
    for (const news of meanwhile) {
      if (node.meanwhile) return;
      follow(news, node);
    }
  }

  function resetSilence(): void {
    for (const node of others.values()) node.heardAt = now();
  }

  let checkedAt = now();
  const checking = setInterval(() => {
    const checkAt = now();
    // A node that was cut off or stalled cannot distinguish others' silence from its own.
    if (!link.isUp() || checkAt - checkedAt > 3 * CHECK_EVERY_MS) resetSilence();
    checkedAt = checkAt;
    for (const [nodeId, { heardAt }] of others) {
      if (checkAt - heardAt <= DEAD_AFTER_MS) continue;
      others.delete(nodeId);
      handleDeath(nodeId, checkAt - heardAt);
    }
  }, CHECK_EVERY_MS);

  return {
    hear,
    /** After a time in which no node could be heard. */
    resetSilence,
    close(): void {
      clearInterval(checking);
    },
  };
}
