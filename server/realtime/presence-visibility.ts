/**
 * Stores on each connection whom its person has blocked or is blocked by (`domain/blocking.ts`) and whether the person
 * hides presence (`domain/privacy.ts`). Emits the presence changes that a block or its end causes.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Blocking } from '../domain/blocking.ts';
import type { BlockNews } from '../domain/ports/notifier.ts';
import type { Privacy } from '../domain/privacy.ts';
import { toIso } from '../presenter.ts';
import { omitBlocks, type Presence } from './presence.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

type Standing = Pick<ClientSocket['data'], 'blocks' | 'hidesPresence'>;

export type PresenceVisibility = ReturnType<typeof createPresenceVisibility>;

export function createPresenceVisibility(
  io: SocketServer,
  options: {
    listBlocksEitherWay: Blocking['listBlocksEitherWay'];
    readHidesPresence: Privacy['hidesPresence'];
    showing: Showing;
    presence: Pick<Presence, 'isOnline' | 'listOnline'>;
    /** Delay, in ms, after which a person's departure is announced. */
    departureMs: number;
  },
) {
  const { listBlocksEitherWay, readHidesPresence, showing, presence, departureMs } = options;
  const underWay = new Set<{ userId: UserId; isStale: boolean }>();

  function listSockets(userId: UserId): ClientSocket[] {
    const { adapter, sockets } = io.of('/');
    const ids = [...(adapter.rooms.get(rooms.user(userId)) ?? [])];
    return ids.flatMap((id) => sockets.get(id) ?? []);
  }

  /** Makes every running read of this person start again. */
  function markStale(userId: UserId): void {
    for (const reading of underWay) if (reading.userId === userId) reading.isStale = true;
  }

  /** Returns the windows for which this is a change. */
  function setBlock(userId: UserId, otherId: UserId, isApart: boolean): ClientSocket[] {
    markStale(userId);
    const changed = listSockets(userId).filter(({ data }) => data.blocks.has(otherId) !== isApart);
    for (const { data } of changed) {
      const blocks = new Set(data.blocks);
      if (isApart) blocks.add(otherId);
      else blocks.delete(otherId);
      data.blocks = blocks;
    }
    return changed;
  }

  function emitPresence(windows: ClientSocket[], userId: UserId, leftAt?: number): void {
    const dated = leftAt === undefined ? {} : { lastSeenAt: toIso(leftAt) };
    for (const socket of windows) {
      const { blocks, wantsPresence, hidesPresence } = socket.data;
      if (hidesPresence) continue;
      if (!wantsPresence) {
        socket.emit('getOnlineUsers', omitBlocks(presence.listOnline(), blocks));
      } else if (blocks.has(userId)) {
        socket.emit('presence', [{ userId, online: false, ...dated }]);
      } else if (presence.isOnline(userId)) {
        socket.emit('presence', [{ userId, online: true }]);
      }
    }
  }

  /**
   * The caller must use the result at once, without an `await` in between. A change during the read finds no socket yet,
   * or the result would overwrite its update. So the read is repeated.
   */
  async function read(userId: UserId): Promise<Standing> {
    const reading = { userId, isStale: false };
    underWay.add(reading);
    try {
      for (;;) {
        reading.isStale = false;
        const [blocks, hidesPresence] = await Promise.all([
          listBlocksEitherWay(userId),
          readHidesPresence(userId),
        ]);
        if (!reading.isStale) return { blocks, hidesPresence };
      }
    } finally {
      underWay.delete(reading);
    }
  }

  return {
    read,

    async renew(userId: UserId): Promise<void> {
      const { blocks, hidesPresence } = await read(userId);
      for (const socket of listSockets(userId)) {
        const before = socket.data.blocks;
        socket.data.blocks = blocks;
        showing.change(socket, hidesPresence);
        // This node has missed a block or its end.
        for (const otherId of new Set([...before, ...blocks])) {
          if (before.has(otherId) !== blocks.has(otherId)) emitPresence([socket], otherId);
        }
      }
    },

    handlePrivacy({ userId, hidesPresence }: { userId: UserId; hidesPresence: boolean }): void {
      markStale(userId);
      for (const socket of listSockets(userId)) showing.change(socket, hidesPresence);
    },

    handleBlock({ blockerId, blockedId, isApart, leftAt }: BlockNews): void {
      const wasThere = presence.isOnline(blockedId);
      const own = setBlock(blockerId, blockedId, isApart);
      if (wasThere) emitPresence(own, blockedId);
      const others = setBlock(blockedId, blockerId, isApart);
      if (!isApart) emitPresence(others, blockerId);
      // At the same moment as for a person who has left.
      else if (leftAt !== undefined) {
        setTimeout(emitDeparture, departureMs, others, blockerId, leftAt).unref();
      }
    },
  };

  function emitDeparture(windows: ClientSocket[], userId: UserId, leftAt: number): void {
    const those = windows.filter(({ connected, data }) => connected && data.blocks.has(userId));
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
    const { userId, wantsPresence, blocks } = socket.data;
    socket.join(wantsPresence ? rooms.presenceChanges : rooms.wholeLists);
    presence.connect(userId);
    countListSent();
    socket.emit('getOnlineUsers', omitBlocks(presence.listOnline(), blocks));
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
