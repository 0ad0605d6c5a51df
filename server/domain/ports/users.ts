/** The people: their accounts, and how they are listed. */
import type { Hideable, UnseenMessages, UserId } from '../../../src/protocol/entities.ts';
import type { StoredMessage } from './messages.ts';
import type { StoredPicture } from './pictures.ts';

export interface StoredUser {
  _id: UserId;
  fullName: string;
  /** As typed at sign-up; unique without regard to case. */
  email: string;
  bio: string;
  picture?: StoredPicture;
  /** When the last connection ended. */
  lastSeenAt?: number;
  /** The account is gone; what is left stands in other people's conversations. */
  deleted?: true;
  /** What this person hides; absent: nothing. */
  hides?: Hideable[];
}

/** A person in the reader's list. */
export interface ListedUser extends Omit<StoredUser, 'email' | 'picture'> {
  picture?: Pick<StoredPicture, 'id'>;
  /** Of a long text at least the beginning. */
  lastMessage?: Pick<StoredMessage, '_id' | 'senderId' | 'text' | 'createdAt' | 'sortsAt'>;
  /** The reader has blocked this person. */
  blocked?: true;
}

export interface NewUser {
  fullName: string;
  email: string;
  passwordHash: string;
  bio: string;
}

export interface ProfileChange {
  fullName: string;
  bio: string;
  /** Without it the picture stays; null removes it. */
  picture?: StoredPicture | null;
}

/** A changed profile, and the id of the picture that it had, which no row names any more. */
export interface ProfileUpdate {
  user: StoredUser;
  unnamedPicture?: string;
}

export interface PasswordChange {
  userId: UserId;
  /** Of the password so far, as it was checked. */
  verifiedHash: string;
  passwordHash: string;
  /** Of the session that stays. */
  keptTokenHash: string;
}

export interface AccountDeletion {
  id: UserId;
  verifiedHash: string;
  /** The name under which the messages stay. */
  fullName: string;
}

/** What is left of a person, the picture that no row names any more, and the tokens that ended. */
export interface DeletedAccount {
  user: StoredUser;
  picture?: StoredPicture;
  tokenHashes: string[];
}

export interface UserStore {
  /** Rejects with a DomainError `emailTaken`. */
  createUser(user: NewUser): Promise<StoredUser>;
  findUser(id: UserId): Promise<StoredUser | undefined>;
  findCredentials(email: string): Promise<{ user: StoredUser; passwordHash: string } | undefined>;
  /** Resolves to nothing when the person is unknown. */
  updateProfile(id: UserId, profile: ProfileChange): Promise<ProfileUpdate | undefined>;
  /**
   * Everybody but the reader, the latest conversations first, then by name; one query. Of deleted accounts
   * only those that the reader has talked with. Where one of the two hides presence, no last visit is told.
   */
  listUsers(readerId: UserId): Promise<{ users: ListedUser[]; unseen: UnseenMessages }>;
  /**
   * The version of what `listUsers` answers: as long as it is the same, so is the list, but for when people were
   * last seen. Much cheaper than the list.
   */
  readUserListVersion(readerId: UserId): Promise<string>;
  /** Hides these things alone. Resolves to nothing when the person is unknown. */
  setHidden(id: UserId, hides: readonly Hideable[]): Promise<StoredUser | undefined>;
  /** Never goes backwards. */
  setLastSeen(id: UserId, at: number): Promise<void>;
  findPasswordHash(id: UserId): Promise<string | undefined>;
  /**
   * Ends all sessions but the one that is named; answers the hashes of the tokens that ended. Resolves to
   * nothing when the password is another than `verifiedHash` by now, or the account is gone.
   */
  changePassword(change: PasswordChange): Promise<string[] | undefined>;
  /**
   * Forgets who a person was: name, email, password, bio, picture, sessions and blocks; the messages stay.
   * Resolves to nothing when the password is another than `verifiedHash` by now, or the account is gone.
   */
  deleteUser(deletion: AccountDeletion): Promise<DeletedAccount | undefined>;
}
