/**
 * What happened -> events to the people it concerns. Events wait for the end of the current turn of the
 * event loop, in the order of the commits: the answers to the calls that caused them are then on their way.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { Notifier } from '../domain/ports.ts';
import type { Presenter } from '../presenter.ts';
import { type Presence, withoutBlocked } from './presence.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

type Emission = () => void;

export function createNotifier(
  io: SocketServer,
  { presenter, presence }: { presenter: Presenter; presence: Presence },
): Notifier {
  let waiting: Emission[] = [];

  function enqueue(emission: Emission): void {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(emission);
  }

  function flush(): void {
    const emissions = waiting;
    waiting = [];
    for (const emit of emissions) emit();
  }

  function emitTo<Name extends keyof ServerToClientEvents>(
    room: string,
    event: Name,
    ...payload: Parameters<ServerToClientEvents[Name]>
  ): void {
    if (isHeard(room)) io.to(room).emit(event, ...payload);
  }

  /** An event is encoded even for an empty room, and many are. True of a room on this node alone. */
  function isHeard(room: string): boolean {
    return io.of('/').adapter.rooms.has(room);
  }

  function listSockets(userId: string): ClientSocket[] {
    const { adapter, sockets } = io.of('/');
    const ids = [...(adapter.rooms.get(rooms.user(userId)) ?? [])];
    return ids.flatMap((id) => sockets.get(id) ?? []);
  }

  /** The blocked look as if they had left, and come back with the end of it. */
  function tellPresence(socket: ClientSocket, userId: string): void {
    const { blocked, wantsPresence } = socket.data;
    if (!wantsPresence) {
      socket.emit('getOnlineUsers', withoutBlocked(presence.listOnline(), blocked));
    } else if (presence.isOnline(userId)) {
      socket.emit('presence', [{ userId, online: !blocked.has(userId) }]);
    }
  }

  return {
    messageStored(stored) {
      const message = presenter.presentMessage(stored);
      enqueue(() => {
        if (!stored.hidden) emitTo(rooms.user(stored.receiverId), 'newMessage', message);
        emitTo(rooms.ownDevices(stored.senderId), 'messageSent', message);
      });
    },

    messagesSeen(readerId, senderId, range) {
      enqueue(() => {
        emitTo(rooms.user(senderId), 'seen', { userId: readerId, ...range });
        emitTo(rooms.ownDevices(readerId), 'seenElsewhere', { userId: senderId, ...range });
      });
    },

    messagesDelivered(readerId, senderId, range) {
      enqueue(() => emitTo(rooms.user(senderId), 'delivered', { userId: readerId, ...range }));
    },

    profileChanged(user) {
      const profile = presenter.presentUser(user);
      enqueue(() => io.except(rooms.blocking(user._id)).emit('profileChanged', profile));
    },

    sessionEnded(tokenHash) {
      enqueue(() => io.in(rooms.session(tokenHash)).disconnectSockets(true));
    },

    blockChanged(blockerId, blockedId, isBlocked) {
      enqueue(() => {
        for (const socket of listSockets(blockerId)) {
          const blocked = new Set(socket.data.blocked);
          if (isBlocked) blocked.add(blockedId);
          else blocked.delete(blockedId);
          socket.data.blocked = blocked;
          if (isBlocked) socket.join(rooms.blocking(blockedId));
          else socket.leave(rooms.blocking(blockedId));
          tellPresence(socket, blockedId);
        }
      });
    },
  };
}
