/**
 * Who is at the other end: `query.userId` names a person (spec section 7), and a session of that person proves it.
 * The session is named by its token, in `auth.token` or in the header `token`, or by the ticket in the cookie that
 * browsers send by themselves.
 */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { TOKEN_HEADER } from '../../src/protocol/http.ts';
import { DomainError } from '../domain/errors.ts';
import { ID } from '../domain/id.ts';
import type { UserStore } from '../domain/ports/users.ts';
import type { Session, Sessions } from '../domain/sessions.ts';
import type { MemoryLimiter } from '../limits/limiter.ts';
import type { LostConnections } from '../log/lost-connections.ts';
import { readSocketCookie } from '../socket-cookie.ts';
import type { Admission } from './admission.ts';
import type { Apart } from './apart.ts';
import { type ClientSocket, rooms } from './socket-server.ts';

const authSchema = z.object({
  token: z.string().optional(),
  wants: z.array(z.string()).optional().catch(undefined),
});

/** In events: rooms, lists and greetings. */
const HANDSHAKE_COST = 10;

export function createHandshake(options: {
  sessions: Sessions;
  /** Given where `userId` alone opens a socket, as long as it names somebody. */
  findUser?: UserStore['findUser'];
  readApart: Apart['read'];
  /** What each person may still say, over all their connections. */
  events: MemoryLimiter;
  countConnections: (userId: string) => number;
  socketsPerPerson: number;
  lost: LostConnections;
  /** Resolves when the rooms joined so far hear from everywhere. */
  settle: (() => Promise<void>) | undefined;
  readAddress: Admission['readAddress'];
  log: FastifyBaseLogger;
}) {
  const { sessions, findUser, readApart, events, countConnections } = options;
  const { socketsPerPerson, lost, settle, readAddress, log } = options;
  /** Those on which somebody has begun to prove who they are. */
  const begun = new WeakSet<ClientSocket['conn']>();

  /** The session that opens the socket; undefined where none was named and `userId` is enough. */
  async function findSession(
    { headers, query }: ClientSocket['handshake'],
    token: string | undefined,
  ): Promise<Session | undefined> {
    const named = token || headers[TOKEN_HEADER];
    if (named) return sessions.authenticate(named);
    const ticket = readSocketCookie(headers.cookie);
    if (!findUser) return sessions.authenticateTicket(ticket);
    const userId = String(query.userId);
    const user = ID.test(userId) ? await findUser(userId) : undefined;
    if (!user || user.deleted) throw new DomainError('unauthenticated', 'Log in to continue.');
    return undefined;
  }

  async function identify(socket: ClientSocket): Promise<void> {
    const { query } = socket.handshake;
    const auth = authSchema.safeParse(socket.handshake.auth).data;
    const session = await findSession(socket.handshake, auth?.token);
    const userId = session?.userId ?? String(query.userId);
    if (userId !== query.userId) {
      throw new DomainError('unauthenticated', 'This session belongs to somebody else.');
    }
    if (events.spend(userId, HANDSHAKE_COST) > 0) {
      lost.tell('sends too much', { userId });
      throw new DomainError('tooMany', 'That was too often. Try again shortly.');
    }
    socket.data.userId = userId;
    socket.data.tokenHash = session?.tokenHash;
    socket.data.wantsPresence = auth?.wants?.includes('presence') ?? false;
    const wantsOwnDevices = auth?.wants?.includes('ownDevices');
    // Whoever is told that they are connected reads what came before, and hears all that comes after.
    socket.join([
      rooms.user(userId),
      ...(session ? [rooms.session(session.tokenHash)] : []),
      ...(session && wantsOwnDevices ? [rooms.ownDevices(userId)] : []),
    ]);
    await settle?.();
    Object.assign(socket.data, await readApart(userId));
    // Last, with nothing to wait for before it is connected: of those that come in one moment each counts the others.
    if (countConnections(userId) >= socketsPerPerson) {
      lost.tell('too many windows', { userId });
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
        if (error instanceof DomainError && error.code !== 'storageUnavailable') {
          const address = readAddress(socket.request);
          const remedy = 'none, unless people complain: a session has ended, or somebody knocks';
          log.warn({ reason: error.code, address, remedy }, 'socket refused');
          return next(error);
        }
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
