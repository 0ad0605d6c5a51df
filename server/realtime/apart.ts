/**
 * Keeps on each connection with whom its person is apart (see `domain/blocking.ts`), and tells it who left or came so;
 * and whether the person hides presence (`domain/privacy.ts`).
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Blocking } from '../domain/blocking.ts';
import type { BlockNews } from '../domain/ports/notifier.ts';
import type { Privacy } from '../domain/privacy.ts';
import { toIso } from '../presenter.ts';
import { type Presence, withoutApart } from './presence.ts';
import type { Showing } from './showing.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

type Standing = Pick<ClientSocket['data'], 'apart' | 'hidesPresence'>;

export type Apart = ReturnType<typeof createApart>;

export function createApart(
  io: SocketServer,
  options: {
    listApart: Blocking['listApart'];
    readHidesPresence: Privacy['hidesPresence'];
    showing: Showing;
    presence: Pick<Presence, 'isOnline' | 'listOnline'>;
    /** After which others hear of somebody who left, in ms. */
    departureMs: number;
  },
) {
  const { listApart, readHidesPresence, showing, presence, departureMs } = options;
  const underWay = new Set<{ userId: UserId; isStale: boolean }>();

  /** Of the person's windows, those on this node. */
  function listSockets(userId: UserId): ClientSocket[] {
    const { adapter, sockets } = io.of('/');
    const ids = [...(adapter.rooms.get(rooms.user(userId)) ?? [])];
    return ids.flatMap((id) => sockets.get(id) ?? []);
  }

  /** What is being read of this person is read again. */
  function spoil(userId: UserId): void {
    for (const reading of underWay) if (reading.userId === userId) reading.isStale = true;
  }

  /** Answers the windows for which that is new. */
  function part(userId: UserId, otherId: UserId, isApart: boolean): ClientSocket[] {
    spoil(userId);
    const changed = listSockets(userId).filter(({ data }) => data.apart.has(otherId) !== isApart);
    for (const { data } of changed) {
      const apart = new Set(data.apart);
      if (isApart) apart.add(otherId);
      else apart.delete(otherId);
      data.apart = apart;
    }
    return changed;
  }

  function tell(windows: ClientSocket[], userId: UserId, leftAt?: number): void {
    const dated = leftAt === undefined ? {} : { lastSeenAt: toIso(leftAt) };
    for (const socket of windows) {
      const { apart, wantsPresence, hidesPresence } = socket.data;
      if (hidesPresence) continue;
      if (!wantsPresence) {
        socket.emit('getOnlineUsers', withoutApart(presence.listOnline(), apart));
      } else if (apart.has(userId)) {
        socket.emit('presence', [{ userId, online: false, ...dated }]);
      } else if (presence.isOnline(userId)) {
        socket.emit('presence', [{ userId, online: true }]);
      }
    }
  }

  /**
   * Holds for as long as nobody waits for anything before it is used. What changes while it is read finds no socket to
   * adjust yet, or one that the answer would set back, so it is read again.
   */
  async function read(userId: UserId): Promise<Standing> {
    const reading = { userId, isStale: false };
    underWay.add(reading);
    try {
      for (;;) {
        reading.isStale = false;
        const [apart, hidesPresence] = await Promise.all([
          listApart(userId),
          readHidesPresence(userId),
        ]);
        if (!reading.isStale) return { apart, hidesPresence };
      }
    } finally {
      underWay.delete(reading);
    }
  }

  return {
    read,

    async renew(userId: UserId): Promise<void> {
      const { apart, hidesPresence } = await read(userId);
      for (const socket of listSockets(userId)) {
        socket.data.apart = apart;
        showing.change(socket, hidesPresence);
      }
    },

    handlePrivacy({ userId, hidesPresence }: { userId: UserId; hidesPresence: boolean }): void {
      spoil(userId);
      for (const socket of listSockets(userId)) showing.change(socket, hidesPresence);
    },

    handleBlock({ blockerId, blockedId, isApart, leftAt }: BlockNews): void {
      const wasThere = presence.isOnline(blockedId);
      const own = part(blockerId, blockedId, isApart);
      if (wasThere) tell(own, blockedId);
      const others = part(blockedId, blockerId, isApart);
      if (!isApart) tell(others, blockerId);
      // At the moment at which they would hear of somebody who left.
      else if (leftAt !== undefined) {
        setTimeout(tellDeparture, departureMs, others, blockerId, leftAt).unref();
      }
    },
  };

  function tellDeparture(windows: ClientSocket[], userId: UserId, leftAt: number): void {
    const those = windows.filter(({ connected, data }) => connected && data.apart.has(userId));
    tell(those, userId, leftAt);
  }
}
