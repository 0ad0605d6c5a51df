/** Sessions, passwords and counted attempts. */
import type { UserId } from '../../../src/protocol/entities.ts';

export interface StoredSession {
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
  endsAt: number;
  client: string;
}

export interface NewSession {
  userId: UserId;
  /** SHA-256 of the token, in hex. */
  tokenHash: string;
  /** The session ends then unless it is used. */
  expiresAt: number;
  /** The session ends then in any case. */
  endsAt: number;
  /** The user agent. */
  client: string;
  /** The session is opened only if this is still the person's. */
  passwordHash?: string;
  /**
   * The places of the login, each as a kind of seven letters and a hash (domain/known-places.ts): known places from
   * then on.
   */
  places?: string[];
}

/** The person of a token, and until when it is valid. */
export interface FoundSession {
  userId: UserId;
  expiresAt: number;
  endsAt: number;
}

/** Sessions that have ended, by the hashes of their tokens. */
export interface Ended {
  tokenHashes: string[];
}

/** Most sessions of a person, who has to be able to read the list. */
export const MAX_SESSIONS = 100;

/** Enough for a phone that travels. A program that drops its cookie is a new browser each time. */
export const KNOWN_PLACES = 20;

export interface SessionStore {
  /**
   * Rejects with `notFound` for an unknown person, with `wrongCredentials` if the password has changed, and with
   * `forbidden` if the account is locked. Keeps the
   * latest `KNOWN_PLACES` places of each kind and the latest `MAX_SESSIONS` sessions. Resolves to the token hashes of
   * the sessions that it ended.
   */
  createSession(session: NewSession): Promise<string[]>;
  /** Resolves to the given places from which the person has opened sessions; none if the person does not exist. */
  listKnownPlaces(userId: UserId, places: string[]): Promise<string[]>;
  /** Also returns an expired session that is not deleted yet. */
  findSession(tokenHash: string): Promise<FoundSession | undefined>;
  /** Never shortens a session. */
  extendSession(tokenHash: string, expiresAt: number): Promise<void>;
  deleteSession(tokenHash: string): Promise<void>;
  /** Deletes all of the person's sessions but one. */
  deleteOtherSessions(userId: UserId, keptTokenHash: string): Promise<Ended>;
  /** Latest first; includes expired ones. */
  listSessions(userId: UserId): Promise<StoredSession[]>;
  /**
   * Deletes sessions, attempts and codes that have ended at `now`, and the keys of edits, reactions and deletions that are older than
   * 48 hours. Resolves to the token hashes of the sessions.
   */
  deleteExpired(now: number): Promise<string[]>;
}

/** Strangers cannot take all waiting places for hashing. The default is `stranger`. */
export type Requester = 'known' | 'stranger';

/** Passwords and tokens. Hashing never blocks the event loop. */
export interface Credentials {
  hashPassword(password: string, whose?: Requester): Promise<string>;
  /** Takes the same time whether or not there is a hash. */
  verifyPassword(password: string, hash: string | undefined, whose?: Requester): Promise<boolean>;
  /** A new random token of 256 bits, and the hash that is stored. */
  issueToken(): { token: string; tokenHash: string };
  hashToken(token: string): string;
  /** A new random code of 160 bits for a link, and the hash that is stored. */
  issueCode(): { code: string; codeHash: string };
  hashCode(code: string): string;
  /** Makes a ticket, which opens sockets of the session and nothing else. */
  makeTicket(token: string): string;
  /** The `tokenHash` of the ticket's session. */
  hashTicket(ticket: string): string;
}

/** An attempt of which only so many are allowed; `key` says at what, and by whom. */
export interface Attempt {
  key: string;
  windowMs: number;
}

/** The number of attempts in the window so far. */
export interface CountedAttempt {
  count: number;
  leftMs: number;
}

export interface AttemptStore {
  countAttempt(attempt: Attempt): Promise<CountedAttempt>;
  forgiveAttempt(key: string): Promise<void>;
}
