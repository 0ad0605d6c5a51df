/**
 * Whom people have blocked, read so that no news of it is missed: what changes while it is read finds no socket to
 * adjust yet, or one that the answer would set back, so it is read again.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Blocks } from '../domain/blocks.ts';

export type BlockedLists = ReturnType<typeof createBlockedLists>;

export function createBlockedLists({ listBlocked }: Pick<Blocks, 'listBlocked'>) {
  const underWay = new Set<{ userId: UserId; isStale: boolean }>();

  return {
    /** Holds for as long as nobody waits for anything before it is used. */
    async read(userId: UserId): Promise<ReadonlySet<UserId>> {
      const reading = { userId, isStale: false };
      underWay.add(reading);
      try {
        for (;;) {
          reading.isStale = false;
          const blocked = await listBlocked(userId);
          if (!reading.isStale) return new Set(blocked);
        }
      } finally {
        underWay.delete(reading);
      }
    },

    noteChange(userId: UserId): void {
      for (const reading of underWay) if (reading.userId === userId) reading.isStale = true;
    },
  };
}
