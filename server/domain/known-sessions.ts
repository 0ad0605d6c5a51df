/**
 * Sessions that were looked up a moment ago, so that one who calls often is not looked up each time. What ends
 * a session forgets it here at once; the short time covers an end that nobody told this process of.
 */
import type { FoundSession } from './ports/sessions.ts';

export interface KnownSession extends FoundSession {
  tokenHash: string;
}

interface KnownSessions {
  /** The session of a token while it is known: nearly always, so nobody waits for it. */
  get(token: string): KnownSession | undefined;
  /** The same, for whoever has the token's hash alone. */
  find(tokenHash: string): KnownSession | undefined;
  /** The session as `read` finds it, which is known from then on. The token itself stays in memory only. */
  learn(
    token: string,
    read: () => Promise<KnownSession | undefined>,
  ): Promise<KnownSession | undefined>;
  /** Its end was just put off. */
  extend(tokenHash: string, expiresAt: number): void;
  forget(tokenHash: string): void;
}

const KNOWN_MS = 2_000;
const MAX_SESSIONS = 10_000;

/** `now` is a clock that is never set back. */
export function createKnownSessions(now: () => number): KnownSessions {
  const known = new Map<string, { session: KnownSession; until: number }>();
  /** Whoever ends a session knows the token by its hash alone. */
  const tokens = new Map<string, string>();
  /** Sessions forgotten so far: what was read before one of them may be out of date. */
  let ends = 0;

  function remember(token: string, session: KnownSession): void {
    // The oldest stands first.
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
