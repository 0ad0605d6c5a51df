/**
 * The realtime half of the plain backend. A socket belongs to whom its `userId` says, and two events leave. As in many
 * public servers, each person has one entry: the latest socket sets it, and any socket that closes deletes it.
 */
import type { Server } from 'node:http';
import { type Socket, Server as SocketServer } from 'socket.io';
import { findHandshakeTrespasses } from './plain-contract.ts';

export type PlainSockets = ReturnType<typeof openPlainSockets>;

interface PlainSocketOptions {
  /** Where what goes beyond the contract is written down. */
  trespasses: string[];
  clientOrigin?: string;
}

export function openPlainSockets(http: Server, { trespasses, clientOrigin }: PlainSocketOptions) {
  const io = new SocketServer(http, {
    ...(clientOrigin ? { cors: { origin: clientOrigin } } : {}),
  });
  /** The socket that opened last for each person. */
  const socketOf = new Map<string, Socket>();
  const open = (userId?: string) =>
    [...io.sockets.sockets.values()].filter(
      ({ handshake }) => userId === undefined || handshake.query.userId === userId,
    );
  const emitOnline = () => io.emit('getOnlineUsers', [...socketOf.keys()]);

  io.on('connection', (socket) => {
    const { query, auth } = socket.handshake;
    const userId = String(query.userId);
    trespasses.push(...findHandshakeTrespasses(query, auth));
    socket.onAny((event: string) => {
      trespasses.push(`socket: unknown event ${event}`);
    });
    socketOf.set(userId, socket);
    socket.on('disconnect', () => {
      // Whichever socket of the person it was: the others stay open and are told nothing more.
      socketOf.delete(userId);
      emitOnline();
    });
    emitOnline();
  });

  return {
    /** Reaches the one socket that the server has an entry for. */
    emitTo: (userId: string, event: string, ...values: unknown[]) =>
      void socketOf.get(userId)?.emit(event, ...values),
    /** Open sockets, with and without an entry. */
    count: (userId: string) => open(userId).length,
    /** Breaks connections as a network does; without `userId` all of them. */
    cut: (userId?: string) => {
      for (const socket of open(userId)) socket.conn.close();
    },
    /** Deletes the entry, as a disconnect that is noticed late does after the person has come back. */
    forget: (userId: string) => {
      socketOf.delete(userId);
      emitOnline();
    },
    close: () => io.close(),
  };
}
