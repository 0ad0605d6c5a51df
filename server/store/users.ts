/** The people: accounts, the list of them, and changes of a profile, a password or a whole account. */
import type { Hideable, UnseenMessages, UserId } from '../../src/protocol/entities.ts';
import { toNameKey } from '../../src/protocol/text.ts';
import { toEmailKey } from '../domain/email-key.ts';
import type { Ended } from '../domain/ports/sessions.ts';
import type {
  AccountDeletion,
  DeletedAccount,
  ListedUser,
  PasswordChange,
  ProfileChange,
  ProfileUpdate,
  SmallPicture,
  StoredUser,
} from '../domain/ports/users.ts';
import { formatMessageId, parseId, toParameters } from './ids.ts';
import {
  HIDES,
  listPictureIds,
  type Row,
  readHides,
  readInteger,
  readIntegerOrNull,
  readText,
  readUserId,
  toHides,
  toPicture,
  toUser,
  USER_COLUMNS,
} from './rows.ts';
import { ask, askOne, defineStatement, readClock, type Steps } from './steps.ts';

const FIND = defineStatement(`
  select ${USER_COLUMNS} from users where id = $1 and created_at / 1000 = $2`);

const FIND_CREDENTIALS = defineStatement(`
  select ${USER_COLUMNS}, password_hash from users where email_key = $1 and deleted_at is null`);

const FIND_PASSWORD = defineStatement(`
  select password_hash from users where id = $1 and created_at / 1000 = $2 and deleted_at is null`);

// Numbers of different conversations are committed in any order, but they increase within each: any change of a newest
// message increases their sum. The unseen count grows only with a new message.
const LIST_VERSION = defineStatement(`
  with own as (
    select coalesce(sum(number), 0) as numbers, coalesce(sum(unseen), 0) as unseen from (
      select low_number as number, low_unseen as unseen from conversations where low = $1
      union all
      select high_number, high_unseen from conversations where high = $1
    ) as sides
  )
  select concat_ws('-', mark, epoch, own.numbers, own.unseen,
    (select string_agg(cast(blocked as text), ',' order by blocked) from blocks where blocker = $1)
  ) as version
  from people_mark, store, own`);

/** Characters of the last message; no list shows more. */
const TEXT_LENGTH = 200;

// Thousands of rows at once, so only columns that a list shows are read.
const LISTED_COLUMNS = `users.id, users.created_at, users.full_name, users.bio, users.picture_id,
  case when ((users.hides | (select hides from users own where own.id = $1)) & ${HIDES.presence}) > 0
    then null else users.last_seen_at end as last_seen_at,
  users.deleted_at, users.locked_at, users.hides, users.small_id,
  m.seq, m.sender, substr(m.text, 1, ${TEXT_LENGTH}) as text, m.created_at as sent_at`;

const IS_LISTED = `users.id <> $1
  and (users.deleted_at is null or m.seq is not null)
  and exists (select 1 from users where id = $1 and created_at / 1000 = $2)`;

const LIST = defineStatement(
  // The newest messages are read for the reader's own conversations only, not for all people.
  `select ${LISTED_COLUMNS}, m.unseen
  from users
  left join (
    select talk.peer, talk.unseen, messages.* from (
      select high as peer, low_newest as seq, low_unseen as unseen from conversations where low = $1
      union all
      select low, high_newest, high_unseen from conversations where high = $1
    ) as talk
    join messages on messages.seq = talk.seq
  ) as m on m.peer = users.id
  where ${IS_LISTED}
  order by m.seq desc nulls last, users.name_key, users.id`,
  // `not indexed`: everybody is read anyway, and the table's own order is a third faster.
  `select ${LISTED_COLUMNS}, case when $1 = c.low then c.low_unseen else c.high_unseen end as unseen
  from users not indexed
  left join conversations c on c.low = min(users.id, $1) and c.high = max(users.id, $1)
  left join messages m on m.seq = case when $1 = c.low then c.low_newest else c.high_newest end
  where ${IS_LISTED}
  order by m.seq desc nulls last, users.name_key, users.id`,
);

export function* findUser(id: UserId): Steps<StoredUser | undefined> {
  const row = yield* askOne(FIND, ...toParameters(id));
  return row && toUser(row);
}

