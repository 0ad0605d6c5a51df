/**
 * One person's Socket.IO connection, spoken by hand over `ws`: open, join, answer pings, and pass each
 * event on as the raw frame (`42["name",…]`). Parsing every frame would cost the generator more than the
 * server spends on it.
 */
import { WebSocket } from 'ws';
import type { Person, Target } from './orders.ts';

/** First byte of the packets of the wire protocol, as text. */
const ENGINE_OPEN = '0';
const ENGINE_PING = '2';
const ENGINE_PONG = '3';
const SOCKET_CONNECT = '40';
const SOCKET_REFUSED = '44';
/** Bytes of `42["`, which stand before the name of an event. */
const NAME_AT = 4;
const CONNECT_WITHIN_MS = 60_000;

export interface ChatSocket {
  emit(event: string, payload: string): void;
  close(): void;
  /** Resolves when it is over, whoever ended it. */
  closed: Promise<void>;
}

/** `handleEvent` gets the raw frame. Rejects when the server refuses. */
export function connectSocket(
  target: Target,
  person: Person,
  handleEvent: (frame: Buffer) => void,
): Promise<ChatSocket> {
  const address = `${target.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&userId=${person.id}`;
  const auth = {
    token: person.token,
    ...(target.wantsExtras && { wants: ['presence', 'ownDevices'] }),
  };
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      handshakeTimeout: CONNECT_WITHIN_MS,
    });
    const fail = (why: string) => {
      reject(new Error(`The socket was not accepted: ${why}`));
      socket.terminate();
    };
    const closed = new Promise<void>((end) => socket.once('close', () => end()));
    const overdue = setTimeout(() => fail('no answer'), CONNECT_WITHIN_MS);
    socket.on('error', (error) => fail(error.message));
    socket.on('close', (code) => fail(`closed with ${code}`));
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      if (data[0] === 0x34 && data[1] === 0x32) return handleEvent(data);
      const packet = data.toString();
      if (packet === ENGINE_PING) socket.send(ENGINE_PONG);
      else if (packet.startsWith(SOCKET_CONNECT)) {
        clearTimeout(overdue);
        resolve({
          emit: (event, payload) => socket.send(`42["${event}",${payload}]`),
          close: () => socket.terminate(),
          closed,
        });
      } else if (packet.startsWith(SOCKET_REFUSED)) fail(packet);
      else if (packet.startsWith(ENGINE_OPEN)) socket.send(SOCKET_CONNECT + JSON.stringify(auth));
    });
  });
}

export function isEvent(frame: Buffer, name: string): boolean {
  return (
    frame.toString('latin1', NAME_AT, NAME_AT + name.length) === name &&
    frame[NAME_AT + name.length] === 0x22
  );
}
