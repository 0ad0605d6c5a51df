/**
 * A short cache of sessions, so that frequent calls need no lookup each time. Whatever ends a session removes it here
 * at once; the short lifetime covers ends of which this process was not told.
 */
import type { FoundSession } from './ports/sessions.ts';

export interface KnownSession extends FoundSession {
  tokenHash: string;
}

interface KnownSessions {
  /** The cached session of a token. Synchronous, since it is nearly always there. */
  get(token: string): KnownSession | undefined;
  /** The same by the token's hash. */
  find(tokenHash: string): KnownSession | undefined;
  /** Looks the session up with `read` and caches it. The token itself stays in memory only. */
  learn(
    token: string,
    read: () => Promise<KnownSession | undefined>,
  ): Promise<KnownSession | undefined>;
  /** The session was just extended. */
  extend(tokenHash: string, expiresAt: number): void;
  forget(tokenHash: string): void;
}

const KNOWN_MS = 2_000;
const MAX_SESSIONS = 10_000;

/** `now` is a clock that is never set back. */
export function createKnownSessions(now: () => number): KnownSessions {
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
    get,
    find: (tokenHash) => get(tokens.get(tokenHash) ?? ''),

    async learn(token, read) {
      const endsBefore = ends;
      const session = await read();
      if (session && ends === endsBefore) remember(token, session);
      return session;
    },

    extend(tokenHash, expiresAt) {
      const found = known.get(tokens.get(tokenHash) ?? '');
      if (found) found.session = { ...found.session, expiresAt };
    },

    forget(tokenHash) {
      ends += 1;
      drop(tokens.get(tokenHash) ?? '');
    },
  };
}
