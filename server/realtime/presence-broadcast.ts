/**
 * Tells connected clients who came and went. Changes are gathered for a while, and only what differs at
 * the end of it is told: to clients that asked for it each change, to the others the whole list, as the
 * contract has it. A whole list to everybody costs the square of the people, so the while grows with what
 * the last telling cost.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { toIso } from '../presenter.ts';
import type { PresenceChange } from './presence.ts';
import { rooms, type SocketServer } from './socket-server.ts';

/** The share of time that telling may take: a telling of 50 ms is followed by a second of silence. */
const COST_SHARE = 1 / 20;
const INTERVAL_MAX_MS = 30_000;

export function createPresenceBroadcast(
  io: SocketServer,
  options: { intervalMs: number; listOnline: () => UserId[] },
) {
  const { intervalMs, listOnline } = options;
  /** The state that clients know of each person who changed since, and the newest change. */
  const changes = new Map<UserId, { wasOnline: boolean; change: PresenceChange }>();
  let timer: NodeJS.Timeout | undefined;
  let lastCostMs = 0;

  function flush(): void {
    timer = undefined;
    const news = [...changes.values()].filter(
      ({ wasOnline, change }) => wasOnline !== change.online,
    );
    changes.clear();
    if (news.length === 0) return;

    const start = performance.now();
    for (const { change } of news) io.to(rooms.presenceChanges).emit('presence', present(change));
    if (hasMembers(rooms.wholeLists)) {
      io.to(rooms.wholeLists).emit('getOnlineUsers', listOnline());
    }
    lastCostMs = performance.now() - start;
  }

  function hasMembers(room: string): boolean {
    return (io.of('/').adapter.rooms.get(room)?.size ?? 0) > 0;
  }

  return {
    tell(change: PresenceChange): void {
      const wasOnline = changes.get(change.userId)?.wasOnline ?? !change.online;
      changes.set(change.userId, { wasOnline, change });
      const wait = Math.min(Math.max(intervalMs, lastCostMs / COST_SHARE), INTERVAL_MAX_MS);
      timer ??= setTimeout(flush, wait);
    },

    close(): void {
      clearTimeout(timer);
    },
  };
}

function present(change: PresenceChange) {
  return change.online
    ? { userId: change.userId, online: true }
    : { userId: change.userId, online: false, lastSeenAt: toIso(change.lastSeenAt) };
}
