/**
 * Who is connected to which node, as far as this node has heard, and so who is online at all: whoever is on
 * any of them. Each person comes with the number of their connections there; 0 means that the last one ended so
 * short a time ago that they still count.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { OnlineChange } from '../realtime/presence.ts';

/** A person's connections to one node; null for somebody who has left it. */
export interface PresenceEntry {
  userId: UserId;
  connections: number | null;
  lastSeenAt?: number;
}

export type PresenceTable = ReturnType<typeof createPresenceTable>;

export function createPresenceTable(handleChange: (change: OnlineChange) => void) {
  const nodes = new Map<string, Map<UserId, number>>();
  /** On how many nodes somebody is. */
  const online = new Map<UserId, number>();

  function note(nodeId: string, { userId, connections, lastSeenAt }: PresenceEntry): void {
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
    note,

    /** All that is true of a node now; whoever else was on it has left it at `at`. */
    replace(nodeId: string, people: ReadonlyMap<UserId, number>, at: number): void {
      for (const [userId, connections] of people) note(nodeId, { userId, connections });
      for (const userId of [...(nodes.get(nodeId)?.keys() ?? [])]) {
        if (!people.has(userId)) note(nodeId, { userId, connections: null, lastSeenAt: at });
      }
    },

    /** The node is gone, with everybody on it since `at`; answers who that was. */
    drop(nodeId: string, at: number): UserId[] {
      const people = [...(nodes.get(nodeId)?.keys() ?? [])];
      for (const userId of people) note(nodeId, { userId, connections: null, lastSeenAt: at });
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
