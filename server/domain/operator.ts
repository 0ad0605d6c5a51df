/** What the person who runs the server may do with accounts (`npm run accounts`). No call of the API leads here. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { Changes } from './changes.ts';
import type { Entrance } from './entrance.ts';
import { DomainError } from './errors.ts';
import type { OwnAccount } from './own-account.ts';
import type { CodeStore } from './ports/codes.ts';
import type { Notifier } from './ports/notifier.ts';
import type { SessionStore } from './ports/sessions.ts';
import type { StoredUser, UserStore } from './ports/users.ts';
import type { Sessions } from './sessions.ts';

export interface Account {
  name: string;
  email: string;
  since: number;
  lastSeenAt?: number;
  state: 'online' | 'offline' | 'locked';
}

export type Operator = ReturnType<typeof createOperator>;

/** All methods but `list` reject with `notFound` if nobody has the email. */
export function createOperator(ports: {
  store: UserStore & SessionStore & CodeStore;
  sessions: Sessions;
  entrance: Entrance;
  changes: Pick<Changes, 'change'>;
  ownAccount: Pick<OwnAccount, 'remove'>;
  notifier: Notifier;
  isOnline: (userId: UserId) => boolean;
}) {
  const { store, sessions, entrance, changes, ownAccount, notifier, isOnline } = ports;

  async function find(email: string): Promise<StoredUser> {
    const found = await store.findCredentials(email);
    if (found) return found.user;
    throw new DomainError('notFound', `Nobody here has the email ${email}.`);
  }

  async function setLocked({ _id }: StoredUser, isLocked: boolean): Promise<void> {
    const changed = await sessions.endAll(_id, () => store.setLocked(_id, isLocked));
    if (changed) notifier.profileChanged(changed.user);
  }

  /** For both sides of each conversation, as the person could do it. */
  async function deleteSent(user: StoredUser): Promise<number> {
    let count = 0;
    for (;;) {
      const messageIds = await store.listSent(user._id);
      if (messageIds.length === 0) return count;
      for (const messageId of messageIds) {
        await changes.change(user._id, messageId, { kind: 'delete' });
        count += 1;
      }
    }
  }

  return {
    entrance,

    async list(): Promise<Account[]> {
      const accounts = await store.listAccounts();
      return accounts.map(({ user, createdAt }) => ({
        name: user.fullName,
        email: user.email,
        since: createdAt,
        ...(user.lastSeenAt !== undefined && { lastSeenAt: user.lastSeenAt }),
        state: user.locked ? 'locked' : isOnline(user._id) ? 'online' : 'offline',
      }));
    },

    /** Resolves to the code of the link. */
    async resetPassword(email: string): Promise<{ user: StoredUser; code: string }> {
      const user = await find(email);
      return { user, code: await entrance.openReset(user._id) };
    },

    /** Ends all sessions; resolves to their number. */
    async logOut(email: string): Promise<{ user: StoredUser; count: number }> {
      const user = await find(email);
      const ended = await sessions.endAll(user._id, () => store.deleteOtherSessions(user._id, ''));
      return { user, count: ended?.tokenHashes.length ?? 0 };
    },

    async setLocked(email: string, isLocked: boolean): Promise<StoredUser> {
      const user = await find(email);
      await setLocked(user, isLocked);
      return user;
    },

    /** Like the person's own deletion; with what they have sent, whose number it resolves to. */
    async delete(
      email: string,
      { withMessages }: { withMessages: boolean },
    ): Promise<{ user: StoredUser; count: number }> {
      const user = await find(email);
      // Otherwise the person could go on sending meanwhile.
      if (withMessages) await setLocked(user, true);
      const count = withMessages ? await deleteSent(user) : 0;
      const passwordHash = await store.findPasswordHash(user._id);
      if (passwordHash === undefined || !(await ownAccount.remove(user._id, passwordHash))) {
        throw new DomainError('busy', 'The account was changed meanwhile. Try again.');
      }
      return { user, count };
    },
  };
}
