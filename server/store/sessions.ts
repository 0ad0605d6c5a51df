import type { UserId } from '../../src/protocol/entities.ts';
import { accountLocked, DomainError } from '../domain/errors.ts';
import {
  type Ended,
  type FoundSession,
  KNOWN_PLACES,
  MAX_SESSIONS,
  type NewSession,
  type StoredSession,
} from '../domain/ports/sessions.ts';
import { KEYS_KEPT_MS } from './change-message.ts';
import { toParameters } from './ids.ts';
import { readBoolean, readInteger, readText, readUserId } from './rows.ts';
import { ask, askOne, defineStatement, readClock, type Steps } from './steps.ts';

const FIND = defineStatement(`
  select users.id, users.created_at, sessions.expires_at, sessions.ends_at
  from sessions join users on users.id = sessions."user"
  where sessions.token_hash = $1`);

const LIST = defineStatement(`
  select token_hash, sessions.created_at, expires_at, ends_at, client
  from sessions join users on users.id = sessions."user"
  where users.id = $1 and users.created_at / 1000 = $2
  order by sessions.created_at desc, token_hash`);

const listPlaces = (places: string) => `
  select place from known_places join users on users.id = known_places.person
  where users.id = $1 and users.created_at / 1000 = $2 and place in (${places})`;
const LIST_PLACES = defineStatement(
  listPlaces('select jsonb_array_elements_text($3::jsonb)'),
  listPlaces('select value from json_each($3)'),
);

export function* findSession(tokenHash: string): Steps<FoundSession | undefined> {
  const row = yield* askOne(FIND, tokenHash);
  return (
    row && {
      userId: readUserId(row),
      expiresAt: readInteger(row, 'expires_at'),
      endsAt: readInteger(row, 'ends_at'),
    }
  );
}

export function* listSessions(userId: UserId): Steps<StoredSession[]> {
  const rows = yield* ask(LIST, ...toParameters(userId));
  return rows.map((row) => ({
    tokenHash: readText(row, 'token_hash'),
    createdAt: readInteger(row, 'created_at'),
    expiresAt: readInteger(row, 'expires_at'),
    endsAt: readInteger(row, 'ends_at'),
    client: readText(row, 'client'),
  }));
}

export function* listKnownPlaces(userId: UserId, places: string[]): Steps<string[]> {
  const rows = yield* ask(LIST_PLACES, ...toParameters(userId), JSON.stringify(places));
  return rows.map((row) => readText(row, 'place'));
}

// A deletion of the account or a change of its password locks the row: this waits and then sees the change. Concurrent
// logins wait as well, so each sees the session of the one before.
const FIND_PERSON = `
  select id, password_hash, locked_at is not null as is_locked from users
  where id = $1 and created_at / 1000 = $2 and deleted_at is null`;
const LOCK = defineStatement(`${FIND_PERSON} for no key update`, FIND_PERSON);

const CREATE = defineStatement(`
  insert into sessions ("user", token_hash, expires_at, ends_at, client, created_at)
  values ($1, $2, $3, $4, $5, $6)`);

// The new session stays, even if clocks differ.
const END_OLDEST = defineStatement(`
  delete from sessions where "user" = $1 and token_hash in (
    select token_hash from sessions where "user" = $1 and token_hash <> $2
    order by created_at desc, token_hash limit ${Number.MAX_SAFE_INTEGER} offset ${MAX_SESSIONS - 1}
  )
  returning token_hash`);

const KNOW_PLACE = defineStatement(`
  insert into known_places (person, place, used_at) values ($1, $2, $3)
  on conflict (person, place) do update set used_at = excluded.used_at`);

const FORGET_PLACES = defineStatement(`
  delete from known_places where person = $1 and place in (
    select place from (
      select place, row_number() over (
        partition by substr(place, 1, 7) order by used_at desc, place
      ) as age
      from known_places where person = $1
    ) as aged where age > ${KNOWN_PLACES}
  )`);

const EXTEND = defineStatement(`
  update sessions set expires_at = $2 where token_hash = $1 and expires_at < $2`);

const DELETE = defineStatement('delete from sessions where token_hash = $1');

const DELETE_OTHERS = defineStatement(`
  delete from sessions
  where "user" = (select id from users where id = $1 and created_at / 1000 = $2) and token_hash <> $3
  returning token_hash`);

const FORGET_ATTEMPTS = defineStatement('delete from attempts where ends_at <= $1');

const FORGET_CODES = defineStatement('delete from codes where ends_at <= $1 or uses_left = 0');

/** In SQLite, where others wait for it, it looks at the oldest only: so many at a time. */
const FORGOTTEN_KEYS = 20_000;
const FORGET_KEYS = defineStatement(
  'delete from operations where at <= $1',
  `delete from operations
  where rowid in (select rowid from operations order by rowid limit ${FORGOTTEN_KEYS}) and at <= $1`,
);

const DELETE_EXPIRED = defineStatement(`
  delete from sessions where expires_at <= $1 or ends_at <= $1 returning token_hash`);

export function* createSession({
  tokenHash,
  userId,
  expiresAt,
  endsAt,
  client,
  passwordHash,
  places = [],
}: NewSession): Steps<string[]> {
  const row = yield* askOne(LOCK, ...toParameters(userId));
  if (!row) throw new DomainError('notFound', 'This account does not exist.');
  if (passwordHash !== undefined && row.password_hash !== passwordHash) {
    throw new DomainError('wrongCredentials', 'Wrong email or password.');
  }
  if (readBoolean(row, 'is_locked')) throw accountLocked();
  const [person, at] = [readInteger(row, 'id'), yield* readClock()];
  yield* ask(CREATE, person, tokenHash, expiresAt, endsAt, client, at);
  for (const place of places) yield* ask(KNOW_PLACE, person, place, at);
  yield* ask(FORGET_PLACES, person);
  const ended = yield* ask(END_OLDEST, person, tokenHash);
  return ended.map((each) => readText(each, 'token_hash'));
}

export function* extendSession(tokenHash: string, expiresAt: number): Steps<void> {
  yield* ask(EXTEND, tokenHash, expiresAt);
}

export function* deleteSession(tokenHash: string): Steps<void> {
  yield* ask(DELETE, tokenHash);
}

export function* deleteOtherSessions(userId: UserId, keptTokenHash: string): Steps<Ended> {
  const rows = yield* ask(DELETE_OTHERS, ...toParameters(userId), keptTokenHash);
  return { tokenHashes: rows.map((row) => readText(row, 'token_hash')) };
}

export function* deleteExpired(now: number): Steps<string[]> {
  yield* ask(FORGET_ATTEMPTS, now);
  yield* ask(FORGET_CODES, now);
  yield* ask(FORGET_KEYS, now - KEYS_KEPT_MS);
  const rows = yield* ask(DELETE_EXPIRED, now);
  return rows.map((row) => readText(row, 'token_hash'));
}
