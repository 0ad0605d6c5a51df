/**
 * Who is connected to which node, as far as this node knows, and so who is online at all: people on any node. Each
 * person has the number of connections there; 0 means that the last one ended so recently that the person still counts.
 */
import { z } from 'zod';
import type { UserId } from '../../src/protocol/entities.ts';
import type { OnlineChange } from '../realtime/presence.ts';

export type PresenceTable = ReturnType<typeof createPresenceTable>;

export function createPresenceTable(handleChange: (change: OnlineChange) => void) {
  const nodes = new Map<string, Map<UserId, number>>();
  const online = new Map<UserId, number>();

  function update(nodeId: string, { userId, connections, lastSeenAt }: PresenceEntry): void {
    const people = nodes.get(nodeId) ?? new Map<UserId, number>();
    nodes.set(nodeId, people);
    const wasThere = people.has(userId);
    if (connections === null) people.delete(userId);
    else people.set(userId, connections);
    if (wasThere === people.has(userId)) return;

    const count = (online.get(userId) ?? 0) + (wasThere ? -1 : 1);
    if (count > 0) online.set(userId, count);
    else online.delete(userId);
    if (!wasThere && count === 1) handleChange({ userId, online: true });
    if (wasThere && count === 0) {
      handleChange({ userId, online: false, lastSeenAt: lastSeenAt ?? 0 });
    }
  }

  return {
    update,

    /** The complete state of a node; everybody else on it has left at `at`. */
    replace(nodeId: string, people: ReadonlyMap<UserId, number>, at: number): void {
      for (const [userId, connections] of people) update(nodeId, { userId, connections });
      for (const userId of [...(nodes.get(nodeId)?.keys() ?? [])]) {
        if (!people.has(userId)) update(nodeId, { userId, connections: null, lastSeenAt: at });
      }
    },

    /** The node is gone, and everybody on it since `at`; returns these people. */
    drop(nodeId: string, at: number): UserId[] {
      const people = [...(nodes.get(nodeId)?.keys() ?? [])];
      for (const userId of people) update(nodeId, { userId, connections: null, lastSeenAt: at });
      nodes.delete(nodeId);
      return people;
    },

    countConnections(userId: UserId): number {
      let count = 0;
      for (const people of nodes.values()) count += people.get(userId) ?? 0;
      return count;
    },

    isOnline: (userId: UserId) => online.has(userId),
    listOnline: (): UserId[] => [...online.keys()],
  };
}

/** What nodes tell each other about the people connected to them, and where each stores its complete list. */

export const PRESENCE_CHANNEL = 'duet:presence';

/** The hash of a node: people and their number of connections. */
export function toPresenceKey(nodeId: string): string {
  return `duet:presence:${nodeId}`;
}

/** The field of the hash with the revision; no person's id is empty. */
export const REVISION_FIELD = '';

/** A person's connections to one node; null if the person has left it. */
const entrySchema = z.object({
  userId: z.string(),
  connections: z.number().nullable(),
  lastSeenAt: z.number().optional(),
});
export type PresenceEntry = z.output<typeof entrySchema>;

const newsSchema = z.object({
  node: z.string(),
  /** Counts the changes of the hash: a reader that missed one reads the whole hash. */
  revision: z.number(),
  /** The changes of this revision; without it, the message only says that the node is alive. */
  changes: z.array(entrySchema).optional(),
  isGone: z.literal(true).optional(),
});
export type PresenceNews = z.output<typeof newsSchema>;

/** Undefined for an invalid message. */
export function parsePresenceNews(text: string): PresenceNews | undefined {
  try {
    return newsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
