/**
 * Passwords and session tokens. A password is stored as argon2id in PHC string form:
 * `$argon2id$v=19$m=KiB,t=passes,p=lanes$salt$hash`, base64 without padding. A token is 32 random bytes in base64url;
 * hashes of tokens are in hex. Throws a DomainError `tooMany` if too many passwords wait.
 */
import { argon2, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { DomainError } from '../domain/errors.ts';
import type { Credentials, Requester } from '../domain/ports/sessions.ts';

/** OWASP Password Storage Cheat Sheet, argon2id. `memory` is in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const TOKEN_BYTES = 32;
const CODE_BYTES = 20;

/** Each hash takes one of libuv's four threads and 19 MiB; the other threads are for files. */
const MAX_AT_ONCE = 2;
/**
 * About three seconds of work: beyond that, callers get an error instead of waiting. Half of it is reserved for known
 * places, so that strangers cannot block these logins.
 */
const MAX_WAITING: Record<Requester, number> = { known: 100, stranger: 50 };

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/;

interface Hash {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  hash: Buffer;
}

const deriveKey = promisify(argon2);

/** A test may ask for a `cost` that costs nothing. */
export function createCredentials(cost = COST): Credentials {
  const limit = pLimit(MAX_AT_ONCE);
  // Compared with if there is no account, so that both cases cost the same.
  const nobody: Hash = { ...cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

  async function derive(
    password: string,
    { salt, hash, ...itsCost }: Hash,
    whose: Requester,
  ): Promise<Buffer> {
    if (limit.pendingCount >= MAX_WAITING[whose]) {
      throw new DomainError('tooMany', 'Too many people are signing in. Please try again shortly.');
    }
    // Different keyboards may produce different code points for the same password.
    const message = password.normalize('NFKC');
    return limit(() =>
      deriveKey('argon2id', { ...itsCost, message, nonce: salt, tagLength: hash.length }),
    );
  }

  return {
    async hashPassword(password, whose = 'stranger') {
      const empty = { ...cost, salt: randomBytes(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };
      return formatHash({ ...empty, hash: await derive(password, empty, whose) });
    },

    async verifyPassword(password, stored, whose = 'stranger') {
      const expected = stored === undefined ? nobody : parseHash(stored);
      const isSame = timingSafeEqual(await derive(password, expected, whose), expected.hash);
      return isSame && stored !== undefined;
    },

    issueToken() {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      return { token, tokenHash: hashToken(token) };
    },

    hashToken,

    issueCode() {
      // Letters and digits alone: programs that make links of texts leave out other last characters.
      const code = randomBytes(CODE_BYTES).toString('hex');
      return { code, codeHash: hashCode(code) };
    },

    hashCode,

    makeTicket,

    hashTicket,
  };
}

/**
 * A session is stored under the hash of its ticket, and the ticket is a hash of the token. So one stored value finds
 * the session by either, the ticket does not reveal the token, and a ticket sent as a token is hashed again and finds
 * nothing.
 */
function hashToken(token: string): string {
  return hashTicket(makeTicket(token));
}

function makeTicket(token: string): string {
  return digest('sha256', token, 'base64url');
}

function hashTicket(ticket: string): string {
  return digest('sha3-256', ticket);
}

function hashCode(code: string): string {
  return digest('sha256', `code ${code}`);
}

function formatHash({ memory, passes, parallelism, salt, hash }: Hash): string {
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${encode(salt)}$${encode(hash)}`;
}

/** The cost is read from the hash, so that hashes from before a change of `COST` still verify. */
function parseHash(stored: string): Hash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) {
    throw new Error('A stored password hash is not an argon2id PHC string.');
  }
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
