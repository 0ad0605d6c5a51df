import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { UnseenMessages, UserId } from '../../../src/protocol/entities.ts';
import { toNameKey } from '../../../src/protocol/text.ts';
import { toEmailKey } from '../../domain/email-key.ts';
import type { CodeStore } from '../../domain/ports/codes.ts';
import type { ListedUser, StoredUser } from '../../domain/ports/users.ts';
import * as steps from '../account-steps.ts';
import { formatId, formatMessageId, parseId } from '../ids.ts';
import { fromHides, HIDES, readText, toHides, toUser, USER_COLUMNS } from '../rows.ts';
import type { Handlers } from './operations.ts';
import { prepareSteps } from './steps.ts';

interface UserReads {
  findUser(id: UserId): StoredUser | undefined;
  findCredentials(email: string): { user: StoredUser; passwordHash: string } | undefined;
  listUsers(readerId: UserId): UserList;
  readUserListVersion(readerId: UserId): string;
  findPasswordHash(id: UserId): string | undefined;
}

export function prepareUserReads(database: DatabaseSync): UserReads {
  const selectUser = database.prepare(
    `select ${USER_COLUMNS} from users where id = ? and created_at / 1000 = ?`,
  );

  const selectCredentials = database.prepare(
    `select ${USER_COLUMNS}, password_hash from users where email_key = ? and deleted_at is null`,
  );

  const selectPassword = database.prepare(
    'select password_hash from users where id = ? and created_at / 1000 = ? and deleted_at is null',
  );

  // Numbers only grow, so the sum of those of the reader's conversations grows with any change of a newest message. The
  // unseen count grows only with a new message.
  const selectListVersion = database.prepare(`
    with own as (
      select sum(number) as numbers, sum(unseen) as unseen from (
        select low_number as number, low_unseen as unseen from conversations where low = $reader
        union all
        select high_number, high_unseen from conversations where high = $reader
      )
    )
    select mark || '-' || epoch
      || '-' || coalesce(numbers, 0)
      || '-' || coalesce(unseen, 0)
      || '-' || coalesce((select group_concat(blocked) from blocks where blocker = $reader), '')
      as version
    from people_mark, store, own`);

  return {
    findUser(id) {
      const parsed = parseId(id);
      const row = parsed && selectUser.get(parsed.key, parsed.second);
      return row && toUser(row);
    },

    findCredentials(email) {
      const row = selectCredentials.get(toEmailKey(email));
      return row && { user: toUser(row), passwordHash: readText(row, 'password_hash') };
    },

    listUsers: prepareUserList(database),

    readUserListVersion(readerId) {
      const row = selectListVersion.get({ $reader: parseId(readerId)?.key ?? null });
      return `${readerId}-${readText(row ?? {}, 'version')}`;
    },

    findPasswordHash(id) {
      const parsed = parseId(id);
      const row = parsed && selectPassword.get(parsed.key, parsed.second);
      return row && readText(row, 'password_hash');
    },
  };
}

/**
 * The list of people: thousands of rows at once. So only columns that a list shows are read, and rows are arrays, which
 * take half the time of objects with twenty fields each.
 */
interface UserList {
  users: ListedUser[];
  unseen: UnseenMessages;
}

/** The index of each column, in the order of the select. */
const AT = {
  id: 0,
  createdAt: 1,
  fullName: 2,
  bio: 3,
  pictureId: 4,
  lastSeenAt: 5,
  deletedAt: 6,
  unseen: 7,
  seq: 8,
  sender: 9,
  text: 10,
  sentAt: 11,
  hides: 12,
  lockedAt: 13,
} as const;

type Column = SQLOutputValue | undefined;
type ListRow = Record<number, Column>;

/** Characters of the last message; no list shows more. */
const TEXT_LENGTH = 200;

