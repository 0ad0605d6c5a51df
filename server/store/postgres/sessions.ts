import { accountLocked, DomainError } from '../../domain/errors.ts';
import {
  type AttemptStore,
  KNOWN_PLACES,
  MAX_SESSIONS,
  type SessionStore,
} from '../../domain/ports/sessions.ts';
import type { Clock } from '../../domain/ports/store.ts';
import { KEYS_KEPT_MS } from '../change-message.ts';
import { toParameters } from '../ids.ts';
import { readBoolean, readInteger, readText, readUserId } from '../rows.ts';
import type { Database } from './database.ts';

const FIND_SESSION = {
  name: 'find session',
  text: `
    select users.id, users.created_at, sessions.expires_at, sessions.ends_at
    from sessions join users on users.id = sessions."user"
    where sessions.token_hash = $1`,
};

const LIST_SESSIONS = {
  name: 'list sessions',
  text: `
    select token_hash, sessions.created_at, expires_at, ends_at, client
    from sessions join users on users.id = sessions."user"
    where users.id = $1 and users.created_at / 1000 = $2
    order by sessions.created_at desc, token_hash`,
};

const LIST_PLACES = {
  name: 'list known places',
  text: `
    select place from known_places join users on users.id = known_places.person
    where users.id = $1 and users.created_at / 1000 = $2 and place = any($3)`,
};

export function createSessionReads({
  query,
}: Pick<Database, 'query'>): Pick<
  SessionStore,
  'findSession' | 'listSessions' | 'listKnownPlaces'
> {
  return {
    async findSession(tokenHash) {
      const [row] = await query(FIND_SESSION, [tokenHash]);
      return (
        row && {
          userId: readUserId(row),
          expiresAt: readInteger(row, 'expires_at'),
          endsAt: readInteger(row, 'ends_at'),
        }
      );
    },

    async listKnownPlaces(userId, places) {
      const rows = await query(LIST_PLACES, [...toParameters(userId), places]);
      return rows.map((row) => readText(row, 'place'));
    },

    async listSessions(userId) {
      const rows = await query(LIST_SESSIONS, toParameters(userId));
      return rows.map((row) => ({
        tokenHash: readText(row, 'token_hash'),
        createdAt: readInteger(row, 'created_at'),
        expiresAt: readInteger(row, 'expires_at'),
        endsAt: readInteger(row, 'ends_at'),
        client: readText(row, 'client'),
      }));
    },
  };
}

// A deletion of the account or a change of its password locks the row: this waits and then sees the change. Concurrent
// logins wait as well, so each sees the session of the one before.
const HOLD = {
  name: 'hold user who signs in',
  text: `
    select id, $3::text is null or password_hash = $3 as has_password, locked_at is not null as is_locked
    from users
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
    for no key update`,
};

const CREATE = {
  name: 'create session',
  text: `
    insert into sessions ("user", token_hash, expires_at, ends_at, client, created_at)
    values ($1, $2, $3, $4, $5, $6)`,
};

// The new session stays, even if clocks differ.
const END_OLDEST = {
  name: 'end oldest sessions',
  text: `
    delete from sessions where "user" = $1 and token_hash in (
      select token_hash from sessions where "user" = $1 and token_hash <> $2
      order by created_at desc, token_hash offset ${MAX_SESSIONS - 1}
    )
    returning token_hash`,
};

const KNOW_PLACES = {
  name: 'know places',
  text: `
    insert into known_places (person, place, used_at) select $1, unnest($2::text[]), $3
    on conflict (person, place) do update set used_at = excluded.used_at`,
};

const FORGET_PLACES = {
  name: 'forget places',
  text: `
    delete from known_places where person = $1 and place in (
      select place from (
        select place, row_number() over (
          partition by substr(place, 1, 7) order by used_at desc, place
        ) as age
        from known_places where person = $1
      ) as aged where age > ${KNOWN_PLACES}
    )`,
};

const EXTEND = {
  name: 'extend session',
  text: 'update sessions set expires_at = $2 where token_hash = $1 and expires_at < $2',
};

const DELETE = { name: 'delete session', text: 'delete from sessions where token_hash = $1' };

const DELETE_OTHERS = {
  name: 'delete other sessions',
  text: `
    delete from sessions using users
    where sessions."user" = users.id and users.id = $1 and users.created_at / 1000 = $2
      and token_hash <> $3
    returning token_hash`,
};

const DELETE_EXPIRED = {
  name: 'delete expired',
  text: `
    with forgotten as (delete from attempts where ends_at <= $1),
      used as (delete from codes where ends_at <= $1 or uses_left = 0),
      old as (delete from operations where at <= $1 - ${KEYS_KEPT_MS}::bigint)
    delete from sessions where expires_at <= $1 or ends_at <= $1 returning token_hash`,
};

export function createSessionWrites(
  { query, transact }: Pick<Database, 'query' | 'transact'>,
  clock: Clock,
): Pick<
  SessionStore,
  'createSession' | 'extendSession' | 'deleteSession' | 'deleteOtherSessions' | 'deleteExpired'
> {
  return {
    createSession({ tokenHash, userId, expiresAt, endsAt, client, passwordHash, places = [] }) {
      const at = clock();
      return transact(async (run) => {
        const [row] = await run(HOLD, [...toParameters(userId), passwordHash ?? null]);
        if (!row) throw new DomainError('notFound', 'This account does not exist.');
        if (!readBoolean(row, 'has_password')) {
          throw new DomainError('wrongCredentials', 'Wrong email or password.');
        }
        if (readBoolean(row, 'is_locked')) throw accountLocked();
        await run(CREATE, [row.id, tokenHash, expiresAt, endsAt, client, at]);
        await run(KNOW_PLACES, [row.id, places, at]);
        await run(FORGET_PLACES, [row.id]);
        const ended = await run(END_OLDEST, [row.id, tokenHash]);
        return ended.map((each) => readText(each, 'token_hash'));
      });
    },

    async extendSession(tokenHash, expiresAt) {
      await query(EXTEND, [tokenHash, expiresAt]);
    },

    async deleteSession(tokenHash) {
      await query(DELETE, [tokenHash]);
    },

    async deleteOtherSessions(userId, keptTokenHash) {
      const rows = await query(DELETE_OTHERS, [...toParameters(userId), keptTokenHash]);
      return rows.map((row) => readText(row, 'token_hash'));
    },

    async deleteExpired(now) {
      const rows = await query(DELETE_EXPIRED, [now]);
      return rows.map((row) => readText(row, 'token_hash'));
    },
  };
}

/** A window that ends too far ahead began while the clock was wrong. */
const IS_OVER = 'attempts.ends_at not between $3::bigint + 1 and $3::bigint + 2 * $2::bigint';

const COUNT = {
  name: 'count attempt',
  text: `
    insert into attempts (key, count, ends_at) values ($1, 1, $3::bigint + $2::bigint)
    on conflict (key) do update set
      count = case when ${IS_OVER} then 1 else attempts.count + 1 end,
      ends_at = case when ${IS_OVER} then excluded.ends_at else attempts.ends_at end
    returning count, ends_at`,
};

const FORGIVE = {
  name: 'forgive attempt',
  text: 'update attempts set count = greatest(0, count - 1) where key = $1',
};

export function createAttemptWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): AttemptStore {
  return {
    async countAttempt({ key, windowMs }) {
      const at = clock();
      const [row = {}] = await query(COUNT, [key, windowMs, at]);
      return { count: readInteger(row, 'count'), leftMs: readInteger(row, 'ends_at') - at };
    },

    async forgiveAttempt(key) {
      await query(FORGIVE, [key]);
    },
  };
}
