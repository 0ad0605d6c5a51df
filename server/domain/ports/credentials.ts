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
  /** Opens sockets of the session and nothing else; undefined for a token from before tickets existed. */
  makeTicket(token: string): string | undefined;
  /** The `tokenHash` of the ticket's session. */
  hashTicket(ticket: string): string;
}
