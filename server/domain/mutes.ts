/** Mutes: from whom a person wants no notifications, on any device. The messages arrive and count as ever. */
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Mute, PushStore } from './ports/push.ts';
import type { Clock } from './ports/store.ts';
import { unknownUser } from './require-user.ts';

export type Mutes = ReturnType<typeof createMutes>;

const LONGEST_MS = 365 * 24 * 60 * 60 * 1000;

export function createMutes(ports: {
  store: Pick<PushStore, 'setMute' | 'listMutes'>;
  notifier: Notifier;
  clock: Clock;
}) {
  const { store, notifier, clock } = ports;

  async function set(
    userId: UserId,
    mutedId: UserId,
    until: number | null | undefined,
  ): Promise<Mute[]> {
    if (userId === mutedId) throw new DomainError('invalid', 'You cannot mute yourself.');
    const mutes = await store.setMute(userId, mutedId, until);
    if (!mutes) throw unknownUser();
    notifier.mutesChanged(userId, mutes);
    return mutes;
  }

  return {
    list: store.listMutes,
    /** Null: until the person changes it. */
    mute: (userId: UserId, mutedId: UserId, forMs: number | null): Promise<Mute[]> =>
      set(
        userId,
        mutedId,
        forMs === null ? null : clock() + Math.ceil(Math.min(forMs, LONGEST_MS)),
      ),
    unmute: (userId: UserId, mutedId: UserId): Promise<Mute[]> => set(userId, mutedId, undefined),
  };
}
