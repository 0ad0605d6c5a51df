/** The people: accounts, how they are listed, and who has blocked whom. */
import type { Hideable, UnseenMessages, UserId } from '../../../src/protocol/entities.ts';
import type { StoredMessage } from './messages.ts';
import type { StoredPicture } from './pictures.ts';
import type { Ended } from './sessions.ts';

export interface StoredUser {
  _id: UserId;
  fullName: string;
  /** The email as typed at sign-up; unique, ignoring case. */
  email: string;
  bio: string;
  picture?: StoredPicture;
  /** Id of the small version of this picture, if it has one. */
  smallId?: string;
  /** When the last connection ended. */
  lastSeenAt?: number;
  /** The account is deleted; the rest stays for other people's conversations. */
  deleted?: true;
  /** The operator does not let the person in. */
  locked?: true;
  /** What this person hides; absent: nothing. */
  hides?: Hideable[];
}

/** A person in the reader's list. */
export interface ListedUser extends Omit<StoredUser, 'email' | 'picture'> {
  picture?: Pick<StoredPicture, 'id'>;
  /** For a long text, at least its beginning. */
  lastMessage?: Pick<StoredMessage, '_id' | 'senderId' | 'text' | 'createdAt'>;
  /** The reader has blocked this person. */
  blocked?: true;
}

export interface NewUser {
  fullName: string;
  email: string;
  passwordHash: string;
  bio: string;
  /** The hash of an invitation, of which one use is taken. */
  inviteHash?: string;
}

export interface ProfileChange {
  fullName: string;
  bio: string;
  /** If absent, the picture stays; null removes it. */
  picture?: StoredPicture | null;
}

/** A changed profile, and the ids of its previous pictures, which no row names any more. */
export interface ProfileUpdate {
  user: StoredUser;
  unnamedPictures: string[];
}

export interface SmallPicture {
  /** Id of the picture that it was made of. */
  pictureId: string;
  smallId: string;
}

export interface PasswordChange {
  userId: UserId;
  /** Hash of the current password, as verified. */
  verifiedHash: string;
  passwordHash: string;
  /** The session that is not ended. */
  keptTokenHash: string;
}

export interface AccountDeletion {
  id: UserId;
  verifiedHash: string;
  /** The name shown with the messages. */
  fullName: string;
}

/** The rest of the account, and the ids of pictures that no row names any more. */
export interface DeletedAccount extends Ended {
  user: StoredUser;
  unnamedPictures: string[];
}

export interface UserStore {
  /** Rejects with a DomainError `emailTaken`, or `forbidden` if the invitation does not hold any more. */
  createUser(user: NewUser): Promise<StoredUser>;
  findUser(id: UserId): Promise<StoredUser | undefined>;
  findCredentials(email: string): Promise<{ user: StoredUser; passwordHash: string } | undefined>;
  /** Resolves to undefined if the person is unknown. */
  updateProfile(id: UserId, profile: ProfileChange): Promise<ProfileUpdate | undefined>;
  /** Resolves to undefined if the person has another picture, or this one has a small version. */
  setSmallPicture(id: UserId, small: SmallPicture): Promise<StoredUser | undefined>;
  /**
   * Everybody but the reader, latest conversations first, then by name; one query. Deleted accounts only if the reader
   * has talked with them. No last visit if one of the two hides presence.
   */
  listUsers(readerId: UserId): Promise<{ users: ListedUser[]; unseen: UnseenMessages }>;
  /**
   * The version of the result of `listUsers`: while it is unchanged, so is the list, except for last-seen times. Much
   * cheaper than the list.
   */
  readUserListVersion(readerId: UserId): Promise<string>;
  /** Hides exactly these things. Resolves to undefined if the person is unknown. */
  setHidden(id: UserId, hides: readonly Hideable[]): Promise<StoredUser | undefined>;
  /** Keeps a later time, unless it is more than a minute ahead: then a clock was wrong. */
  setLastSeen(id: UserId, at: number): Promise<void>;
  findPasswordHash(id: UserId): Promise<string | undefined>;
  /**
   * Ends all sessions but one, and forgets known places: whoever knew the old password is a stranger again. Resolves to
   * undefined if `verifiedHash` is not the password any more or the account is deleted.
   */
  changePassword(change: PasswordChange): Promise<Ended | undefined>;
  /**
   * Deletes a person's data: name, email, password, bio, picture, sessions and blocks; the messages stay. Resolves to
   * undefined if `verifiedHash` is not the password any more or the account is deleted.
   */
  deleteUser(deletion: AccountDeletion): Promise<DeletedAccount | undefined>;
}

/** Who has blocked whom. The consequences are described in `domain/blocking.ts`. */
export interface BlockChange {
  blockerId: UserId;
  blockedId: UserId;
  isBlocked: boolean;
}

export interface Blocker {
  userId: UserId;
  /** The last visit of this person as the blocked person sees it. */
  lastSeenAt?: number;
}

export interface BlocksBetween {
  /** The first person has blocked the other. */
  hasBlocked: boolean;
  /** The other person, if that one has blocked the first. */
  blocker?: Blocker;
}

export interface BlockStore {
  /**
   * The blocked person sees `seenAt` as the blocker's last visit, or else the real time. Resolves to false if the other
   * person does not exist or is the same. Messages stored after it resolves are not visible to the blocker.
   */
  setBlocked(change: BlockChange, seenAt?: number): Promise<boolean>;
  /** The blocks between two people: neither, one or both. */
  findBlocks(userId: UserId, otherId: UserId): Promise<BlocksBetween>;
  listBlocked(blockerId: UserId): Promise<UserId[]>;
  listBlockers(blockedId: UserId): Promise<Blocker[]>;
}
