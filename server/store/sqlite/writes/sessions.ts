import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../../domain/errors.ts';
import { KNOWN_PLACES, MAX_SESSIONS } from '../../../domain/ports/sessions.ts';
import { readText } from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';

type SessionWrites = Handlers<
  'createSession' | 'extendSession' | 'deleteSession' | 'deleteOtherSessions' | 'deleteExpired'
>;

export function prepareSessionWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
): SessionWrites {
  const insert = database.prepare(
    'insert into sessions (token_hash, user, expires_at, ends_at, client, created_at) values (?, ?, ?, ?, ?, ?)',
  );
  const hasPassword = database.prepare('select 1 from users where id = ? and password_hash = ?');
  const know = database.prepare(`
    insert into known_places (person, place, used_at) values (?, ?, ?)
    on conflict (person, place) do update set used_at = excluded.used_at`);
  const forgetPlaces = database.prepare(`
    delete from known_places where person = $person and place in (
      select place from (
        select place, row_number() over (
          partition by substr(place, 1, 7) order by used_at desc, place
        ) as age
        from known_places where person = $person
      ) where age > ${KNOWN_PLACES}
    )`);
  // The new session stays, even if the clock was set back.
  const endOldest = database.prepare(`
    delete from sessions where user = $user and token_hash in (
      select token_hash from sessions where user = $user and token_hash <> $tokenHash
      order by created_at desc, token_hash limit -1 offset ${MAX_SESSIONS - 1}
    )
    returning token_hash`);
  const extend = database.prepare(
    'update sessions set expires_at = max(expires_at, ?) where token_hash = ?',
  );
  const remove = database.prepare('delete from sessions where token_hash = ?');
  const removeOthers = database.prepare(
    'delete from sessions where user = ? and token_hash <> ? returning token_hash',
  );
  const removeExpired = database.prepare(
    'delete from sessions where expires_at <= $now or ends_at <= $now returning token_hash',
  );
  const forgetAttempts = database.prepare('delete from attempts where ends_at <= ?');

  return {
    createSession({ tokenHash, userId, expiresAt, endsAt, client, passwordHash, places = [], at }) {
      const user = findPerson(userId);
      if (user === undefined) throw new DomainError('notFound', 'This account does not exist.');
      if (passwordHash !== undefined && !hasPassword.get(user, passwordHash)) {
        throw new DomainError('wrongCredentials', 'Wrong email or password.');
      }
      insert.run(tokenHash, user, expiresAt, endsAt, client, at);
      for (const place of places) know.run(user, place, at);
      forgetPlaces.run({ $person: user });
      const ended = endOldest.all({ $user: user, $tokenHash: tokenHash });
      return ended.map((row) => readText(row, 'token_hash'));
    },
    extendSession({ tokenHash, expiresAt }) {
      extend.run(expiresAt, tokenHash);
    },
    deleteSession({ tokenHash }) {
      remove.run(tokenHash);
    },
    deleteOtherSessions({ userId, keptTokenHash }) {
      const ended = removeOthers.all(findPerson(userId) ?? null, keptTokenHash);
      return ended.map((row) => readText(row, 'token_hash'));
    },
    deleteExpired({ now }) {
      forgetAttempts.run(now);
      return removeExpired.all({ $now: now }).map((row) => readText(row, 'token_hash'));
    },
  };
}