function prepareUserList(database: DatabaseSync): (readerId: UserId) => UserList {
  // `not indexed`: everybody is read anyway, and the table's own order is a third faster.
  const select = database.prepare(`
    select users.id, users.created_at, users.full_name, users.bio, users.picture_id,
      case when (users.hides | (select hides from users where id = $reader)) & ${HIDES.presence}
        then null else users.last_seen_at end,
      users.deleted_at,
      case when $reader = c.low then c.low_unseen else c.high_unseen end,
      m.seq, m.sender, substr(m.text, 1, ${TEXT_LENGTH}), m.created_at,
      users.hides, users.locked_at
    from users not indexed
    left join conversations c on c.low = min(users.id, $reader) and c.high = max(users.id, $reader)
    left join messages m
      on m.seq = case when $reader = c.low then c.low_newest else c.high_newest end
    where users.id <> $reader
      and (users.deleted_at is null or m.seq is not null)
      and exists (select 1 from users where id = $reader and created_at / 1000 = $second)
    order by m.seq desc nulls last, name_key, users.id`);
  select.setReturnArrays(true);

  return (readerId) => {
    const list: UserList = { users: [], unseen: {} };
    const reader = parseId(readerId);
    if (reader === undefined) return list;
    for (const row of select.all({ $reader: reader.key, $second: reader.second })) {
      const user = toListedUser(row, readerId, reader.key);
      list.users.push(user);
      // Null if the two have no messages.
      const unseen = row[AT.unseen] === null ? 0 : toInteger(row[AT.unseen]);
      if (unseen > 0) list.unseen[user._id] = unseen;
    }
    return list;
  };
}

function toListedUser(row: ListRow, readerId: UserId, readerKey: number): ListedUser {
  const _id = formatId(toInteger(row[AT.id]), toInteger(row[AT.createdAt]));
  const user: ListedUser = { _id, fullName: toText(row[AT.fullName]), bio: toText(row[AT.bio]) };
  if (row[AT.pictureId] !== null) user.picture = { id: toText(row[AT.pictureId]) };
  if (row[AT.lastSeenAt] !== null) user.lastSeenAt = toInteger(row[AT.lastSeenAt]);
  if (row[AT.deletedAt] !== null) user.deleted = true;
  if (row[AT.lockedAt] !== null) user.locked = true;
  const hides = fromHides(toInteger(row[AT.hides]));
  if (hides.length > 0) user.hides = hides;
  if (row[AT.seq] !== null) {
    user.lastMessage = {
      _id: formatMessageId(toInteger(row[AT.seq])),
      senderId: row[AT.sender] === readerKey ? readerId : _id,
      createdAt: toInteger(row[AT.sentAt]),
    };
    if (row[AT.text] !== null) user.lastMessage.text = toText(row[AT.text]);
  }
  return user;
}

function toInteger(value: Column): number {
  if (typeof value !== 'number') throw new TypeError('A column of the list is not an integer.');
  return value;
}

function toText(value: Column): string {
  if (typeof value !== 'string') throw new TypeError('A column of the list is not a text.');
  return value;
}

/** Converts a person's public id to the row's key; undefined for an unknown or deleted person. */
export type FindPerson = (id: string) => number | undefined;

export function prepareFindPerson(database: DatabaseSync): FindPerson {
  const select = database.prepare(
    'select 1 from users where id = ? and created_at / 1000 = ? and deleted_at is null',
  );
  return (id) => {
    const parsed = parseId(id);
    if (parsed === undefined) return undefined;
    return select.get(parsed.key, parsed.second) && parsed.key;
  };
}

type UserWrites = Handlers<'updateProfile' | 'setHidden' | 'setLastSeen'>;

export function prepareUserWrites(database: DatabaseSync, findPerson: FindPerson): UserWrites {
  const selectPicture = database.prepare('select picture_id as id from users where id = ?');
  const selectNamed = database.prepare(`
    select 1 where exists (select 1 from messages where picture_id = ?1)
      or exists (select 1 from users where picture_id = ?1)`);

  const updateProfile = database.prepare(`
    update users set
      full_name = $fullName, name_key = $nameKey, bio = $bio,
      picture_id = iif($keepsPicture, picture_id, $pictureId),
      picture_width = iif($keepsPicture, picture_width, $pictureWidth),
      picture_height = iif($keepsPicture, picture_height, $pictureHeight)
    where id = $user
    returning ${USER_COLUMNS}`);

  const updateHides = database.prepare(
    `update users set hides = ? where id = ? returning ${USER_COLUMNS}`,
  );

  // A late write must not replace a later time; one far ahead comes from a wrong clock.
  const updateLastSeen = database.prepare(`
    update users set last_seen_at =
      case when last_seen_at between $at and $at + 60000 then last_seen_at else $at end
    where id = $user`);

  return {
    updateProfile({ id, fullName, bio, picture }) {
      const user = findPerson(id) ?? null;
      const before = selectPicture.get(user)?.id ?? null;
      const row = updateProfile.get({
        $user: user,
        $fullName: fullName,
        $nameKey: toNameKey(fullName),
        $bio: bio,
        $keepsPicture: picture === undefined ? 1 : 0,
        $pictureId: picture?.id ?? null,
        $pictureWidth: picture?.width ?? null,
        $pictureHeight: picture?.height ?? null,
      });
      if (!row) return undefined;
      const isUnnamed = typeof before === 'string' && !selectNamed.get(before);
      return { user: toUser(row), ...(isUnnamed && { unnamedPicture: before }) };
    },

    setHidden({ id, hides }) {
      const row = updateHides.get(toHides(hides), findPerson(id) ?? null);
      return row && toUser(row);
    },

    setLastSeen({ id, at }) {
      updateLastSeen.run({ $user: findPerson(id) ?? null, $at: at });
    },
  };
}

