import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../src/protocol/entities.ts';
import { accountLocked, DomainError } from '../../domain/errors.ts';
import {
  type FoundSession,
  KNOWN_PLACES,
  MAX_SESSIONS,
  type StoredSession,
} from '../../domain/ports/sessions.ts';
import { KEYS_KEPT_MS } from '../change-message.ts';
import { parseId } from '../ids.ts';
import { readInteger, readText, readUserId } from '../rows.ts';
import type { Handlers } from './operations.ts';
import type { FindPerson } from './users.ts';

interface SessionReads {
  findSession(tokenHash: string): FoundSession | undefined;
  listSessions(userId: UserId): StoredSession[];
  listKnownPlaces(userId: UserId, places: string[]): string[];
}

export function prepareSessionReads(database: DatabaseSync): SessionReads {
  const select = database.prepare(`
    select users.id, users.created_at, sessions.expires_at, sessions.ends_at
    from sessions join users on users.id = sessions.user
    where sessions.token_hash = ?`);

  const selectAll = database.prepare(`
    select token_hash, sessions.created_at, expires_at, ends_at, client
    from sessions join users on users.id = sessions.user
    where users.id = ? and users.created_at / 1000 = ?
    order by sessions.created_at desc, token_hash`);

  const selectPlaces = database.prepare(`
    select place from known_places join users on users.id = known_places.person
    where users.id = ? and users.created_at / 1000 = ?
      and place in (select value from json_each(?))`);

  return {
    listKnownPlaces(userId, places) {
      const user = parseId(userId);
      const rows = selectPlaces.all(
        user?.key ?? null,
        user?.second ?? null,
        JSON.stringify(places),
      );
      return rows.map((row) => readText(row, 'place'));
    },

    findSession(tokenHash) {
      const row = select.get(tokenHash);
      return (
        row && {
          userId: readUserId(row),
          expiresAt: readInteger(row, 'expires_at'),
          endsAt: readInteger(row, 'ends_at'),
        }
      );
    },

    listSessions(userId) {
      const user = parseId(userId);
      if (user === undefined) return [];
      return selectAll.all(user.key, user.second).map((row) => ({
        tokenHash: readText(row, 'token_hash'),
        createdAt: readInteger(row, 'created_at'),
        expiresAt: readInteger(row, 'expires_at'),
        endsAt: readInteger(row, 'ends_at'),
        client: readText(row, 'client'),
      }));
    },
  };
}

/** At a time. */
const FORGOTTEN_KEYS = 20_000;

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
  const isLocked = database.prepare('select 1 from users where id = ? and locked_at is not null');
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
  const forgetCodes = database.prepare('delete from codes where ends_at <= ? or uses_left = 0');
  // Others wait for it, so it looks at the oldest only.
  const forgetKeys = database.prepare(`
    delete from operations
    where rowid in (select rowid from operations order by rowid limit ${FORGOTTEN_KEYS})
      and at <= ? - ${KEYS_KEPT_MS}`);

  return {
    createSession({ tokenHash, userId, expiresAt, endsAt, client, passwordHash, places = [], at }) {
      const user = findPerson(userId);
      if (user === undefined) throw new DomainError('notFound', 'This account does not exist.');
      if (passwordHash !== undefined && !hasPassword.get(user, passwordHash)) {
        throw new DomainError('wrongCredentials', 'Wrong email or password.');
      }
      if (isLocked.get(user)) throw accountLocked();
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
      forgetCodes.run(now);
      forgetKeys.run(now);
      return removeExpired.all({ $now: now }).map((row) => readText(row, 'token_hash'));
    },
  };
}

/** A window that ends too far ahead began while the clock was wrong. */
const IS_OVER = 'ends_at not between $at + 1 and $at + 2 * $windowMs';

export function prepareAttemptWrites(
  database: DatabaseSync,
): Handlers<'countAttempt' | 'forgiveAttempt'> {
  const count = database.prepare(`
    insert into attempts (key, count, ends_at) values ($key, 1, $at + $windowMs)
    on conflict (key) do update set
      count = case when ${IS_OVER} then 1 else count + 1 end,
      ends_at = case when ${IS_OVER} then excluded.ends_at else ends_at end
    returning count, ends_at`);
  const forgive = database.prepare('update attempts set count = max(0, count - 1) where key = ?');

  return {
    countAttempt({ key, windowMs, at }) {
      const row = count.get({ $key: key, $at: at, $windowMs: windowMs }) ?? {};
      return { count: readInteger(row, 'count'), leftMs: readInteger(row, 'ends_at') - at };
    },

    forgiveAttempt({ key }) {
      forgive.run(key);
    },
  };
}
