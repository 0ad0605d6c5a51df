/**
 * Sends events to rooms of this node. All events for one connection in one turn of the event loop go out in one write:
 * a commit often brings several messages, and a busy server spends most of its time on socket writes.
 */
import { framePackets, writePackets } from './packets.ts';
import type { ClientSocket, SocketServer } from './socket-server.ts';

interface RoomWriter {
  /** `encode` makes the packet; it is called only if somebody is in the room. */
  write(room: string, encode: () => string): void;
  /** Sends the packets, in order for each connection. */
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
      // Connections with equal packets share one buffer: fifty windows of a person would multiply a sender's bytes.
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
