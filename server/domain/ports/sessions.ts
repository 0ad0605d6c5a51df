/** Whom a token stands for. */
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
  /** The SHA-256 of the token, in hex. */
  tokenHash: string;
  /** Until when it is to be used again. */
  expiresAt: number;
  /** Then it ends, however much it is used. */
  endsAt: number;
  /** What the person's program calls itself. */
  client: string;
  /** The session is opened only while this is still the person's. */
  passwordHash?: string;
  /**
   * From where it is opened, each as its kind of seven letters and a hash (domain/known-places.ts): known of the person
   * from then on.
   */
  places?: string[];
}

/** Whom a token stands for, and until when. */
export interface FoundSession {
  userId: UserId;
  expiresAt: number;
  endsAt: number;
}

/** Of one person; each is a line in a list that somebody has to read. */
export const MAX_SESSIONS = 100;

/** Enough for a phone that travels. A program that never keeps its cookie is another browser each time. */
export const KNOWN_PLACES = 20;

export interface SessionStore {
  /**
   * How long servers have run on these data, in ms. Sessions end by it and not by the clock, which may be wrong: all
   * `expiresAt` are moments of it.
   */
  operatingTime(): number;
  /**
   * Rejects with `notFound` for an unknown person, and with `wrongCredentials` for another password. Of a person's
   * places the latest `KNOWN_PLACES` of each kind stay known, and of the
   * sessions the latest `MAX_SESSIONS`: answers the tokens' hashes of those that it ended for that.
   */
  createSession(session: NewSession): Promise<string[]>;
  /** Those of the places from which the person has opened sessions, if the person exists. */
  listKnownPlaces(userId: UserId, places: string[]): Promise<string[]>;
  /** Also answers a session that has expired and is not deleted yet. */
  findSession(tokenHash: string): Promise<FoundSession | undefined>;
  /** Never shortens. */
  extendSession(tokenHash: string, expiresAt: number): Promise<void>;
  deleteSession(tokenHash: string): Promise<void>;
  /** The latest first; expired ones too. */
  listSessions(userId: UserId): Promise<StoredSession[]>;
  /** Deletes the sessions, and forgets the attempts, that are over at `now`; answers the tokens' hashes. */
  deleteExpired(now: number): Promise<string[]>;
}
