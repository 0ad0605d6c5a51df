/** The realtime half of the plain backend: a socket belongs to whom its `userId` says, two events leave. */
import type { Server } from 'node:http';
import { Server as SocketServer } from 'socket.io';
import { findHandshakeTrespasses } from './plain-contract.ts';

export interface PlainSockets {
  emitTo(userId: string, event: string, ...values: unknown[]): void;
  count(userId: string): number;
  /** Breaks connections as a network does; without `userId` all of them. */
  cut(userId?: string): void;
  close(): Promise<void>;
}

interface PlainSocketOptions {
  /** Where what goes beyond the contract is written down. */
  trespasses: string[];
  mayConnect: () => boolean;
  clientOrigin?: string;
}

export function openPlainSockets(
  http: Server,
  { trespasses, mayConnect, clientOrigin }: PlainSocketOptions,
): PlainSockets {
  const io = new SocketServer(http, {
    allowRequest: (_request, decide) => decide(null, mayConnect()),
    ...(clientOrigin ? { cors: { origin: clientOrigin } } : {}),
  });
  const all = () => [...io.sockets.sockets.values()];
  const find = (userId?: string) =>
    all().filter((socket) => userId === undefined || socket.data.userId === userId);
  const tellWhoIsOnline = () =>
    io.emit('getOnlineUsers', [...new Set(all().map((socket) => String(socket.data.userId)))]);

  io.on('connection', (socket) => {
    const { query } = socket.handshake;
    trespasses.push(...findHandshakeTrespasses(query));
    socket.data.userId = String(query.userId);
    socket.onAny((event: string) => {
      trespasses.push(`socket: unknown event ${event}`);
    });
    socket.on('disconnect', tellWhoIsOnline);
    tellWhoIsOnline();
  });

  return {
    emitTo: (userId, event, ...values) => {
      for (const socket of find(userId)) socket.emit(event, ...values);
    },
    count: (userId) => find(userId).length,
    cut: (userId) => {
      for (const socket of find(userId)) socket.conn.close();
    },
    close: () => io.close(),
  };
}
