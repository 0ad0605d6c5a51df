/** Stores when people were last seen, after their last connection has ended. */
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import type { UserStore } from '../domain/ports/users.ts';

export function createDepartures(store: UserStore, log: FastifyBaseLogger) {
  const writes = new Set<Promise<void>>();
  return {
    /** Never rejects. */
    async note(userId: UserId, at: number): Promise<void> {
      const write = store
        .setLastSeen(userId, at)
        .catch((error: unknown) => log.error({ err: error, userId }, 'last seen not noted'));
      writes.add(write);
      await write;
      writes.delete(write);
    },

    /** Resolves when all writes are done. */
    async settle(): Promise<void> {
      await Promise.all(writes);
    },
  };
}
