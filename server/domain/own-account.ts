/** Actions on the own account besides the profile: password, sessions, deletion. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { ChangePasswordRequest } from '../../src/protocol/http.ts';
import { type AccountPorts, requireHardToGuess } from './accounts.ts';
import { DomainError } from './errors.ts';
import type { StoredUser } from './ports/users.ts';
import type { LiveSession, Session } from './sessions.ts';

const DELETED_NAME = 'Deleted account';

/** The password is not asked for again for this long. */
const RECENT_MS = 10 * 60 * 1000;

interface OwnSession extends Omit<LiveSession, 'tokenHash'> {
  id: string;
  isCurrent: boolean;
}

export type OwnAccount = ReturnType<typeof createOwnAccount>;

export function createOwnAccount(ports: AccountPorts) {
  const { store, sessions, credentials, pictures, notifier, limits, clock } = ports;
  /** When each session last gave the password. Another node, or this one after a restart, asks for it again. */
  const checkedAt = new Map<string, number>();

  /**
   * A stolen session must not be enough for what cannot be undone. Guesses are counted per session, so that a thief's
   * do not lock the owner out. Returns the verified hash, since the password may change before the action.
   */
  async function requirePassword(
    { userId, tokenHash }: Session,
    password: string,
  ): Promise<string> {
    const verifiedHash = await limits.guardPassword(tokenHash, async () => {
      const hash = await store.findPasswordHash(userId);
      return (await credentials.verifyPassword(password, hash, 'known')) ? hash : undefined;
    });
    if (verifiedHash === undefined) throw wrongPassword();
    recordCheck(tokenHash);
    return verifiedHash;
  }

  /** Otherwise the thief of a session could log out its owner. A login counts as giving the password. */
  async function requireRecentPassword(
    session: Session,
    beganAt = Number.NEGATIVE_INFINITY,
    password?: string,
  ): Promise<void> {
    const lastAt = Math.max(beganAt, checkedAt.get(session.tokenHash) ?? Number.NEGATIVE_INFINITY);
    // `Math.abs`: the clock may have been set back since.
    if (Math.abs(clock() - lastAt) < RECENT_MS) return;
    if (password === undefined) {
      throw new DomainError('passwordNeeded', 'Enter your password to log out another device.');
    }
    await requirePassword(session, password);
  }

  function recordCheck(tokenHash: string): void {
    const now = clock();
    // The oldest is first.
    for (const [each, at] of checkedAt) {
      if (Math.abs(now - at) < RECENT_MS) break;
      checkedAt.delete(each);
    }
    checkedAt.delete(tokenHash);
    checkedAt.set(tokenHash, now);
  }

  /** Resolves to false if that is not the person's password any more. */
  async function remove(userId: UserId, verifiedHash: string): Promise<boolean> {
    const deleted = await sessions.endAll(userId, () =>
      store.deleteUser({ id: userId, verifiedHash, fullName: DELETED_NAME }),
    );
    if (!deleted) return false;
    notifier.profileChanged(deleted.user);
    for (const id of deleted.unnamedPictures) await pictures.discard(id);
    return true;
  }

  return {
    async changePassword(session: Session, request: ChangePasswordRequest): Promise<void> {
      const { userId, tokenHash } = session;
      const user = await store.findUser(userId);
      requireHardToGuess(request.newPassword, user);
      const verifiedHash = await requirePassword(session, request.password);
      const passwordHash = await credentials.hashPassword(request.newPassword, 'known');
      const change = { userId, verifiedHash, passwordHash, keptTokenHash: tokenHash };
      const ended = await sessions.endAll(userId, () => store.changePassword(change), tokenHash);
      if (!ended) throw wrongPassword();
    },

    async changeEmail(
      session: Session,
      { email, password }: { email: string; password: string },
    ): Promise<StoredUser> {
      const { userId } = session;
      const verifiedHash = await requirePassword(session, password);
      const user = await limits.guardEmail(userId, () =>
        store.changeEmail({ userId, verifiedHash, email }),
      );
      if (!user) throw wrongPassword();
      notifier.emailChanged(user);
      return user;
    },

    async listSessions(current: Session): Promise<OwnSession[]> {
      const found = await sessions.list(current.userId);
      return found.map(({ tokenHash, ...session }) => ({
        ...session,
        id: toSessionId(tokenHash),
        isCurrent: tokenHash === current.tokenHash,
      }));
    },

    /**
     * Another person's session is answered like one that does not exist. Rejects with `passwordNeeded` if this session
     * must give the password again before it may end another.
     */
    async endSession(current: Session, id: string, password?: string): Promise<void> {
      const found = await sessions.list(current.userId);
      const session = found.find(({ tokenHash }) => toSessionId(tokenHash) === id);
      if (!session) throw new DomainError('notFound', 'This session does not exist.');
      if (session.tokenHash !== current.tokenHash) {
        const here = found.find(({ tokenHash }) => tokenHash === current.tokenHash);
        await requireRecentPassword(current, here?.createdAt, password);
      }
      await sessions.end(session.tokenHash);
    },

    /** Ends all sessions but this one. Rejects like `endSession`. */
    async endOtherSessions(current: Session, password?: string): Promise<void> {
      const found = await sessions.list(current.userId);
      const here = found.find(({ tokenHash }) => tokenHash === current.tokenHash);
      await requireRecentPassword(current, here?.createdAt, password);
      const { userId, tokenHash } = current;
      await sessions.endAll(userId, () => store.deleteOtherSessions(userId, tokenHash), tokenHash);
    },

    /** The messages stay with the people who received them, under another name. */
    async deleteAccount(session: Session, password: string): Promise<void> {
      const { userId } = session;
      const verifiedHash = await requirePassword(session, password);
      if (!(await remove(userId, verifiedHash))) throw wrongPassword();
    },

    remove,
  };
}

function wrongPassword(): DomainError {
  return new DomainError('invalid', 'Wrong password.');
}

/** The public id of a session: part of a hash of 256 random bits, which gives no access. */
function toSessionId(tokenHash: string): string {
  return tokenHash.slice(0, 24);
}