/** Changes to a whole account: password and deletion. */
export function prepareAccountWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
): Handlers<'changePassword' | 'deleteUser'> {
  const updatePassword = database.prepare(
    'update users set password_hash = ? where id = ? and password_hash = ?',
  );
  const endSessions = database.prepare(
    'delete from sessions where user = ? and token_hash <> ? returning token_hash',
  );

  const select = database.prepare(
    `select ${USER_COLUMNS} from users where id = ? and password_hash = ?`,
  );
  // Emails have no spaces, so this key is unique.
  const forget = database.prepare(`
    update users set
      full_name = $fullName, name_key = '', email = '', email_key = 'deleted ' || id,
      password_hash = '', bio = '', picture_id = null, picture_width = null, picture_height = null,
      last_seen_at = null, hides = 0, locked_at = null, deleted_at = $at
    where id = $user
    returning ${USER_COLUMNS}`);
  const forgetMutes = database.prepare('delete from mutes where ? in (person, muted)');
  const forgetBlocks = database.prepare('delete from blocks where ? in (blocker, blocked)');

  const forgetPlaces = database.prepare('delete from known_places where person = ?');

  function endSessionsBut(keptTokenHash: string, user: number): string[] {
    return endSessions.all(user, keptTokenHash).map((row) => readText(row, 'token_hash'));
  }

  return {
    changePassword({ userId, verifiedHash, passwordHash, keptTokenHash }) {
      const user = findPerson(userId);
      if (user === undefined) return undefined;
      const { changes } = updatePassword.run(passwordHash, user, verifiedHash);
      if (changes === 0) return undefined;
      forgetPlaces.run(user);
      return endSessionsBut(keptTokenHash, user);
    },

    deleteUser({ id, verifiedHash, fullName, at }) {
      const user = findPerson(id);
      const found = user && select.get(user, verifiedHash);
      if (!found) return undefined;
      const { picture } = toUser(found);
      const tokenHashes = endSessionsBut('', user);
      forgetBlocks.run(user);
      forgetMutes.run(user);
      forgetPlaces.run(user);
      const row = forget.get({ $user: user, $fullName: fullName, $at: at });
      return { user: toUser(row ?? {}), ...(picture && { picture }), tokenHashes };
    },
  };
}

/** Codes, locks and emails. */
export function prepareCodeWrites(
  database: DatabaseSync,
): Handlers<'createUser' | keyof CodeStore> {
  const run = prepareSteps(database);
  return {
    createUser: ({ at, ...user }) => run(steps.createUser(user, at)),
    createCode: ({ at, ...code }) => run(steps.createCode(code, at)),
    findCode: ({ kind, codeHash, now }) => run(steps.findCode(kind, codeHash, now)),
    listInvitations: ({ now, userId }) => run(steps.listInvitations(now, userId)),
    deleteInvitation: ({ id, userId }) => run(steps.deleteInvitation(id, userId)),
    resetPassword: (reset) => run(steps.resetPassword(reset)),
    changeEmail: (change) => run(steps.changeEmail(change)),
    setLocked: ({ userId, isLocked, at }) => run(steps.setLocked(userId, isLocked, at)),
    listAccounts: () => run(steps.listAccounts()),
    listSent: ({ userId }) => run(steps.listSent(userId)),
  };
}
