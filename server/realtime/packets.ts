/**
 * Events as packets on one connection: several go out in one write, where Socket.IO's own way writes each by itself,
 * header and content apart.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { ClientSocket } from './socket-server.ts';
import { frameTexts } from './text-frame.ts';

/** How Engine.IO writes that a packet is a message, and Socket.IO within it that it is an event. */
const MESSAGE = '4';
const EVENT = '2';

export type EventName = keyof ServerToClientEvents;
export type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>;

export function encodeEvent<Name extends EventName>(event: Name, payload: Payload<Name>): string {
  return EVENT + JSON.stringify([event, ...payload]);
}

/** The same for a payload that is JSON already. */
export function wrapEvent(event: EventName, json: string): string {
  return `${EVENT}["${event}",${json}]`;
}

/** What WebSockets carry. */
export function framePackets(packets: string[]): Buffer {
  return frameTexts(packets.map((packet) => MESSAGE + packet));
}

/** A caller that writes the same to many gives its frames, too: they need be made but once. */
export function writePackets(
  connection: ClientSocket['conn'],
  packets: string[],
  frames = framePackets(packets),
): void {
  if (connection.transport.name === 'websocket') {
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
