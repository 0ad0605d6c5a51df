/**
 * Tells a room of this node one thing. Socket.IO's own broadcast does the same; a server does little as often, and
 * this takes half the time: nothing is made for a room without anybody, and the frame is one piece.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { SocketServer } from './socket-server.ts';
import { frameText } from './text-frame.ts';

/** How Engine.IO writes that a packet is a message, and Socket.IO within it that it is an event. */
const MESSAGE = '4';
const EVENT = '2';

export function emitToRoom<Name extends keyof ServerToClientEvents>(
  io: SocketServer,
  room: string,
  event: Name,
  ...payload: Parameters<ServerToClientEvents[Name]>
): void {
  const { adapter, sockets } = io.of('/');
  const ids = adapter.rooms.get(room);
  if (!ids) return;
  const packet = EVENT + JSON.stringify([event, ...payload]);
  // A connection that polls takes the packet, a WebSocket the frame.
  const options = { compress: false, wsPreEncodedFrame: [frameText(MESSAGE + packet)] };
  for (const id of ids) sockets.get(id)?.conn.write(packet, options);
}
