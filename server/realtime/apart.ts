/**
 * Stores on each connection from whom its person is apart (`domain/blocking.ts`) and whether the person hides presence
 * (`domain/privacy.ts`). Emits the presence changes that a block or its end causes.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Blocking } from '../domain/blocking.ts';
import type { BlockNews } from '../domain/ports/notifier.ts';
import type { Privacy } from '../domain/privacy.ts';
import { toIso } from '../presenter.ts';
import { type Presence, withoutApart } from './presence.ts';
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
    /** Delay, in ms, after which others are told that a person has left. */
    departureMs: number;
  },
) {
  const { listApart, readHidesPresence, showing, presence, departureMs } = options;
  const underWay = new Set<{ userId: UserId; isStale: boolean }>();

  function listSockets(userId: UserId): ClientSocket[] {
    const { adapter, sockets } = io.of('/');
    const ids = [...(adapter.rooms.get(rooms.user(userId)) ?? [])];
    return ids.flatMap((id) => sockets.get(id) ?? []);
  }

  /** Makes every running read of this person start again. */
  function spoil(userId: UserId): void {
    for (const reading of underWay) if (reading.userId === userId) reading.isStale = true;
  }

  /** Returns the windows for which this is a change. */
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

  function emitPresence(windows: ClientSocket[], userId: UserId, leftAt?: number): void {
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
   * The caller must use the result without waiting in between. A change during the read finds no socket to update yet,
   * or its update would be overwritten by the result. So the read is repeated.
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
        const before = socket.data.apart;
        socket.data.apart = apart;
        showing.change(socket, hidesPresence);
        // A block or its end was missed.
        for (const otherId of new Set([...before, ...apart])) {
          if (before.has(otherId) !== apart.has(otherId)) emitPresence([socket], otherId);
        }
      }
    },

    handlePrivacy({ userId, hidesPresence }: { userId: UserId; hidesPresence: boolean }): void {
      spoil(userId);
      for (const socket of listSockets(userId)) showing.change(socket, hidesPresence);
    },

    handleBlock({ blockerId, blockedId, isApart, leftAt }: BlockNews): void {
      const wasThere = presence.isOnline(blockedId);
      const own = part(blockerId, blockedId, isApart);
      if (wasThere) emitPresence(own, blockedId);
      const others = part(blockedId, blockerId, isApart);
      if (!isApart) emitPresence(others, blockerId);
      // At the same moment as for a person who has left.
      else if (leftAt !== undefined) {
        setTimeout(emitDeparture, departureMs, others, blockerId, leftAt).unref();
      }
    },
  };

  function emitDeparture(windows: ClientSocket[], userId: UserId, leftAt: number): void {
    const those = windows.filter(({ connected, data }) => connected && data.apart.has(userId));
    emitPresence(those, userId, leftAt);
  }
}

export type Showing = ReturnType<typeof createShowing>;

/**
 * Which connections take part in presence: those of people who do not hide it. Other connections do not count as
 * online, and get a list with nobody but their own person.
 */
export function createShowing({
  presence,
  countListSent,
}: {
  presence: Pick<Presence, 'connect' | 'disconnect' | 'listOnline'>;
  /** Called before a connection gets the list of who is online. */
  countListSent: () => void;
}) {
  function show(socket: ClientSocket): void {
    const { userId, wantsPresence, apart } = socket.data;
    socket.join(wantsPresence ? rooms.presenceChanges : rooms.wholeLists);
    presence.connect(userId);
    countListSent();
    socket.emit('getOnlineUsers', withoutApart(presence.listOnline(), apart));
  }

  function hide(socket: ClientSocket): void {
    // The person is in it; otherwise the client would conclude that the server has lost its connection.
    socket.emit('getOnlineUsers', [socket.data.userId]);
  }

  return {
    begin(socket: ClientSocket): void {
      if (socket.data.hidesPresence) hide(socket);
      else show(socket);
    },

    change(socket: ClientSocket, hidesPresence: boolean): void {
      if (socket.data.hidesPresence === hidesPresence) return;
      socket.data.hidesPresence = hidesPresence;
      if (!hidesPresence) {
        show(socket);
        return;
      }
      socket.leave(rooms.presenceChanges);
      socket.leave(rooms.wholeLists);
      presence.disconnect(socket.data.userId);
      hide(socket);
    },

    end({ data }: ClientSocket): void {
      if (!data.hidesPresence) presence.disconnect(data.userId);
    },
  };
}
