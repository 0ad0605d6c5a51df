/** The life of one person's socket: rooms, first events, and accepted events. */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { Feature } from '../../src/protocol/events.ts';
import type { Conversations } from '../domain/conversations.ts';
import { ID } from '../domain/id.ts';
import type { Privacy } from '../domain/privacy.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import type { LostConnections } from '../log/lost-connections.ts';
import type { Showing } from './presence-visibility.ts';
import { type ClientSocket, rooms, type SocketServer } from './socket-server.ts';

const id = z.string().regex(ID);
const typingSchema = z.object({ userId: id });
const deliveredSchema = z.object({ userId: id, upTo: id });

/** Charged in addition when a client is cut: an immediate reconnect must not be cheaper than the events were. */
const CUT_COST = 1_000;

export function createConnectionHandler(
  io: SocketServer,
  options: {
    features: readonly Feature[];
    readEpoch: () => string;
    /** The time over which the client that has just connected spreads its first calls. */
    pace: () => number;
    showing: Showing;
    sharesTyping: Privacy['sharesTyping'];
    sessions: Sessions;
    conversations: Conversations;
    /** Per person, over all connections. */
    events: MemoryLimiter;
    typings: MemoryLimiter;
    lost: LostConnections;
    log: FastifyBaseLogger;
  },
) {
  const { features, readEpoch, pace, showing, sharesTyping } = options;
  const { sessions, conversations, events, typings, lost, log } = options;

  return (socket: ClientSocket): void => {
    const { userId, tokenHash } = socket.data;
    // The handshake is done; its request would stay in memory as long as the connection.
    Reflect.set(socket.conn, 'request', null);

    // The session may have ended during the handshake. From now on, its end closes this socket.
    if (tokenHash !== undefined) {
      sessions.isLive(tokenHash).then(
        (isLive) => {
          if (!isLive) socket.disconnect(true);
        },
        (error: unknown) => {
          log.error({ err: error, userId }, 'session not checked again');
          // The client connects again, which checks the session.
          socket.disconnect(true);
        },
      );
    }
    socket.on('disconnect', () => showing.end(socket));
    socket.emit('hello', { features: [...features], epoch: readEpoch(), withinMs: pace() });
    showing.begin(socket);

    // Counted per person: a client that is cut and reconnects does not start again at zero.
    socket.conn.on('packet', () => {
      if (events.spend(userId, 1) === 0) return;
      events.charge(userId, CUT_COST);
      lost.report('sends too much', { userId });
      socket.disconnect(true);
    });

    socket.on('pulse', (answer: unknown) => {
      if (typeof answer === 'function') answer();
    });

    // A socket without a session may only listen: nothing proves that it belongs to the person.
    if (tokenHash === undefined) return;
    socket.on('typing', (input: unknown) => {
      const typing = typingSchema.safeParse(input).data;
      if (!typing || typings.spend(userId, 1) > 0) return;
      sharesTyping(userId, typing.userId).then(
        (isShared) => {
          if (!isShared || socket.data.blocks.has(typing.userId)) return;
          io.to(rooms.user(typing.userId)).emit('typing', { userId });
        },
        (error: unknown) => log.error({ err: error, userId }, 'typing not told'),
      );
    });

    const reportDelivery = createDeliveryReporter({
      markDelivered: (peerId, upTo) => conversations.markDelivered(userId, peerId, upTo),
      handleError: (error) => log.error({ err: error, userId }, 'delivery not stored'),
    });
    socket.on('delivered', (input: unknown) => {
      const receipt = deliveredSchema.safeParse(input).data;
      if (receipt) reportDelivery(receipt.userId, receipt.upTo);
    });
  };
}

/** Most conversations of one client with a write in progress. */
const MAX_PEERS = 200;

/**
 * Writes the delivery receipts of one client to the store, one at a time per peer. During a write, only the furthest of
 * the later receipts is kept. So many receipts cost no more than the disk can take.
 */
export function createDeliveryReporter(options: {
  markDelivered: (peerId: UserId, upTo: MessageId) => Promise<void>;
  handleError: (error: unknown) => void;
}): (peerId: UserId, upTo: MessageId) => void {
  const { markDelivered, handleError } = options;
  const underWay = new Map<UserId, MessageId | undefined>();

  async function write(peerId: UserId, first: MessageId): Promise<void> {
    for (let upTo: MessageId | undefined = first; upTo !== undefined; ) {
      await markDelivered(peerId, upTo).catch(handleError);
      upTo = underWay.get(peerId);
      underWay.set(peerId, undefined);
    }
    underWay.delete(peerId);
  }

  return (peerId, upTo) => {
    if (!underWay.has(peerId)) {
      if (underWay.size >= MAX_PEERS) return;
      underWay.set(peerId, undefined);
      void write(peerId, upTo);
      return;
    }
    const waiting = underWay.get(peerId);
    // Ids sort by time of creation.
    if (waiting === undefined || upTo > waiting) underWay.set(peerId, upTo);
  };
}
