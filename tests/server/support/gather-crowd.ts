/** Many connections of their own server, without anything else of it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import type { SocketServer } from '../../../server/realtime/socket-server.ts';
import type { UserId } from '../../../src/protocol/entities.ts';

/** Each by one WebSocket; the first of them is apart from Ada. They leave with the end of the test. */
export async function gatherCrowd(size: number): Promise<{ io: SocketServer; crowd: Socket[] }> {
  const http = createServer().listen(0, '127.0.0.1');
  const io: SocketServer = new Server(http);
  onTestFinished(() => io.close());
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  io.use((socket, next) => {
    const apart = new Set<UserId>(io.of('/').sockets.size === 0 ? ['ada'] : []);
    socket.data = {
      userId: socket.id,
      tokenHash: socket.id,
      wantsPresence: true,
      apart,
      hidesPresence: false,
    };
    next();
  });
  const crowd: Socket[] = [];
  for (let count = 0; count < size; count += 1) {
    const socket = connect(`http://127.0.0.1:${address.port}`, {
      transports: ['websocket'],
      forceNew: true,
    });
    onTestFinished(() => void socket.close());
    crowd.push(socket);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
  }
  return { io, crowd };
}
