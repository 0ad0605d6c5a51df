import { DomainError } from '../../../domain/errors.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { SessionStore } from '../../../domain/ports/sessions.ts';
import { readBoolean, readText } from '../../rows.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';

// Whoever deletes the account or changes its password holds the row: this waits, and sees what they did.
const CREATE = {
  name: 'create session',
  text: `
    with person as (
      select id, $7::text is null or password_hash = $7 as has_password from users
      where id = $1 and created_at / 1000 = $2 and deleted_at is null
      for share
    ), opened as (
      insert into sessions (token_hash, "user", expires_at, client, created_at)
      select $3, id, $4, $5, $6 from person where has_password
    )
    select has_password from person`,
};

const EXTEND = {
  name: 'extend session',
  text: 'update sessions set expires_at = $2 where token_hash = $1 and expires_at < $2',
};

const DELETE = { name: 'delete session', text: 'delete from sessions where token_hash = $1' };

const DELETE_EXPIRED = {
  name: 'delete expired',
  text: `
    with forgotten as (delete from attempts where ends_at <= $1)
    delete from sessions where expires_at <= $1 returning token_hash`,
};

export function createSessionWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): Pick<SessionStore, 'createSession' | 'extendSession' | 'deleteSession' | 'deleteExpired'> {
  return {
    async createSession({ tokenHash, userId, expiresAt, client, passwordHash }) {
      const session = [tokenHash, expiresAt, client, clock()];
      const [row] = await query(CREATE, [
        ...toParameters(userId),
        ...session,
        passwordHash ?? null,
      ]);
      if (!row) throw new DomainError('notFound', 'This account does not exist.');
      if (!readBoolean(row, 'has_password')) {
        throw new DomainError('wrongCredentials', 'The email or the password is wrong.');
      }
    },

    async extendSession(tokenHash, expiresAt) {
      await query(EXTEND, [tokenHash, expiresAt]);
    },

    async deleteSession(tokenHash) {
      await query(DELETE, [tokenHash]);
    },

    async deleteExpired(now) {
      const rows = await query(DELETE_EXPIRED, [now]);
      return rows.map((row) => readText(row, 'token_hash'));
    },
  };
}
