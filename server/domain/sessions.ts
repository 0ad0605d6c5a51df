/**
 * Finds the person of a token. A session ends 30 days after its last use, and 180 days after its start. The extension
 * is written at most once an hour, so that reads rarely cause writes. While the clock is wrong, sessions may be refused that
 * have not ended, and the other way round; they are deleted only by a steady clock.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import { watchClocks } from './clocks.ts';
import { DomainError, reportUnknown } from './errors.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Credentials, FoundSession, NewSession, SessionStore } from './ports/sessions.ts';
import type { Clock, Report } from './ports/store.ts';

const HOUR_MS = 60 * 60 * 1000;
const SESSION_MS = 30 * 24 * HOUR_MS;
const LIFETIME_MS = 180 * 24 * HOUR_MS;

/** Longer than any token or ticket; longer values are not even hashed. */
const MAX_SECRET_LENGTH = 256;

export interface Session {
  userId: UserId;
  tokenHash: string;
}

export interface LiveSession {
  tokenHash: string;
  client: string;
  createdAt: number;
  /** Exact to an hour. */
  lastUsedAt: number;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(ports: {
  sessions: SessionStore;
  credentials: Credentials;
  clock: Clock;
  /** A clock that is never set back. */
  now: () => number;
  notifier: Notifier;
  report: Report;
}) {
  const { sessions, credentials, clock, now, notifier, report } = ports;
  const isSteady = watchClocks(clock, now);
  const known = createKnownSessions(now);

  /** Closes their connections and removes them from the cache. */
  function announceEnd(tokenHashes: string[]): void {
    for (const tokenHash of tokenHashes) {
      known.forget(tokenHash);
      notifier.sessionEnded(tokenHash);
    }
  }

  /**
   * Runs an action that ends these sessions. If its outcome is unknown, their end is announced: they are looked up again,
   * and the clients of a session that is still live reconnect by themselves.
   */
  const ending = <Result>(tokenHashes: string[], act: () => Promise<Result>): Promise<Result> =>
    reportUnknown(act(), () => announceEnd(tokenHashes));

  async function findSession(tokenHash: string): Promise<KnownSession | undefined> {
    const session = await sessions.findSession(tokenHash);
    return session && { ...session, tokenHash };
  }

  function isLive({ expiresAt, endsAt }: Pick<FoundSession, 'expiresAt' | 'endsAt'>): boolean {
    return Math.min(expiresAt, endsAt) > clock();
  }

  function requireLive(session: KnownSession | undefined): KnownSession {
    if (session && isLive(session)) return session;
    throw new DomainError('unauthenticated', 'Your session has ended. Log in again.');
  }

  async function list(userId: UserId): Promise<LiveSession[]> {
    const found = await sessions.listSessions(userId);
    return found.filter(isLive).map(({ expiresAt, endsAt: _endsAt, ...session }) => {
      // The store dates a new session slightly after its end was computed.
      const lastUsedAt = Math.max(session.createdAt, expiresAt - SESSION_MS);
      return { ...session, lastUsedAt };
    });
  }

  return {
    /**
     * Opens a session and returns its token, which is not stored. With `passwordHash`, only if that is still the
     * person's: the password may change between its check and this.
     */
    async open(person: Omit<NewSession, 'tokenHash' | 'expiresAt' | 'endsAt'>): Promise<string> {
      const { token, tokenHash } = credentials.issueToken();
      const began = clock();
      const ends = { expiresAt: began + SESSION_MS, endsAt: began + LIFETIME_MS };
      announceEnd(await sessions.createSession({ ...person, tokenHash, ...ends }));
      return token;
    },

    /** A cached session that needs neither a lookup nor an extension. Synchronous. */
    recall(token: unknown): Session | undefined {
      const session = typeof token === 'string' ? known.get(token) : undefined;
      if (!session || !isLive(session)) return undefined;
      return session.expiresAt >= clock() + SESSION_MS - HOUR_MS ? session : undefined;
    },

    /** Rejects with `unauthenticated` if the token is missing, unknown or expired. */
    async authenticate(token: unknown): Promise<Session> {
      requireSecret(token);
      const found =
        known.get(token) ??
        (await known.learn(token, () => findSession(credentials.hashToken(token))));
      const { userId, tokenHash, expiresAt } = requireLive(found);
      const extended = clock() + SESSION_MS;
      if (expiresAt < extended - HOUR_MS) {
        // The request does not wait for the extension or fail with it: the next request retries.
        sessions
          .extendSession(tokenHash, extended)
          .catch((error: unknown) => report(error, 'session not extended'));
        known.extend(tokenHash, extended);
      }
      return { userId, tokenHash };
    },

    /** The session of a socket ticket; does not extend it. Rejects like a token. */
    async authenticateTicket(ticket: unknown): Promise<Session> {
      requireSecret(ticket);
      const { userId, tokenHash } = requireLive(await findSession(credentials.hashTicket(ticket)));
      return { userId, tokenHash };
    },

    /** Whether a session that was authenticated before is still live, as far as this process knows. */
    async isLive(tokenHash: string): Promise<boolean> {
      const session = known.find(tokenHash) ?? (await sessions.findSession(tokenHash));
      return session !== undefined && isLive(session);
    },

    list,

    /** For a session that ended elsewhere: it is looked up again before its next use. */
    forget: known.forget,

    /** Runs an action that ends sessions of a person, if it succeeds: all of them, or all but one. */
    async endAll<Ended extends { tokenHashes: string[] }>(
      userId: UserId,
      act: () => Promise<Ended | undefined>,
      kept?: string,
    ): Promise<Ended | undefined> {
      const tokenHashes = (await list(userId)).map(({ tokenHash }) => tokenHash);
      const others = tokenHashes.filter((tokenHash) => tokenHash !== kept);
      const ended = await ending(others, act);
      if (ended) announceEnd(ended.tokenHashes);
      return ended;
    },

    async end(tokenHash: string): Promise<void> {
      await ending([tokenHash], () => sessions.deleteSession(tokenHash));
      announceEnd([tokenHash]);
    },

    /** Deletes expired sessions, unless the clock may be wrong. */
    async deleteExpired(): Promise<void> {
      if (!isSteady()) return;
      announceEnd(await sessions.deleteExpired(clock()));
    },
  };
}

function requireSecret(secret: unknown): asserts secret is string {
  if (typeof secret === 'string' && secret !== '' && secret.length <= MAX_SECRET_LENGTH) return;
  throw new DomainError('unauthenticated', 'Log in to continue.');
}

/**
 * A short cache of sessions, so that frequent calls need no lookup each time. Whatever ends a session removes it here
 * at once; the short lifetime covers ends that this process did not notice.
 */
export interface KnownSession extends FoundSession {
  tokenHash: string;
}

const KNOWN_MS = 2_000;
const MAX_SESSIONS = 10_000;

/** `now` is a clock that is never set back. */
export function createKnownSessions(now: () => number) {
  const known = new Map<string, { session: KnownSession; until: number }>();
  /** Code that ends a session knows only the token's hash. */
  const tokens = new Map<string, string>();
  /** Number of removals so far: a lookup that began before the latest one may be out of date. */
  let ends = 0;

  function remember(token: string, session: KnownSession): void {
    // Keeps the oldest first.
    drop(token);
    const [oldest] = known.keys();
    if (known.size >= MAX_SESSIONS && oldest !== undefined) drop(oldest);
    known.set(token, { session, until: now() + KNOWN_MS });
    tokens.set(session.tokenHash, token);
  }

  function drop(token: string): void {
    const found = known.get(token);
    if (!found) return;
    known.delete(token);
    tokens.delete(found.session.tokenHash);
  }

  function get(token: string): KnownSession | undefined {
    const found = known.get(token);
    return found && now() < found.until ? found.session : undefined;
  }

  return {
    /** The cached session of a token. Synchronous, since it is nearly always there. */
    get,
    find: (tokenHash: string) => get(tokens.get(tokenHash) ?? ''),

    /** Looks the session up with `read` and caches it. The token itself stays in memory only. */
    async learn(token: string, read: () => Promise<KnownSession | undefined>) {
      const endsBefore = ends;
      const session = await read();
      if (session && ends === endsBefore) remember(token, session);
      return session;
    },

    extend(tokenHash: string, expiresAt: number): void {
      const found = known.get(tokens.get(tokenHash) ?? '');
      if (found) found.session = { ...found.session, expiresAt };
    },

    forget(tokenHash: string): void {
      ends += 1;
      drop(tokens.get(tokenHash) ?? '');
    },
  };
}
