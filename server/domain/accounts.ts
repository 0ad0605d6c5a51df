/** Sign-up, login, logout and the own profile. All fields are validated before. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { LogInRequest, SignUpRequest, UpdateProfileRequest } from '../../src/protocol/http.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { findPasswordRefusal } from '../../src/protocol/password-rule.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { type Entrance, usedLink } from './entrance.ts';
import { DomainError, refusal } from './errors.ts';
import { type Caller, listPlaces, readFamiliarity } from './known-places.ts';
import type { PictureIntake } from './picture-intake.ts';
import type { CodeStore } from './ports/codes.ts';
import type { Notifier } from './ports/notifier.ts';
import type { Credentials, SessionStore } from './ports/sessions.ts';
import type { Clock } from './ports/store.ts';
import type { StoredUser, UserStore } from './ports/users.ts';
import type { Session, Sessions } from './sessions.ts';

/** A circle in a list, on screens with two pixels for one. */
const SMALL_PICTURE = { bytes: LIMITS.smallPictureBytes, pixels: LIMITS.smallPictureSide ** 2 };

export interface SignedIn {
  user: StoredUser;
  token: string;
}

export type Accounts = ReturnType<typeof createAccounts>;

export interface AccountPorts {
  store: UserStore & SessionStore & CodeStore;
  sessions: Sessions;
  credentials: Credentials;
  pictures: PictureIntake;
  notifier: Notifier;
  limits: AttemptLimits;
  clock: Clock;
}

export function createAccounts(ports: AccountPorts & { entrance: Entrance }) {
  const { entrance, store, sessions, credentials, pictures, notifier, limits, clock } = ports;

  const open = ({ _id: userId }: StoredUser, caller: Caller, passwordHash?: string) =>
    sessions.open({
      userId,
      client: caller.client,
      places: listPlaces(caller),
      ...(passwordHash !== undefined && { passwordHash }),
    });

  return {
    async signUp(request: SignUpRequest, caller: Caller): Promise<SignedIn> {
      // First: strangers without an invitation get no hash computed, and do not learn who has an account.
      const inviteHash = await entrance.admit(request.invite, caller.address);
      requireHardToGuess(request.password, request);
      const user = await limits.guardSignUp(caller.address, async () =>
        store.createUser({
          fullName: request.fullName,
          email: request.email,
          bio: request.bio,
          passwordHash: await credentials.hashPassword(request.password, 'stranger'),
          ...(inviteHash !== undefined && { inviteHash }),
        }),
      );
      // This event adds the new person to everybody's list, so nobody needs to fetch it again.
      notifier.profileChanged(user);
      return { user, token: await open(user, caller) };
    },

    /** An unknown email and a wrong password get the same answer, after the same work. */
    async logIn(request: LogInRequest, caller: Caller): Promise<SignedIn> {
      const { email, password } = request;
      const found = await store.findCredentials(email);
      const familiarity = await readFamiliarity(store, found?.user._id, caller);
      const whose = familiarity === 'none' ? 'stranger' : 'known';
      const right = await limits.guardLogIn({ ...caller, account: email, familiarity }, async () =>
        (await credentials.verifyPassword(password, found?.passwordHash, whose))
          ? found
          : undefined,
      );
      if (!right) throw new DomainError('wrongCredentials', 'Wrong email or password.');
      const { user, passwordHash } = right;
      const token = await open(user, caller, passwordHash);
      if (familiarity !== 'browser') notifier.signedIn(user._id, caller.client);
      return { user, token };
    },

    /** Sets a new password by the code of a link, ends all sessions, and logs in. */
    async resetPassword(
      { reset, password }: { reset: string; password: string },
      caller: Caller,
    ): Promise<SignedIn> {
      const { codeHash, user } = await entrance.requireReset(reset, caller.address);
      requireHardToGuess(password, user);
      const passwordHash = await credentials.hashPassword(password, 'known');
      const ended = await sessions.endAll(user._id, () =>
        store.resetPassword({ codeHash, passwordHash, now: clock() }),
      );
      if (!ended) throw usedLink();
      return { user: ended.user, token: await open(ended.user, caller, passwordHash) };
    },

    async check(userId: UserId): Promise<StoredUser> {
      return existing(await store.findUser(userId));
    },

    async updateProfile(userId: UserId, request: UpdateProfileRequest): Promise<StoredUser> {
      const profile = { fullName: request.fullName, bio: request.bio };
      const updated = await (request.profilePic === undefined
        ? store.updateProfile(userId, {
            ...profile,
            ...(request.removePicture && { picture: null }),
          })
        : pictures.keep(
            userId,
            request.profilePic,
            (picture) => store.updateProfile(userId, { ...profile, picture }),
            (row) => row !== undefined,
          ));
      const { user, unnamedPictures } = existing(updated);
      notifier.profileChanged(user);
      for (const id of unnamedPictures) await pictures.discard(id);
      return user;
    },

    /** Does nothing if the person has another picture by now, or another window was first. */
    async setSmallPicture(
      userId: UserId,
      { pictureId, smallPic }: { pictureId: string; smallPic: string },
    ): Promise<StoredUser> {
      const user = await pictures.keep(
        userId,
        smallPic,
        ({ id: smallId }) => store.setSmallPicture(userId, { pictureId, smallId }),
        (row) => row !== undefined,
        SMALL_PICTURE,
      );
      if (!user) return existing(await store.findUser(userId));
      notifier.profileChanged(user);
      return user;
    },

    async logOut(session: Session): Promise<void> {
      await sessions.end(session.tokenHash);
    },
  };
}

/** A session outlives its account only if the database was replaced while the server ran. */
function existing<Found>(found: Found | undefined): Found {
  if (found) return found;
  throw new DomainError('unauthenticated', 'This account does not exist any more.');
}

/** Rejects new passwords that are easy to guess, with `invalid`. */
export function requireHardToGuess(
  password: string,
  person: { fullName: string; email: string } = { fullName: '', email: '' },
): void {
  const reason = findPasswordRefusal(password, person);
  if (reason !== undefined) throw refusal(reason);
}
