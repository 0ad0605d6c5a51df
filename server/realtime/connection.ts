/** The life of one person's socket: its rooms, its greeting, and what it may say. */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { FEATURES } from '../../src/protocol/events.ts';
import type { Conversations } from '../domain/conversations.ts';
import { ID } from '../domain/id.ts';
import type { Privacy } from '../domain/privacy.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import type { LostConnections } from '../log/lost-connections.ts';
import { createDeliveryReporter } from './delivery-reporter.ts';
import { encodeEvent, writePackets } from './packets.ts';
import type { Showing } from './showing.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

const id = z.string().regex(ID);
const typingSchema = z.object({ userId: id });
const deliveredSchema = z.object({ userId: id, upTo: id });

/** What is charged beside when somebody is cut: coming back at once would cost more than the events did. */
const CUT_COST = 1_000;

/** The same for everybody. */
const HELLO = encodeEvent('hello', [{ features: [...FEATURES] }]);

export function createConnectionHandler(
  io: SocketServer,
  options: {
    showing: Showing;
    isTypingTold: Privacy['isTypingTold'];
    sessions: Sessions;
    conversations: Conversations;
    /** Of each person, over all connections. */
    events: MemoryLimiter;
    typings: MemoryLimiter;
    lost: LostConnections;
    log: FastifyBaseLogger;
  },
) {
  const { showing, isTypingTold, sessions, conversations, events, typings, lost, log } = options;

  return (socket: ClientSocket): void => {
    const { userId, tokenHash } = socket.data;
    // The handshake is read; the request behind it would stay in memory as long as the connection.
    Reflect.set(socket.conn, 'request', null);

    // The session may have ended while the handshake went on; from here on its end closes this socket.
    if (tokenHash !== undefined) {
      sessions.isLive(tokenHash).then(
        (isLive) => {
          if (!isLive) socket.disconnect(true);
        },
        (error: unknown) => log.error({ err: error, userId }, 'session not checked again'),
      );
    }
    socket.on('disconnect', () => showing.end(socket));
    writePackets(socket.conn, [HELLO]);
    showing.begin(socket);

    // Counted for the person: a client that is cut and comes back goes on where it was.
    socket.conn.on('packet', () => {
      if (events.spend(userId, 1) === 0) return;
      events.charge(userId, CUT_COST);
      lost.tell('sends too much', { userId });
      socket.disconnect(true);
    });

    socket.on('pulse', (answer: unknown) => {
      if (typeof answer === 'function') answer();
    });

    // A socket without a session listens. It cannot speak for the person that it names.
    if (tokenHash === undefined) return;
    socket.on('typing', (input: unknown) => {
      const typing = typingSchema.safeParse(input).data;
      if (!typing || typings.spend(userId, 1) > 0) return;
      isTypingTold(userId, typing.userId).then(
        (isTold) => {
          if (!isTold || socket.data.apart.has(typing.userId)) return;
          io.to(rooms.user(typing.userId)).emit('typing', { userId });
        },
        (error: unknown) => log.error({ err: error, userId }, 'typing not told'),
      );
    });

    const reportDelivery = createDeliveryReporter({
      markDelivered: (peerId, upTo) => conversations.markDelivered(userId, peerId, upTo),
      handleError: (error) => log.error({ err: error, userId }, 'delivery not noted'),
    });
    socket.on('delivered', (input: unknown) => {
      const receipt = deliveredSchema.safeParse(input).data;
      if (receipt) reportDelivery(receipt.userId, receipt.upTo);
    });
  };
}
