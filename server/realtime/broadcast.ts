/** Sends the same event to many connections of this node. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { SocketServer } from './socket-server.ts';

type EventName = keyof ServerToClientEvents;
type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>;

/**
 * Sends to those who are connected now. `describe` returns the payload, if any, for a receiver with the given blocks, in
 * either direction. It is called once for each receiver with a block to or from somebody in `about`, and once for all others.
 */
export type Broadcast = <Name extends EventName>(
  event: Name,
  news: {
    /** Absent: all connections. */
    room?: string;
    about: Iterable<UserId>;
    describe: (blocks: ReadonlySet<UserId>) => Payload<Name> | undefined;
  },
) => void;

export function createBroadcast(io: SocketServer): Broadcast {
  const { adapter, sockets } = io.of('/');

  return (event, { room, about, describe }) => {
    const ids = room === undefined ? adapter.sids.keys() : (adapter.rooms.get(room) ?? []);
    const named = new Set(about);
    const others: string[] = [];
    for (const id of ids) {
      const socket = sockets.get(id);
      if (!socket) continue;
      const { blocks } = socket.data;
      if (blocks.isDisjointFrom(named)) {
        others.push(id);
        continue;
      }
      const theirs = describe(blocks);
      if (theirs) socket.emit(event, ...theirs);
    }
    const payload = others.length > 0 && describe(new Set());
    // Each socket is in the room of its id. Socket.IO writes the event once for all of them.
    if (payload) io.local.to(others).emit(event, ...payload);
  };
}
