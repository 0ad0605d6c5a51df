/**
 * Authenticates a socket. `query.userId` names a person (spec section 7), and a session of that person proves it. The
 * session is given by its token, in `auth.token` or the header `token`, or by the ticket in the cookie that browsers
 * send.
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
import { readSocketCookie } from '../security/cookies.ts';
import type { Admission } from './admission.ts';
import type { PresenceVisibility } from './presence-visibility.ts';
import { type ClientSocket, rooms } from './socket-server.ts';

const authSchema = z.object({
  token: z.string().optional(),
  wants: z.array(z.string()).optional().catch(undefined),
});

/** The price of a handshake in events: covers rooms, lists and the first events. */
const HANDSHAKE_COST = 10;

export function createHandshake(options: {
  sessions: Sessions;
  /** Set if `userId` alone may open a socket; the person must exist. */
  findUser?: UserStore['findUser'];
  readVisibility: PresenceVisibility['read'];
  /** The event budget of each person, over all connections. */
  events: MemoryLimiter;
  countConnections: (userId: string) => number;
  socketsPerPerson: number;
  lost: LostConnections;
  /** Resolves when the joined rooms receive events from all nodes. */
  settle: (() => Promise<void>) | undefined;
  readAddress: Admission['readAddress'];
  log: FastifyBaseLogger;
}) {
  const { sessions, findUser, readVisibility, events, countConnections } = options;
  const { socketsPerPerson, lost, settle, readAddress, log } = options;
  const begun = new WeakSet<ClientSocket['conn']>();

  /** The session that opens the socket; undefined if none was given and `userId` is enough. */
  async function findSession(
    { headers, query }: ClientSocket['handshake'],
    token: string | undefined,
  ): Promise<Session | undefined> {
    const named = token || headers[TOKEN_HEADER];
    if (named) return sessions.authenticate(named);
    const ticket = readSocketCookie(headers.cookie);
    if (!findUser) return sessions.authenticateTicket(ticket);
    const userId = String(query.userId);
    if (ticket !== undefined) {
      // A session that has ended opens nothing, but the id still does.
      const session = await sessions.authenticateTicket(ticket).catch(unlessRefused);
      if (session?.userId === userId) return session;
    }
    const user = ID.test(userId) ? await findUser(userId) : undefined;
    if (!user || user.deleted || user.locked)
      throw new DomainError('unauthenticated', 'Log in to continue.');
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
      lost.report('sends too much', { userId });
      throw new DomainError('tooMany', 'Too many attempts. Try again shortly.');
    }
    socket.data.userId = userId;
    socket.data.tokenHash = session?.tokenHash;
    socket.data.wantsPresence = auth?.wants?.includes('presence') ?? false;
    const wantsOwnDevices = auth?.wants?.includes('ownDevices');
    // Joined before the client knows that it is connected: it then fetches what came before.
    socket.join([
      rooms.user(userId),
      ...(session ? [rooms.session(session.tokenHash)] : []),
      ...(session && wantsOwnDevices ? [rooms.ownDevices(userId)] : []),
    ]);
    await settle?.();
    Object.assign(socket.data, await readVisibility(userId));
    // Last, and without waiting before the connection is made: connections of the same moment must count each other.
    if (countConnections(userId) >= socketsPerPerson) {
      lost.report('too many windows', { userId });
      throw new DomainError('tooMany', 'Too many windows are open. Close some of them.');
    }
  }

  return (socket: ClientSocket, next: (error?: Error) => void): void => {
    // A second namespace on one connection would take a second seat. The first one is cut with it.
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
          const remedy =
            'nothing, unless people report it: the session has ended, or somebody tries to connect without one';
          log.warn({ reason: error.code, address, remedy }, 'socket refused');
          return next(error);
        }
        log.error({ err: error }, 'handshake failed');
        cut(socket, next);
      },
    );
  };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
}

/** Not a refusal: it looks like a network failure, so the client retries by itself. */
function cut(socket: ClientSocket, next: (error: Error) => void): void {
  socket.conn.close();
  // No client receives this. Without it, Socket.IO would keep the socket and its rooms forever.
  next(new Error('The connection was cut.'));
}
