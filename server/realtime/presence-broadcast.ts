/**
 * Tells connected clients who came and went. Changes are gathered for a while, and only what differs at
 * the end of it is told: to clients that asked for it each change, to the others the whole list, as the
 * contract has it. A whole list to everybody costs the square of the people, so the while grows with what
 * the last telling cost.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { toIso } from '../presenter.ts';
import type { Presence, PresenceChange } from './presence.ts';
import { rooms, type SocketServer } from './socket-server.ts';

/** The share of time that telling may take: a telling of 50 ms is followed by a second of silence. */
const COST_SHARE = 1 / 20;
const INTERVAL_MAX_MS = 30_000;

export function createPresenceBroadcast(
  io: SocketServer,
  options: { intervalMs: number; presence: Pick<Presence, 'listOnline' | 'isOnline'> },
) {
  const { intervalMs } = options;
  const { listOnline, isOnline } = options.presence;
  /** Whoever changed since: what clients know of them, and when they were last seen if they left. */
  const changed = new Map<UserId, { wasOnline: boolean; lastSeenAt?: number }>();
  let timer: NodeJS.Timeout | undefined;
  let lastCostMs = 0;

  function flush(): void {
    timer = undefined;
    const news = [...changed].flatMap(([userId, { wasOnline, lastSeenAt }]) => {
      const online = isOnline(userId);
      if (online === wasOnline) return [];
      const isDated = !online && lastSeenAt !== undefined;
      return [{ userId, online, ...(isDated && { lastSeenAt: toIso(lastSeenAt) }) }];
    });
    changed.clear();
    if (news.length === 0) return;

    const start = performance.now();
    for (const change of news) io.to(rooms.presenceChanges).emit('presence', change);
    if (hasMembers(rooms.wholeLists)) io.to(rooms.wholeLists).emit('getOnlineUsers', listOnline());
    lastCostMs = performance.now() - start;
  }

  function hasMembers(room: string): boolean {
    return (io.of('/').adapter.rooms.get(room)?.size ?? 0) > 0;
  }

  return {
    tell(change: PresenceChange): void {
      const wasOnline = changed.get(change.userId)?.wasOnline ?? !change.online;
      const lastSeen = change.online ? {} : { lastSeenAt: change.lastSeenAt };
      changed.set(change.userId, { wasOnline, ...lastSeen });
      const wait = Math.min(Math.max(intervalMs, lastCostMs / COST_SHARE), INTERVAL_MAX_MS);
      timer ??= setTimeout(flush, wait);
    },

    close(): void {
      clearTimeout(timer);
    },
  };
}
