/**
 * Blocking: a person wants nothing from another, who cannot tell. To the blocked it looks as if the other had left at
 * that moment and not come back. The whole rule:
 *
 * - What the blocked send is stored as ever, and hidden: only the sender ever sees it, also after the block. Nobody is
 *   told of it but the sender's other windows. The blocker cannot write to the blocked. The store decides both where it
 *   gives the message its place (`appendMessage`), so that no message gets past a block.
 * - What the blocker has delivered and sees meanwhile counts for the blocker alone (`markSeen` and its like in the
 *   store). The sender is told of it only when the blocker sees it, or what is later, without a block.
 * - Neither hears that the other types, comes or goes: they are `apart`. The connections of both know with whom.
 * - The blocked are told once that the other left, and read that moment as the last visit, until the end of the block.
 *   The blocker reads of no visit at all.
 * - Profiles are everybody's: what changes in them is told as ever.
 * - The blocker's own windows are told of the block and of its end.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { BlockChange, BlockStore } from './ports/blocks.ts';
import type { Clock } from './ports/clock.ts';
import type { StoredMessage } from './ports/messages.ts';
import type { Notifier } from './ports/notifier.ts';
import type { ListedUser, StoredUser, UserStore } from './ports/users.ts';
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

    /** Those of whom this person hears neither that they type nor that they come or go, and they of this person. */
    async listApart(userId: UserId): Promise<ReadonlySet<UserId>> {
      const { blocked, blockers } = await readBlocks(store, userId);
      return new Set([...blocked, ...blockers.keys()]);
    },

    /** Tells of a message that its sender repeats; also of an earlier one nothing to whoever has blocked the sender since. */
    async tellRepeated(message: StoredMessage): Promise<void> {
      const { blocker } = await store.findBlocks(message.senderId, message.receiverId);
      notifier.messageRepeated(blocker ? { ...message, hidden: true } : message);
    },

    /** When somebody was last seen, as this reader may know it. */
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

/** People as this reader may see them. */
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
