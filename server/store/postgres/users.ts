import type { UserId } from '../../../src/protocol/entities.ts';
import { toNameKey } from '../../../src/protocol/text.ts';
import { toEmailKey } from '../../domain/email-key.ts';
import type { Clock } from '../../domain/ports/store.ts';
import type { ListedUser, UserStore } from '../../domain/ports/users.ts';
import { formatMessageId, parseId, toParameters } from '../ids.ts';
import {
  HIDES,
  type Row,
  readHides,
  readInteger,
  readIntegerOrNull,
  readText,
  readUserId,
  toHides,
  toUser,
  USER_COLUMNS,
} from '../rows.ts';
import type { Database, Query } from './database.ts';

const USER = {
  name: 'find user',
  text: `select ${USER_COLUMNS} from users where id = $1 and created_at / 1000 = $2`,
};

const CREDENTIALS = {
  name: 'find credentials',
  text: `
    select ${USER_COLUMNS}, password_hash from users where email_key = $1 and deleted_at is null`,
};

const PASSWORD = {
  name: 'find password',
  text: `
    select password_hash from users
    where id = $1 and created_at / 1000 = $2 and deleted_at is null`,
};

// Numbers of different conversations are committed in any order, but they increase within each: any change of a newest
// message increases their sum. The unseen count grows only with a new message.
const LIST_VERSION = {
  name: 'version of the list',
  text: `
    with own as (
      select coalesce(sum(number), 0) as numbers, coalesce(sum(unseen), 0) as unseen from (
        select low_number as number, low_unseen as unseen from conversations where low = $1
        union all
        select high_number, high_unseen from conversations where high = $1
      ) as sides
    )
    select concat_ws('-', mark, epoch, own.numbers, own.unseen,
      (select string_agg(blocked::text, ',' order by blocked) from blocks where blocker = $1)
    ) as version
    from people_mark, store, own`,
};

type UserReads = Pick<
  UserStore,
  'findUser' | 'findCredentials' | 'listUsers' | 'readUserListVersion' | 'findPasswordHash'
>;

export function createUserReads({ query }: Pick<Database, 'query'>): UserReads {
  return {
    async findUser(id) {
      const [row] = await query(USER, toParameters(id));
      return row && toUser(row);
    },

    async findCredentials(email) {
      const [row] = await query(CREDENTIALS, [toEmailKey(email)]);
      return row && { user: toUser(row), passwordHash: readText(row, 'password_hash') };
    },

    listUsers: createUserList({ query }),

    async readUserListVersion(readerId) {
      const [row = {}] = await query(LIST_VERSION, [parseId(readerId)?.key ?? null]);
      return `${readerId}-${readText(row, 'version')}`;
    },

    async findPasswordHash(id) {
      const [row] = await query(PASSWORD, toParameters(id));
      return row && readText(row, 'password_hash');
    },
  };
}

/**
 * The list of people: thousands of rows at once, so only columns that a list shows are read.
 *
 * Characters of the last message; no list shows more.
 */
const TEXT_LENGTH = 200;

// The newest messages are read for the reader's own conversations only, not for all people.
const LIST = {
  name: 'list users',
  text: `
    select users.id, users.created_at, users.full_name, users.bio, users.picture_id,
      case when ((users.hides | (select hides from users own where own.id = $1)) & ${HIDES.presence}) > 0
        then null else users.last_seen_at end as last_seen_at,
      users.deleted_at, users.locked_at, users.hides, m.unseen,
      m.seq, m.sender, left(m.text, ${TEXT_LENGTH}) as text, m.created_at as sent_at
    from users
    left join (
      select talk.peer, talk.unseen, messages.* from (
        select high as peer, low_newest as seq, low_unseen as unseen from conversations where low = $1
        union all
        select low, high_newest, high_unseen from conversations where high = $1
      ) as talk
      join messages on messages.seq = talk.seq
    ) as m on m.peer = users.id
    where users.id <> $1
      and (users.deleted_at is null or m.seq is not null)
      and exists (select from users where id = $1 and created_at / 1000 = $2)
    order by m.seq desc nulls last, users.name_key, users.id`,
};

