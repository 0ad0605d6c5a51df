/**
 * Sessions that were looked up a moment ago, so that one who calls often is not looked up each time. What ends
 * a session forgets it here at once; the short time covers an end that nobody told this process of.
 */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Clock } from './ports.ts';

export interface KnownSession {
  userId: UserId;
  expiresAt: number;
}

export interface KnownSessions {
  /** The session as known, or as `read` finds it. */
  find(
    tokenHash: string,
    read: () => Promise<KnownSession | undefined>,
  ): Promise<KnownSession | undefined>;
  /** Its end was just put off. */
  extend(tokenHash: string, expiresAt: number): void;
  forget(tokenHash: string): void;
}

const KNOWN_MS = 2_000;
const SESSIONS_MAX = 10_000;

export function createKnownSessions(clock: Clock): KnownSessions {
  const known = new Map<string, { session: KnownSession; until: number }>();
  /** Sessions forgotten so far: what was read before one of them may be out of date. */
  let ends = 0;

  function remember(tokenHash: string, session: KnownSession): void {
    // The eldest stands first.
    known.delete(tokenHash);
    const [eldest] = known.keys();
    if (known.size >= SESSIONS_MAX && eldest !== undefined) known.delete(eldest);
    known.set(tokenHash, { session, until: clock() + KNOWN_MS });
  }

  return {
    async find(tokenHash, read) {
      const found = known.get(tokenHash);
      if (found && clock() < found.until) return found.session;
      const endsBefore = ends;
      const session = await read();
      if (session && ends === endsBefore) remember(tokenHash, session);
      return session;
    },

    extend(tokenHash, expiresAt) {
      const found = known.get(tokenHash);
      if (found) found.session = { ...found.session, expiresAt };
    },

    forget(tokenHash) {
      ends += 1;
      known.delete(tokenHash);
    },
  };
}
