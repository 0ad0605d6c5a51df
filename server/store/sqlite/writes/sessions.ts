import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../../domain/errors.ts';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';

type SessionWrites = Handlers<
  'createSession' | 'extendSession' | 'deleteSession' | 'deleteExpired'
>;

export function prepareSessionWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
): SessionWrites {
  const insert = database.prepare(
    'insert into sessions (token_hash, user, expires_at, client, created_at) values (?, ?, ?, ?, ?)',
  );
  const extend = database.prepare(
    'update sessions set expires_at = max(expires_at, ?) where token_hash = ?',
  );
  const remove = database.prepare('delete from sessions where token_hash = ?');
  const removeExpired = database.prepare('delete from sessions where expires_at <= ?');
  const forgetAttempts = database.prepare('delete from attempts where ends_at <= ?');

  return {
    createSession({ tokenHash, userId, expiresAt, client = '', at }) {
      const user = findPerson(userId);
      if (user === undefined) throw new DomainError('notFound', 'This account does not exist.');
      insert.run(tokenHash, user, expiresAt, client, at);
    },
    extendSession({ tokenHash, expiresAt }) {
      extend.run(expiresAt, tokenHash);
    },
    deleteSession({ tokenHash }) {
      remove.run(tokenHash);
    },
    deleteExpired({ now }) {
      removeExpired.run(now);
      forgetAttempts.run(now);
    },
  };
}
