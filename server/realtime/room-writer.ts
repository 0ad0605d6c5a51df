/**
 * Tells rooms of this node what happened. What one connection is told in one turn of the event loop goes to it in
 * one write: after a commit that is often several messages, and writing to sockets is what a busy server spends
 * most on.
 */
import { framePackets, writePackets } from './packets.ts';
import type { ClientSocket, SocketServer } from './socket-server.ts';

interface RoomWriter {
  /** `encode` makes the packet, if anybody is there to be told. */
  write(room: string, encode: () => string): void;
  /** Sends what was written, in that order to each connection. */
  flush(): void;
}

export function createRoomWriter(io: SocketServer): RoomWriter {
  const { adapter, sockets } = io.of('/');
  const waiting = new Map<ClientSocket['conn'], string[]>();

  return {
    write(room, encode) {
      const ids = adapter.rooms.get(room);
      if (!ids) return;
      const packet = encode();
      for (const id of ids) {
        const connection = sockets.get(id)?.conn;
        if (!connection) continue;
        const packets = waiting.get(connection);
        if (packets) packets.push(packet);
        else waiting.set(connection, [packet]);
      }
    },

    flush() {
      // Windows that are told the same share one piece of memory: somebody's fifty would multiply a sender's bytes.
      const framed = new Map<string, Buffer>();
      for (const [connection, packets] of waiting) {
        const text = packets.join('');
        const frames = framed.get(text) ?? framePackets(packets);
        framed.set(text, frames);
        writePackets(connection, packets, frames);
      }
      waiting.clear();
    },
  };
}
