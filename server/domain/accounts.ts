/** Signing up, in and out, and one's own profile. The fields arrive validated. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { LogInRequest, SignUpRequest, UpdateProfileRequest } from '../../src/protocol/http.ts';
import { DomainError } from './errors.ts';
import type { PictureIntake } from './picture-intake.ts';
import type { Credentials, Notifier, SessionStore, StoredUser, UserStore } from './ports.ts';
import type { Session, Sessions } from './sessions.ts';

export interface SignedIn {
  user: StoredUser;
  token: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(ports: {
  store: UserStore & SessionStore;
  sessions: Sessions;
  credentials: Credentials;
  pictures: PictureIntake;
  notifier: Notifier;
}) {
  const { store, sessions, credentials, pictures, notifier } = ports;

  return {
    async signUp(request: SignUpRequest): Promise<SignedIn> {
      const user = await store.createUser({
        fullName: request.fullName,
        email: request.email,
        bio: request.bio,
        passwordHash: await credentials.hashPassword(request.password),
      });
      return { user, token: await sessions.open(user._id) };
    },

    /** An unknown email and a wrong password get the same answer after the same work. */
    async logIn(request: LogInRequest): Promise<SignedIn> {
      const found = await store.findCredentials(request.email);
      const isRight = await credentials.verifyPassword(request.password, found?.passwordHash);
      if (!found || !isRight) {
        throw new DomainError('wrongCredentials', 'The email or the password is wrong.');
      }
      return { user: found.user, token: await sessions.open(found.user._id) };
    },

    async check(userId: UserId): Promise<StoredUser> {
      return existing(await store.findUser(userId));
    },

    async updateProfile(userId: UserId, request: UpdateProfileRequest): Promise<StoredUser> {
      const profile = { fullName: request.fullName, bio: request.bio };
      const user = await (request.profilePic === undefined
        ? store.updateProfile(userId, profile)
        : pictures.keep(
            request.profilePic,
            (picture) => store.updateProfile(userId, { ...profile, picture }),
            (updated) => updated !== undefined,
          ));
      notifier.profileChanged(existing(user));
      return existing(user);
    },

    async logOut(session: Session): Promise<void> {
      await store.deleteSession(session.tokenHash);
      notifier.sessionEnded(session.tokenHash);
    },
  };
}

/** A session outlives its account only when the database was replaced under it. */
function existing(user: StoredUser | undefined): StoredUser {
  if (user) return user;
  throw new DomainError('unauthenticated', 'This account does not exist any more.');
}
