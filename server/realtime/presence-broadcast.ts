/**
 * Tells connected clients who came and went. Changes are gathered for a while, and only what differs at
 * the end of it is told: to clients that asked for it the changes, to the others the whole list, as the
 * contract has it. A whole list to everybody costs the square of the people, so the while grows with what
 * the last telling cost.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { toIso } from '../presenter.ts';
import { type Presence, type PresenceChange, withoutBlocked } from './presence.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

/** The share of time that telling may take: a telling of 25 ms is followed by a second of silence. */
const COST_SHARE = 1 / 40;
const INTERVAL_MAX_MS = 30_000;

export function createPresenceBroadcast(
  io: SocketServer,
  options: { intervalMs: number; presence: Pick<Presence, 'listOnline' | 'isOnline'> },
) {
  const { intervalMs } = options;
  const { listOnline, isOnline } = options.presence;
  /** Whoever changed since: what clients know of them, and when they were last seen if they left. */
  const changed = new Map<UserId, { wasOnline: boolean; lastSeenAt?: number }>();
  /** Somebody knows of changes before the others do, also of those that are undone by the end. */
  let isSomebodyAhead = false;
  let timer: NodeJS.Timeout | undefined;
  let lastCostMs = 0;

  function flush(): void {
    timer = undefined;
    const news = [...changed].flatMap(([userId, { wasOnline, lastSeenAt }]) => {
      const online = isOnline(userId);
      if (online === wasOnline && !isSomebodyAhead) return [];
      const isDated = !online && lastSeenAt !== undefined;
      return [{ userId, online, ...(isDated && { lastSeenAt: toIso(lastSeenAt) }) }];
    });
    changed.clear();
    isSomebodyAhead = false;
    if (news.length === 0) return;

    const start = performance.now();
    const concerned = news.map(({ userId }) => userId);
    tellRoom(rooms.presenceChanges, concerned, (to, blocked) => {
      const theirs = news.filter(({ userId }) => !blocked.has(userId));
      if (theirs.length > 0) to.emit('presence', theirs);
    });
    const online = listOnline();
    tellRoom(rooms.wholeLists, [...online, ...concerned], (to, blocked) =>
      to.emit('getOnlineUsers', withoutBlocked(online, blocked)),
    );
    lastCostMs = performance.now() - start;
  }

  /** One packet for all but the few who blocked somebody whom it names: those get their own. */
  function tellRoom(
    room: string,
    named: UserId[],
    tell: (to: ReturnType<SocketServer['to']> | ClientSocket, blocked: ReadonlySet<UserId>) => void,
  ): void {
    const { adapter, sockets } = io.of('/');
    const readers = adapter.rooms.get(room);
    if (!readers || readers.size === 0) return;
    const blocking = [...new Set(named)].map(rooms.blocking);
    const apart = blocking.filter((each) => adapter.rooms.has(each));
    // Each node tells its own.
    tell(io.local.to(room).except(apart), new Set());
    const theirs = new Set(apart.flatMap((each) => [...(adapter.rooms.get(each) ?? [])]));
    for (const id of theirs) {
      const socket = readers.has(id) ? sockets.get(id) : undefined;
      if (socket) tell(socket, socket.data.blocked);
    }
  }

  return {
    tell(change: PresenceChange): void {
      const wasOnline = changed.get(change.userId)?.wasOnline ?? !change.online;
      const lastSeen = change.online ? {} : { lastSeenAt: change.lastSeenAt };
      changed.set(change.userId, { wasOnline, ...lastSeen });
      const wait = Math.min(Math.max(intervalMs, lastCostMs / COST_SHARE), INTERVAL_MAX_MS);
      timer ??= setTimeout(flush, wait);
    },

    /** Somebody is told who is online without waiting for the others. */
    noteHeadStart(): void {
      isSomebodyAhead = true;
    },

    close(): void {
      clearTimeout(timer);
    },
  };
}
