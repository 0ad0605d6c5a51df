/**
 * Events as packets on one connection. Several are sent in one write; Socket.IO itself writes each one separately, with
 * header and content apart.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { ClientSocket } from './socket-server.ts';
import { frameTexts } from './text-frame.ts';

/** Type codes: a message in Engine.IO, and an event in it in Socket.IO. */
const MESSAGE = '4';
const EVENT = '2';

export type EventName = keyof ServerToClientEvents;
export type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>;

export function encodeEvent<Name extends EventName>(event: Name, payload: Payload<Name>): string {
  return EVENT + JSON.stringify([event, ...payload]);
}

/** The same for a payload that is already JSON. */
export function wrapEvent(event: EventName, json: string): string {
  return `${EVENT}["${event}",${json}]`;
}

/** The packets as WebSocket frames. */
export function framePackets(packets: string[]): Buffer {
  return frameTexts(packets.map((packet) => MESSAGE + packet));
}

/** A caller that sends the same to many connections passes the frames, so that they are built once. */
export function writePackets(
  connection: ClientSocket['conn'],
  packets: string[],
  frames = framePackets(packets),
): void {
  if (connection.transport.name === 'websocket') {
    // The packets are there for the byte counters; the transport writes the frames.
    connection.write(packets.join(''), { compress: false, ...preEncoded(frames) });
  } else {
    for (const packet of packets) connection.write(packet);
  }
}

/** An undeclared option that Engine.IO uses for broadcasts. */
function preEncoded(frames: Buffer) {
  return { wsPreEncodedFrame: [frames] };
}