export function* findCredentials(
  email: string,
): Steps<{ user: StoredUser; passwordHash: string } | undefined> {
  const row = yield* askOne(FIND_CREDENTIALS, toEmailKey(email));
  return row && { user: toUser(row), passwordHash: readText(row, 'password_hash') };
}

export function* findPasswordHash(id: UserId): Steps<string | undefined> {
  const row = yield* askOne(FIND_PASSWORD, ...toParameters(id));
  return row && readText(row, 'password_hash');
}

export function* readUserListVersion(readerId: UserId): Steps<string> {
  const row = yield* askOne(LIST_VERSION, parseId(readerId)?.key ?? null);
  return `${readerId}-${readText(row ?? {}, 'version')}`;
}

export function* listUsers(
  readerId: UserId,
): Steps<{ users: ListedUser[]; unseen: UnseenMessages }> {
  const users: ListedUser[] = [];
  const unseen: UnseenMessages = {};
  const readerKey = parseId(readerId)?.key;
  for (const row of yield* ask(LIST, ...toParameters(readerId))) {
    const user = toListedUser(row, readerId, readerKey);
    users.push(user);
    // Null if the two have no messages.
    const count = readIntegerOrNull(row, 'unseen') ?? 0;
    if (count > 0) unseen[user._id] = count;
  }
  return { users, unseen };
}

function toListedUser(row: Row, readerId: UserId, readerKey: number | undefined): ListedUser {
  const _id = readUserId(row);
  const user: ListedUser = {
    _id,
    fullName: readText(row, 'full_name'),
    bio: readText(row, 'bio'),
    ...readHides(row),
  };
  if (row.picture_id !== null) user.picture = { id: readText(row, 'picture_id') };
  if (row.small_id !== null) user.smallId = readText(row, 'small_id');
  if (row.last_seen_at !== null) user.lastSeenAt = readInteger(row, 'last_seen_at');
  if (row.deleted_at !== null) user.deleted = true;
  if (row.locked_at !== null) user.locked = true;
  if (row.seq !== null) {
    user.lastMessage = {
      _id: formatMessageId(readInteger(row, 'seq')),
      senderId: row.sender === readerKey ? readerId : _id,
      createdAt: readInteger(row, 'sent_at'),
    };
    if (row.text !== null) user.lastMessage.text = readText(row, 'text');
  }
  return user;
}

const FIND_PICTURE = `
  select id, picture_id, picture_width, picture_height, small_id from users
  where id = $1 and created_at / 1000 = $2 and deleted_at is null`;
const LOCK_PICTURE = defineStatement(`${FIND_PICTURE} for no key update`, FIND_PICTURE);

const UPDATE_PROFILE = defineStatement(`
  update users set
    full_name = $2, name_key = $3, bio = $4, picture_id = $5, picture_width = $6, picture_height = $7,
    small_id = $8
  where id = $1
  returning ${USER_COLUMNS}`);

const IS_PICTURE_NAMED = defineStatement(`
  select 1 as is_named where exists (select 1 from messages where picture_id = $1)
    or exists (select 1 from users where picture_id = $1 or small_id = $1)`);

const SET_SMALL_PICTURE = defineStatement(`
  update users set small_id = $4
  where id = $1 and created_at / 1000 = $2 and picture_id = $3 and small_id is null
  returning ${USER_COLUMNS}`);

const SET_HIDDEN = defineStatement(`
  update users set hides = $3 where id = $1 and created_at / 1000 = $2 and deleted_at is null
  returning ${USER_COLUMNS}`);

// A late write must not replace a later time; one far ahead comes from a wrong clock.
const SET_LAST_SEEN = defineStatement(`
  update users set last_seen_at = $3
  where id = $1 and created_at / 1000 = $2 and deleted_at is null
    and (last_seen_at is null or last_seen_at not between cast($3 as bigint) and cast($3 as bigint) + 60000)`);

