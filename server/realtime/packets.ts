/**
 * Events as packets on one connection. Several are sent in one write; Socket.IO itself writes each one separately, with
 * header and content apart.
 */
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { ClientSocket, SocketServer } from './socket-server.ts';

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

/** A text message in a single frame. */
const FINAL_TEXT = 0x81;

/** Lengths up to this are in the header's second byte; a larger value says how many bytes hold the length. */
const MAX_SHORT = 125;
const LENGTH_IN_2_BYTES = 126;
const MAX_MIDDLE = 0xffff;
const LENGTH_IN_8_BYTES = 127;

/**
 * Encodes texts as WebSocket server frames (RFC 6455, section 5.2), all in one buffer: one write sends them. A library
 * that writes each frame separately, with header and content apart, needs two writes for each.
 */
export function frameTexts(texts: string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const size = lengths.reduce((sum, length) => sum + headerBytes(length) + length, 0);
  const frames = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at = writeHeader(frames, at, lengths[index] ?? 0);
    at += frames.write(text, at);
  }
  return frames;
}

function headerBytes(length: number): number {
  if (length <= MAX_SHORT) return 2;
  return length <= MAX_MIDDLE ? 4 : 10;
}

/** Returns where the content begins. */
function writeHeader(frames: Buffer, at: number, length: number): number {
  frames[at] = FINAL_TEXT;
  if (length <= MAX_SHORT) {
    frames[at + 1] = length;
    return at + 2;
  }
  if (length <= MAX_MIDDLE) {
    frames[at + 1] = LENGTH_IN_2_BYTES;
    return frames.writeUInt16BE(length, at + 2);
  }
  frames[at + 1] = LENGTH_IN_8_BYTES;
  return frames.writeBigUInt64BE(BigInt(length), at + 2);
}

interface RoomWriter {
  /** `encode` makes the packet; it is called only if somebody is in the room. */
  write(room: string, encode: () => string): void;
  /** Sends the packets, in order for each connection. */
  flush(): void;
}

/**
 * Sends events to rooms of this node. All events for one connection in one turn of the event loop go out in one write:
 * a commit often brings several messages, and a busy server spends most of its time on socket writes.
 */
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
