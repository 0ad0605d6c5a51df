/**
 * Who is online: people with a connection, and people whose last one ended so recently that a reload or a change of
 * network may be the reason.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import type { Clock } from '../domain/ports/store.ts';
import type { UserStore } from '../domain/ports/users.ts';

export type OnlineChange =
  | { userId: UserId; online: true }
  | { userId: UserId; online: false; lastSeenAt: number };

export interface Presence {
  connect(userId: UserId): void;
  disconnect(userId: UserId): void;
  countConnections(userId: UserId): number;
  isOnline(userId: UserId): boolean;
  listOnline(): UserId[];
  /** Everybody leaves now, without the grace time. */
  close(): void;
  /** With several nodes: whether the others receive this node's presence. */
  isShared?(): boolean;
  withdraw?(): Promise<void>;
}

export interface PresenceParts {
  graceMs: number;
  clock: Clock;
  /** A clock that is never set back. */
  now: () => number;
  /** Never rejects. */
  storeLastSeen: (userId: UserId, at: number) => Promise<void>;
  handleChange: (change: OnlineChange) => void;
}

export function omitBlocks(userIds: UserId[], blocks: ReadonlySet<UserId>): UserId[] {
  return blocks.size === 0 ? userIds : userIds.filter((userId) => !blocks.has(userId));
}

export function createPresence(options: {
  graceMs: number;
  clock: Clock;
  handleChange: (change: OnlineChange) => void;
}): Presence {
  const { graceMs, clock, handleChange } = options;
  const connections = new Map<UserId, number>();
  const leaving = new Map<UserId, { timer: NodeJS.Timeout; lastSeenAt: number }>();

  function leave(userId: UserId, lastSeenAt: number): void {
    leaving.delete(userId);
    handleChange({ userId, online: false, lastSeenAt });
  }

  return {
    connect(userId: UserId): void {
      const count = connections.get(userId) ?? 0;
      connections.set(userId, count + 1);
      if (count > 0) return;
      const departure = leaving.get(userId);
      clearTimeout(departure?.timer);
      if (!leaving.delete(userId)) handleChange({ userId, online: true });
    },

    disconnect(userId: UserId): void {
      const count = connections.get(userId);
      // `close` has already removed everybody.
      if (count === undefined) return;
      if (count > 1) {
        connections.set(userId, count - 1);
        return;
      }
      connections.delete(userId);
      const lastSeenAt = clock();
      const timer = setTimeout(() => leave(userId, lastSeenAt), graceMs);
      leaving.set(userId, { timer, lastSeenAt });
    },

    countConnections(userId: UserId): number {
      return connections.get(userId) ?? 0;
    },

    isOnline(userId: UserId): boolean {
      return connections.has(userId) || leaving.has(userId);
    },

    listOnline(): UserId[] {
      return [...connections.keys(), ...leaving.keys()];
    },

    close(): void {
      for (const [userId, { timer, lastSeenAt }] of [...leaving]) {
        clearTimeout(timer);
        leave(userId, lastSeenAt);
      }
      const lastSeenAt = clock();
      const present = [...connections.keys()];
      connections.clear();
      for (const userId of present) leave(userId, lastSeenAt);
    },
  };
}

/** Presence of this node alone. A departure is announced after it is stored: clients then fetch the people again. */
export function createOwnPresence({ graceMs, clock, storeLastSeen, handleChange }: PresenceParts) {
  return createPresence({
    graceMs,
    clock,
    handleChange(change) {
      if (change.online) handleChange(change);
      else void storeLastSeen(change.userId, change.lastSeenAt).then(() => handleChange(change));
    },
  });
}

/** Stores when people were last seen, after their last connection has ended. */
export function createDepartures(store: UserStore, log: FastifyBaseLogger) {
  const writes = new Set<Promise<void>>();
  return {
    /** Never rejects. */
    async storeLastSeen(userId: UserId, at: number): Promise<void> {
      const write = store
        .setLastSeen(userId, at)
        .catch((error: unknown) => log.error({ err: error, userId }, 'last seen not stored'));
      writes.add(write);
      await write;
      writes.delete(write);
    },

    async settle(): Promise<void> {
      await Promise.all(writes);
    },
  };
}