export function* updateProfile(
  id: UserId,
  { fullName, bio, picture }: ProfileChange,
): Steps<ProfileUpdate | undefined> {
  const row = yield* askOne(LOCK_PICTURE, ...toParameters(id));
  if (!row) return undefined;
  const before = toPicture(row, 'picture');
  const after = picture === undefined ? before : picture;
  const updated = yield* askOne(
    UPDATE_PROFILE,
    readInteger(row, 'id'),
    fullName,
    toNameKey(fullName),
    bio,
    ...[after?.id ?? null, after?.width ?? null, after?.height ?? null],
    picture === undefined && row.small_id !== null ? readText(row, 'small_id') : null,
  );
  const unnamedPictures: string[] = [];
  for (const pictureId of listPictureIds(row)) {
    if (!(yield* askOne(IS_PICTURE_NAMED, pictureId))) unnamedPictures.push(pictureId);
  }
  return { user: toUser(updated ?? {}), unnamedPictures };
}

export function* setSmallPicture(
  id: UserId,
  { pictureId, smallId }: SmallPicture,
): Steps<StoredUser | undefined> {
  const row = yield* askOne(SET_SMALL_PICTURE, ...toParameters(id), pictureId, smallId);
  return row && toUser(row);
}

export function* setHidden(id: UserId, hides: readonly Hideable[]): Steps<StoredUser | undefined> {
  const row = yield* askOne(SET_HIDDEN, ...toParameters(id), toHides(hides));
  return row && toUser(row);
}

export function* setLastSeen(id: UserId, at: number): Steps<void> {
  yield* ask(SET_LAST_SEEN, ...toParameters(id), at);
}

// Locked first, as for creating a session. So no session is created meanwhile that a change would not end, and the later of
// two changes sees the password of the earlier one.
const FIND_BY_PASSWORD = `
  select ${USER_COLUMNS} from users
  where id = $1 and created_at / 1000 = $2 and deleted_at is null and password_hash = $3`;
const LOCK = defineStatement(`${FIND_BY_PASSWORD} for update`, FIND_BY_PASSWORD);

const UPDATE_PASSWORD = defineStatement('update users set password_hash = $2 where id = $1');

const END_SESSIONS = defineStatement(`
  delete from sessions where "user" = $1 and token_hash <> $2 returning token_hash`);

const FORGET_BLOCKS = defineStatement('delete from blocks where blocker = $1 or blocked = $1');

const FORGET_MUTES = defineStatement('delete from mutes where person = $1 or muted = $1');

const FORGET_KNOWN_PLACES = defineStatement('delete from known_places where person = $1');

// Emails have no spaces, so this key is unique.
const FORGET = defineStatement(`
  update users set
    full_name = $2, name_key = '', email = '', email_key = 'deleted ' || id,
    password_hash = '', bio = '', picture_id = null, picture_width = null, picture_height = null,
    small_id = null,
    last_seen_at = null, hides = 0, locked_at = null, deleted_at = $3
  where id = $1
  returning ${USER_COLUMNS}`);

export function* changePassword({
  userId,
  verifiedHash,
  passwordHash,
  keptTokenHash,
}: PasswordChange): Steps<Ended | undefined> {
  const row = yield* askOne(LOCK, ...toParameters(userId), verifiedHash);
  if (!row) return undefined;
  const key = readInteger(row, 'id');
  yield* ask(UPDATE_PASSWORD, key, passwordHash);
  yield* ask(FORGET_KNOWN_PLACES, key);
  return { tokenHashes: yield* endSessions(key, keptTokenHash) };
}

export function* deleteUser({
  id,
  verifiedHash,
  fullName,
}: AccountDeletion): Steps<DeletedAccount | undefined> {
  const row = yield* askOne(LOCK, ...toParameters(id), verifiedHash);
  if (!row) return undefined;
  const key = readInteger(row, 'id');
  const unnamedPictures = listPictureIds(row);
  const tokenHashes = yield* endSessions(key);
  for (const statement of [FORGET_BLOCKS, FORGET_MUTES, FORGET_KNOWN_PLACES]) {
    yield* ask(statement, key);
  }
  const forgotten = yield* askOne(FORGET, key, fullName, yield* readClock());
  return { user: toUser(forgotten ?? {}), unnamedPictures, tokenHashes };
}

export function* endSessions(key: number, keptTokenHash = ''): Steps<string[]> {
  const rows = yield* ask(END_SESSIONS, key, keptTokenHash);
  return rows.map((row) => readText(row, 'token_hash'));
}
