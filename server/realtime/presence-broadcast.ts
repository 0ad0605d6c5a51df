/**
 * Announces who came and left. Changes are gathered for an interval, and only the difference at its end
 * is sent: the changes to clients that asked for them, the whole list to the others, as the contract says. Sending
 * whole lists to everybody costs the square of the number of people, so the interval grows with the cost of the last
 * broadcast.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { toIso } from '../presenter.ts';
import type { Broadcast } from './broadcast.ts';
import { type OnlineChange, omitBlocks, type Presence } from './presence.ts';
import { rooms } from './socket-server.ts';

/** The share of time for broadcasts: one of 25 ms is followed by two seconds of silence. */
const COST_SHARE = 1 / 80;
const MAX_INTERVAL_MS = 30_000;

export function createPresenceBroadcast(
  broadcast: Broadcast,
  options: { intervalMs: number; presence: Pick<Presence, 'listOnline' | 'isOnline'> },
) {
  const { intervalMs } = options;
  const { listOnline, isOnline } = options.presence;
  /** People who changed since then: the state that clients know, and when they were last seen if they left. */
  const changed = new Map<UserId, { wasOnline: boolean; lastSeenAt?: number }>();
  /** A client got the full list during this interval, so also changes that were reverted must be sent. */
  let wasListSent = false;
  let timer: NodeJS.Timeout | undefined;
  let lastCostMs = 0;

  function emitNews(): void {
    const news = [...changed].flatMap(([userId, { wasOnline, lastSeenAt }]) => {
      const online = isOnline(userId);
      if (online === wasOnline && !wasListSent) return [];
      const isDated = !online && lastSeenAt !== undefined;
      return [{ userId, online, ...(isDated && { lastSeenAt: toIso(lastSeenAt) }) }];
    });
    changed.clear();
    wasListSent = false;
    if (news.length === 0) return;

    const concerned = news.map(({ userId }) => userId);
    const online = listOnline();
    broadcast('presence', {
      room: rooms.presenceChanges,
      about: concerned,
      describe(blocks) {
        const theirs = news.filter(({ userId }) => !blocks.has(userId));
        return theirs.length > 0 ? [theirs] : undefined;
      },
    });
    broadcast('getOnlineUsers', {
      room: rooms.wholeLists,
      about: [...online, ...concerned],
      // An unchanged list would still reveal that something happened.
      describe: (blocks) =>
        concerned.every((userId) => blocks.has(userId)) ? undefined : [omitBlocks(online, blocks)],
    });
  }

  function flush(): void {
    timer = undefined;
    const start = performance.now();
    emitNews();
    lastCostMs = performance.now() - start;
  }

  function schedule(): void {
    const wait = Math.min(Math.max(intervalMs, lastCostMs / COST_SHARE), MAX_INTERVAL_MS);
    timer ??= setTimeout(flush, wait).unref();
  }

  return {
    add(change: OnlineChange): void {
      const wasOnline = changed.get(change.userId)?.wasOnline ?? !change.online;
      const lastSeen = change.online ? {} : { lastSeenAt: change.lastSeenAt };
      changed.set(change.userId, { wasOnline, ...lastSeen });
      schedule();
    },

    /** A client gets the list of who is online earlier than the others. */
    countListSent(): void {
      wasListSent = true;
    },

    close(): void {
      clearTimeout(timer);
    },
  };
}
