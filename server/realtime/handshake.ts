/**
 * Who is at the other end: `query.userId` names a person (spec section 7), the session's token proves it.
 * The token comes as `auth.token`, or in the header `token` from clients that can only set that.
 */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import { DomainError } from '../domain/errors.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import type { BlockedLists } from './blocked-lists.ts';
import { type ClientSocket, rooms } from './socket-server.ts';

const authSchema = z.object({
  token: z.string().optional(),
  wants: z.array(z.string()).optional().catch(undefined),
});

/** In events: rooms, lists and greetings. */
const HANDSHAKE_COST = 10;

export function createHandshake(options: {
  sessions: Sessions;
  blockedLists: BlockedLists;
  /** What each person may still say, over all their connections. */
  events: MemoryLimiter;
  countConnections: (userId: string) => number;
  socketsPerPerson: number;
  /** Resolves when the rooms joined so far hear from everywhere. */
  settle: (() => Promise<void>) | undefined;
  log: FastifyBaseLogger;
}) {
  const { sessions, blockedLists, events, countConnections, socketsPerPerson, settle, log } =
    options;
  /** Those on which somebody has begun to prove who they are. */
  const begun = new WeakSet<ClientSocket['conn']>();

  async function identify(socket: ClientSocket): Promise<void> {
    const { query, headers } = socket.handshake;
    const auth = authSchema.safeParse(socket.handshake.auth).data;
    const session = await sessions.authenticate(auth?.token ?? headers[TOKEN_HEADER]);
    if (session.userId !== query.userId) {
      throw new DomainError('unauthenticated', 'This session belongs to somebody else.');
    }
    if (events.spend(session.userId, HANDSHAKE_COST) > 0) {
      throw new DomainError('tooMany', 'That was too often. Try again shortly.');
    }
    socket.data.session = session;
    socket.data.wantsPresence = auth?.wants?.includes('presence') ?? false;
    const wantsOwnDevices = auth?.wants?.includes('ownDevices');
    // Whoever is told that they are connected reads what came before, and hears all that comes after.
    socket.join([
      rooms.user(session.userId),
      rooms.session(session.tokenHash),
      ...(wantsOwnDevices ? [rooms.ownDevices(session.userId)] : []),
    ]);
    await settle?.();
    socket.data.blocked = await blockedLists.read(session.userId);
    // Last, with nothing to wait for before it is connected: of those that come in one moment each counts the others.
    if (countConnections(session.userId) >= socketsPerPerson) {
      throw new DomainError('tooMany', 'Too many windows are open. Close some of them.');
    }
  }

  return (socket: ClientSocket, next: (error?: Error) => void): void => {
    // A second namespace connection on one transport would take a second seat. The first is cut with it.
    if (begun.has(socket.conn)) {
      cut(socket, next);
      return;
    }
    begun.add(socket.conn);
    identify(socket).then(
      () => next(),
      (error: unknown) => {
        if (error instanceof DomainError && error.code !== 'storageUnavailable') return next(error);
        log.error({ err: error }, 'handshake failed');
        cut(socket, next);
      },
    );
  };
}

/** No refusal: like a failing network, after which the client tries again by itself. */
function cut(socket: ClientSocket, next: (error: Error) => void): void {
  socket.conn.close();
  // Nobody is told of it. Without it Socket.IO would keep the socket and its rooms for ever.
  next(new Error('The connection was cut.'));
}
