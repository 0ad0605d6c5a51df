/**
 * Tells connected clients who came and went. Changes are gathered for a while, and only what differs at
 * the end of it is told: to clients that asked for it the changes, to the others the whole list, as the
 * contract has it. A whole list to everybody costs the square of the people, so the while grows with what
 * the last telling cost.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { toIso } from '../presenter.ts';
import type { CrowdWriter } from './crowd-writer.ts';
import { type OnlineChange, type Presence, withoutApart } from './presence.ts';
import { rooms } from './socket-server.ts';

/** The share of time that telling may take: a telling of 25 ms is followed by two seconds of silence. */
const COST_SHARE = 1 / 80;
const MAX_INTERVAL_MS = 30_000;

export function createPresenceBroadcast(
  crowd: CrowdWriter,
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

  async function tellNews(): Promise<void> {
    const news = [...changed].flatMap(([userId, { wasOnline, lastSeenAt }]) => {
      const online = isOnline(userId);
      if (online === wasOnline && !isSomebodyAhead) return [];
      const isDated = !online && lastSeenAt !== undefined;
      return [{ userId, online, ...(isDated && { lastSeenAt: toIso(lastSeenAt) }) }];
    });
    changed.clear();
    isSomebodyAhead = false;
    if (news.length === 0) return;

    const concerned = news.map(({ userId }) => userId);
    const online = listOnline();
    const tellings = await Promise.all([
      crowd.tell('presence', {
        room: rooms.presenceChanges,
        about: concerned,
        describe(apart) {
          const theirs = news.filter(({ userId }) => !apart.has(userId));
          return theirs.length > 0 ? [theirs] : undefined;
        },
      }),
      crowd.tell('getOnlineUsers', {
        room: rooms.wholeLists,
        about: [...online, ...concerned],
        // Not that a list that is the same tells of somebody after all.
        describe: (apart) =>
          concerned.every((userId) => apart.has(userId))
            ? undefined
            : [withoutApart(online, apart)],
      }),
    ]);
    lastCostMs = tellings.reduce((sum, costMs) => sum + costMs);
  }

  async function flush(): Promise<void> {
    await tellNews();
    timer = undefined;
    if (changed.size > 0) schedule();
  }

  function schedule(): void {
    const wait = Math.min(Math.max(intervalMs, lastCostMs / COST_SHARE), MAX_INTERVAL_MS);
    // Also while a telling is under way: what changes meanwhile is told after it.
    timer ??= setTimeout(flush, wait).unref();
  }

  return {
    tell(change: OnlineChange): void {
      const wasOnline = changed.get(change.userId)?.wasOnline ?? !change.online;
      const lastSeen = change.online ? {} : { lastSeenAt: change.lastSeenAt };
      changed.set(change.userId, { wasOnline, ...lastSeen });
      schedule();
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
