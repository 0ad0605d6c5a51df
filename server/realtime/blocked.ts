/** The windows of somebody who blocks a person, or ends that: from then on they are told accordingly. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { BlockChange } from '../domain/ports/blocks.ts';
import { type Presence, withoutBlocked } from './presence.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

export function changeBlocked(
  io: SocketServer,
  presence: Presence,
  { blockerId, blockedId, isBlocked }: BlockChange,
): void {
  for (const socket of listSockets(io, blockerId)) {
    const blocked = new Set(socket.data.blocked);
    if (isBlocked) blocked.add(blockedId);
    else blocked.delete(blockedId);
    setBlocked(socket, blocked);
    tellPresence(socket, presence, blockedId);
  }
}

/** Nothing of what these do reaches the socket any more. */
export function setBlocked(socket: ClientSocket, blocked: ReadonlySet<UserId>): void {
  const before = socket.data.blocked;
  socket.data.blocked = blocked;
  socket.join([...blocked].map(rooms.blocking));
  for (const userId of before) if (!blocked.has(userId)) socket.leave(rooms.blocking(userId));
}

/** Of the person's windows, those on this node. */
export function listSockets(io: SocketServer, userId: UserId): ClientSocket[] {
  const { adapter, sockets } = io.of('/');
  const ids = [...(adapter.rooms.get(rooms.user(userId)) ?? [])];
  return ids.flatMap((id) => sockets.get(id) ?? []);
}

/** The blocked look as if they had left, and come back with the end of it. */
function tellPresence(socket: ClientSocket, presence: Presence, userId: UserId): void {
  const { blocked, wantsPresence } = socket.data;
  if (!wantsPresence) {
    socket.emit('getOnlineUsers', withoutBlocked(presence.listOnline(), blocked));
  } else if (presence.isOnline(userId)) {
    socket.emit('presence', [{ userId, online: !blocked.has(userId) }]);
  }
}
