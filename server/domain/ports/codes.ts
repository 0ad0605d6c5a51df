/**
 * Codes that let somebody in: of invitations, and of links for a new password. Only their hashes are stored. They end by
 * the clock, as sessions do.
 */

import type { UserId } from '../../../src/protocol/entities.ts';
import type { CodeKind } from '../../../src/protocol/entrance.ts';
import type { Ended } from './sessions.ts';
import type { StoredUser } from './users.ts';

/** An invitation is named by so much of its hash, which does not reveal the code. */
export const INVITATION_ID_LENGTH = 24;

export interface NewCode {
  codeHash: string;
  kind: CodeKind;
  /** Who invites, absent for the operator; or whose password it changes. */
  userId?: UserId;
  uses: number;
  endsAt: number;
}

/** A code that can still be used. */
export interface OpenCode {
  codeHash: string;
  /** Absent: the operator. */
  user?: StoredUser;
  usesLeft: number;
  createdAt: number;
  endsAt: number;
}

export interface PasswordReset {
  codeHash: string;
  passwordHash: string;
  now: number;
}

export interface EmailChange {
  userId: UserId;
  /** Hash of the current password, as verified. */
  verifiedHash: string;
  email: string;
}

export interface EndedSessions extends Ended {
  user: StoredUser;
}

export interface AccountSummary {
  user: StoredUser;
  createdAt: number;
}

export interface CodeStore {
  /**
   * A new link for a password replaces the earlier ones of that person. Resolves to false, and does nothing, if the person
   * is unknown, or has `most` open invitations already.
   */
  createCode(code: NewCode & { now: number; most?: number }): Promise<boolean>;
  /** Undefined also for an invitation of somebody who is locked or deleted. */
  findCode(kind: CodeKind, codeHash: string, now: number): Promise<OpenCode | undefined>;
  /** Open invitations, latest first: of one person, or of everybody and the operator. */
  listInvitations(now: number, userId?: UserId): Promise<OpenCode[]>;
  /** Resolves to whether that person, or anybody, had this invitation. */
  deleteInvitation(id: string, userId?: UserId): Promise<boolean>;
  /** Ends all sessions and links for a new password. Resolves to undefined if the code does not hold any more. */
  resetPassword(reset: PasswordReset): Promise<EndedSessions | undefined>;
  /**
   * Rejects with `emailTaken`. Resolves to undefined if `verifiedHash` is not the password any more or the account is
   * deleted.
   */
  changeEmail(change: EmailChange): Promise<StoredUser | undefined>;
  /** Locking ends all sessions. Resolves to undefined if the person is unknown or deleted. */
  setLocked(userId: UserId, isLocked: boolean): Promise<EndedSessions | undefined>;
  listAccounts(): Promise<AccountSummary[]>;
  /** Some messages that the person has sent and that are not deleted; empty when there are none. */
  listSent(userId: UserId): Promise<string[]>;
}