function createUserList({ query }: Pick<Database, 'query'>): UserStore['listUsers'] {
  return async (readerId) => {
    const list: Awaited<ReturnType<UserStore['listUsers']>> = { users: [], unseen: {} };
    const readerKey = parseId(readerId)?.key;
    for (const row of await query(LIST, toParameters(readerId))) {
      const user = toListedUser(row, readerId, readerKey);
      list.users.push(user);
      // Null if the two have no messages.
      const unseen = readIntegerOrNull(row, 'unseen') ?? 0;
      if (unseen > 0) list.unseen[user._id] = unseen;
    }
    return list;
  };
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

// Reads beside the change see the old state: the person's own row still names the picture.
const UPDATE_PROFILE = {
  name: 'update profile',
  text: `
    with before as (
      select id, picture_id from users
      where id = $1 and created_at / 1000 = $2 and deleted_at is null
      for no key update
    )
    update users set
      full_name = $3, name_key = $4, bio = $5,
      picture_id = case when $9 then users.picture_id else $6 end,
      picture_width = case when $9 then users.picture_width else $7 end,
      picture_height = case when $9 then users.picture_height else $8 end
    from before
    where users.id = before.id
    returning ${USER_COLUMNS},
      case when before.picture_id is distinct from users.picture_id
        and not exists (select from messages where picture_id = before.picture_id)
        and not exists (
          select from users other
          where other.picture_id = before.picture_id and other.id <> before.id
        )
      then before.picture_id end as unnamed_picture`,
};

const SET_HIDDEN = {
  name: 'set hidden',
  text: `
    update users set hides = $3
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
    returning ${USER_COLUMNS}`,
};

// Another node may have stored a later time; one far ahead comes from a wrong clock.
const SET_LAST_SEEN = {
  name: 'set last seen',
  text: `
    update users set last_seen_at = $3
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
      and (last_seen_at is null or last_seen_at not between $3::bigint and $3::bigint + 60000)`,
};

export function createUserWrites({
  query,
}: Pick<Database, 'query'>): Pick<UserStore, 'updateProfile' | 'setHidden' | 'setLastSeen'> {
  return {
    async updateProfile(id, { fullName, bio, picture }) {
      const [row] = await query(UPDATE_PROFILE, [
        ...toParameters(id),
        fullName,
        toNameKey(fullName),
        bio,
        picture?.id ?? null,
        picture?.width ?? null,
        picture?.height ?? null,
        picture === undefined,
      ]);
      if (!row) return undefined;
      const { unnamed_picture } = row;
      return {
        user: toUser(row),
        ...(typeof unnamed_picture === 'string' && { unnamedPicture: unnamed_picture }),
      };
    },

    async setHidden(id, hides) {
      const [row] = await query(SET_HIDDEN, [...toParameters(id), toHides(hides)]);
      return row && toUser(row);
    },

    async setLastSeen(id, at) {
      await query(SET_LAST_SEEN, [...toParameters(id), at]);
    },
  };
}

/**
 * Changes to a whole account: password and deletion. The person's row is locked first, as for creating a session. So no
 * session is created meanwhile that these would not end, and the later of two changes sees the password of the earlier
 * one.
 */
const HOLD_FOR_CHANGE = {
  name: 'hold user',
  text: `
    select ${USER_COLUMNS} from users
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
      and password_hash = $3
    for update`,
};

const UPDATE_PASSWORD = {
  name: 'update password',
  text: 'update users set password_hash = $2 where id = $1',
};

const END_SESSIONS = {
  name: 'end sessions',
  text: 'delete from sessions where "user" = $1 and token_hash <> $2 returning token_hash',
};

const FORGET_BLOCKS = {
  name: 'forget blocks',
  text: 'delete from blocks where blocker = $1 or blocked = $1',
};

const FORGET_MUTES = {
  name: 'forget mutes',
  text: 'delete from mutes where person = $1 or muted = $1',
};

const FORGET_KNOWN_PLACES = {
  name: 'forget known places',
  text: 'delete from known_places where person = $1',
};

// Emails have no spaces, so this key is unique.
const FORGET = {
  name: 'forget user',
  text: `
    update users set
      full_name = $2, name_key = '', email = '', email_key = 'deleted ' || id,
      password_hash = '', bio = '', picture_id = null, picture_width = null, picture_height = null,
      last_seen_at = null, hides = 0, locked_at = null, deleted_at = $3
    where id = $1
    returning ${USER_COLUMNS}`,
};

export function createAccountWrites(
  { transact }: Pick<Database, 'transact'>,
  clock: Clock,
): Pick<UserStore, 'changePassword' | 'deleteUser'> {
  return {
    changePassword({ userId, verifiedHash, passwordHash, keptTokenHash }) {
      return transact(async (query) => {
        const [row] = await query(HOLD_FOR_CHANGE, [...toParameters(userId), verifiedHash]);
        if (!row) return undefined;
        await query(UPDATE_PASSWORD, [row.id, passwordHash]);
        await query(FORGET_KNOWN_PLACES, [row.id]);
        return endSessionsBut(query, keptTokenHash, row.id);
      });
    },

    deleteUser({ id, verifiedHash, fullName }) {
      return transact(async (query) => {
        const [row] = await query(HOLD_FOR_CHANGE, [...toParameters(id), verifiedHash]);
        if (!row) return undefined;
        const { picture } = toUser(row);
        const tokenHashes = await endSessionsBut(query, '', row.id);
        await query(FORGET_BLOCKS, [row.id]);
        await query(FORGET_MUTES, [row.id]);
        await query(FORGET_KNOWN_PLACES, [row.id]);
        const [forgotten = {}] = await query(FORGET, [row.id, fullName, clock()]);
        return { user: toUser(forgotten), ...(picture && { picture }), tokenHashes };
      });
    },
  };
}

async function endSessionsBut(
  query: Query,
  keptTokenHash: string,
  user: unknown,
): Promise<string[]> {
  const rows = await query(END_SESSIONS, [user, keptTokenHash]);
  return rows.map((row) => readText(row, 'token_hash'));
}
