/**
 * Blocking: a person wants no contact with another, who must not notice. To the blocked person it looks as if the
 * blocker had left at that moment and never came back. The rules:
 *
 * - Messages from the blocked person are stored as usual, but hidden: only the sender ever sees them, also after the
 *   block. Only the sender's other windows get events for them. The blocker cannot write to the blocked person. The
 *   store decides both when it gives a message its place (`appendMessage`), so no message gets past a block.
 * - Receipts of the blocker count for the blocker alone during the block (`markSeen` and similar in the store). The
 *   sender gets a receipt only when the blocker sees a later message without a block, not when the same one is seen
 *   again. That receipt covers all messages before it, hidden ones included.
 * - Neither sees the other's typing or presence. The connections of both people store whom this concerns.
 * - The blocked person gets one event that the blocker left, and sees that moment as the last visit until the block
 *   ends. The blocker sees no last visit at all.
 * - Profile changes are announced to both as usual.
 * - The blocker's own windows get an event for the block and for its end.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Clock } from './ports/store.ts';
import type { BlockChange, BlockStore, ListedUser, StoredUser, UserStore } from './ports/users.ts';
import { hides } from './privacy.ts';
import { unknownUser } from './require-user.ts';

export type Blocking = ReturnType<typeof createBlocking>;

export function createBlocking(ports: {
  store: BlockStore & Pick<UserStore, 'findUser'>;
  notifier: Notifier;
  clock: Clock;
  isOnline: (userId: UserId) => boolean;
}) {
  const { store, notifier, clock, isOnline } = ports;

  return {
    async setBlocked(change: BlockChange): Promise<void> {
      const { blockerId, blockedId, isBlocked } = change;
      const leftAt = isBlocked && isOnline(blockerId) ? clock() : undefined;
      if (!(await store.setBlocked(change, leftAt))) throw unknownUser();
      const isApart = isBlocked || (await store.findBlocks(blockedId, blockerId)).hasBlocked;
      notifier.blockChanged({ ...change, isApart, ...(leftAt !== undefined && { leftAt }) });
    },

    /** The people whom this person has blocked or who have blocked this person. */
    async listBlocksEitherWay(userId: UserId): Promise<ReadonlySet<UserId>> {
      const { blocked, blockers } = await readBlocks(store, userId);
      return new Set([...blocked, ...blockers.keys()]);
    },

    /** When a person was last seen, as far as the reader may know it. */
    async adjustVisit(readerId: UserId, peer: StoredUser): Promise<{ lastSeenAt?: number }> {
      const [reader, { hasBlocked, blocker }] = await Promise.all([
        store.findUser(readerId),
        store.findBlocks(readerId, peer._id),
      ]);
      if (hasBlocked || hides(reader, 'presence') || hides(peer, 'presence')) return {};
      return withVisit(blocker ? blocker.lastSeenAt : peer.lastSeenAt);
    },
  };
}

function withVisit(lastSeenAt: number | undefined): { lastSeenAt?: number } {
  return lastSeenAt === undefined ? {} : { lastSeenAt };
}

export async function adjustList(
  store: BlockLists,
  readerId: UserId,
  users: ListedUser[],
): Promise<ListedUser[]> {
  const { blocked, blockers } = await readBlocks(store, readerId);
  if (blocked.size === 0 && blockers.size === 0) return users;
  return users.map((user) => {
    const isBlocked = blocked.has(user._id);
    const blocker = blockers.get(user._id);
    if (!isBlocked && !blocker) return user;
    const { lastSeenAt: _, ...rest } = user;
    if (isBlocked) return { ...rest, blocked: true };
    return { ...rest, ...withVisit(blocker?.lastSeenAt) };
  });
}

type BlockLists = Pick<BlockStore, 'listBlocked' | 'listBlockers'>;

async function readBlocks(store: BlockLists, userId: UserId) {
  const [blocked, blockers] = await Promise.all([
    store.listBlocked(userId),
    store.listBlockers(userId),
  ]);
  return {
    blocked: new Set(blocked),
    blockers: new Map(blockers.map((blocker) => [blocker.userId, blocker])),
  };
}
