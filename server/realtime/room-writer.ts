/**
 * Tells rooms of this node what happened. What one connection is told in one turn of the event loop goes to it in
 * one write: after a commit that is often several messages, and writing to sockets is what a busy server spends
 * most on. Socket.IO's own broadcast, which it stands for, writes each by itself, header and content apart.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { ClientSocket, SocketServer } from './socket-server.ts';
import { frameTexts } from './text-frame.ts';

/** How Engine.IO writes that a packet is a message, and Socket.IO within it that it is an event. */
const MESSAGE = '4';
const EVENT = '2';

export interface RoomWriter {
  write<Name extends keyof ServerToClientEvents>(
    room: string,
    event: Name,
    ...payload: Parameters<ServerToClientEvents[Name]>
  ): void;
  /** Sends what was written, in that order to each connection. */
  flush(): void;
}

export function createRoomWriter(io: SocketServer): RoomWriter {
  const { adapter, sockets } = io.of('/');
  const waiting = new Map<ClientSocket['conn'], string[]>();

  return {
    write(room, event, ...payload) {
      const ids = adapter.rooms.get(room);
      if (!ids) return;
      const packet = EVENT + JSON.stringify([event, ...payload]);
      for (const id of ids) {
        const connection = sockets.get(id)?.conn;
        if (!connection) continue;
        const packets = waiting.get(connection);
        if (packets) packets.push(packet);
        else waiting.set(connection, [packet]);
      }
    },

    flush() {
      for (const [connection, packets] of waiting) send(connection, packets);
      waiting.clear();
    },
  };
}

function send(connection: ClientSocket['conn'], packets: string[]): void {
  if (connection.transport.name === 'websocket') {
    const frames = frameTexts(packets.map((packet) => MESSAGE + packet));
    // The packets themselves are for those who count what waits; the transport writes the frames.
    connection.write(packets.join(''), { compress: false, ...preEncoded(frames) });
  } else {
    for (const packet of packets) connection.write(packet);
  }
}

/** An option that Engine.IO takes from broadcasts, and does not declare. */
function preEncoded(frames: Buffer) {
  return { wsPreEncodedFrame: [frames] };
}
