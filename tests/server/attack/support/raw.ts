/** Bytes on a connection, as no library would send them. */
import { connect, type Socket } from 'node:net';
import { makeDataUrl, makePng } from '../../../support/pictures.ts';

interface RawConnection {
  socket: Socket;
  /** Everything that came back so far. */
  received(): string;
  /** Resolves when the server has ended the connection, or `fits` what it sent. */
  until(fits?: (received: string) => boolean): Promise<string>;
}

export function openRaw(url: string): RawConnection {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  let isEnded = false;
  const waiting = new Set<() => void>();
  const look = () => {
    for (const each of waiting) each();
  };
  socket.setEncoding('latin1');
  socket.on('data', (bytes) => {
    received += bytes;
    look();
  });
  // A reset is an end, too.
  socket.on('error', () => {});
  socket.on('close', () => {
    isEnded = true;
    look();
  });
  return {
    socket,
    received: () => received,
    until(fits = () => false) {
      return new Promise((resolve) => {
        const check = () => {
          if (!isEnded && !fits(received)) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      });
    },
  };
}

/** Sends all of it and answers everything that came back until the server ended the connection. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const connection = openRaw(url);
  connection.socket.write(bytes, 'latin1');
  return connection.until();
}

/** More than the system keeps for a client that does not read. */
export function makeHeavyPicture(bytes: number): string {
  const png = makePng(8, 8);
  const data = Buffer.alloc(12 + bytes);
  data.writeUInt32BE(bytes, 0);
  data.write('IDAT', 4);
  return makeDataUrl(Buffer.concat([png.subarray(0, 33), data, png.subarray(33)]));
}
