/** Strangers cannot take all the places in which hashes wait for their turn. Without a word, somebody is one. */
export type Requester = 'known' | 'stranger';

/** Passwords and tokens. Hashing never runs on the event loop. */
export interface Credentials {
  hashPassword(password: string, whose?: Requester): Promise<string>;
  /** Takes the same time whether or not there is a hash to compare with. */
  verifyPassword(password: string, hash: string | undefined, whose?: Requester): Promise<boolean>;
  /** Whether a password is one of those that are guessed first. */
  isCommonPassword(password: string): boolean;
  /** A new random token of 256 bits, and what is stored of it. */
  issueToken(): { token: string; tokenHash: string };
  hashToken(token: string): string;
  /** What opens sockets of the session and nothing else; undefined for a token from before there were tickets. */
  makeTicket(token: string): string | undefined;
  /** The `tokenHash` of the session whose ticket this is. */
  hashTicket(ticket: string): string;
}
