import type { UnseenMessages, UserId } from '../../../../src/protocol/entities.ts';
import { toEmailKey } from '../../../domain/email-key.ts';
import type { ListedUser, StoredUser, UserStore } from '../../../domain/ports.ts';
import { parseId } from '../../ids.ts';
import type { Database } from '../database.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readInteger,
  readText,
  readUserId,
  toMessage,
  toParameters,
  toUser,
  USER_COLUMNS,
} from '../rows.ts';

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

const BLOCKED = {
  name: 'list blocked',
  text: `
    select users.id, users.created_at
    from blocks join users on users.id = blocks.blocked
    where blocks.blocker = (select id from users where id = $1 and created_at / 1000 = $2)`,
};

// The newest messages are looked up for the reader's own conversations, not for everybody listed.
const LIST = {
  name: 'list users',
  text: `
    select ${USER_COLUMNS}, ${MESSAGE_COLUMNS}, unseen.count as unseen, blocks.blocked
    from users
    left join (
      select talk.peer, messages.* from (
        select high as peer, low_seq as seq from conversations where low = $1
        union all
        select low, high_seq from conversations where high = $1
      ) as talk
      join messages on messages.seq = talk.seq
    ) as m on m.peer = users.id
    left join blocks on blocks.blocker = $1 and blocks.blocked = users.id
    left join (
      select sender, count(*) as count from messages
      where receiver = $1 and not seen and not hidden group by sender
    ) as unseen on unseen.sender = users.id
    where users.id <> $1
      and (users.deleted_at is null or m.seq is not null)
      and exists (select from users where id = $1 and created_at / 1000 = $2)
    order by m.seq desc nulls last, users.name_key, users.id`,
};

const COUNT = { name: 'count users', text: 'select count(*) as count from users' };

export type UserReads = Pick<
  UserStore,
  'findUser' | 'findCredentials' | 'listUsers' | 'countUsers' | 'findPasswordHash'
> & { listBlocked(blockerId: UserId): Promise<UserId[]> };

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

    async listUsers(readerId) {
      const rows = await query(LIST, toParameters(readerId));
      const unseen: UnseenMessages = {};
      const users = rows.map((row) => {
        const user = toListedUser(row, readerId);
        if (row.unseen !== null) unseen[user._id] = readInteger(row, 'unseen');
        return user;
      });
      return { users, unseen };
    },

    async countUsers() {
      const [row = {}] = await query(COUNT, []);
      return readInteger(row, 'count');
    },

    async findPasswordHash(id) {
      const [row] = await query(PASSWORD, toParameters(id));
      return row && readText(row, 'password_hash');
    },

    async listBlocked(blockerId) {
      const rows = await query(BLOCKED, toParameters(blockerId));
      return rows.map(readUserId);
    },
  };
}

function toListedUser(row: Row, readerId: UserId): ListedUser {
  const user: StoredUser = toUser(row);
  const isFromReader = row.message_sender === parseId(readerId)?.key;
  const people = isFromReader
    ? { senderId: readerId, receiverId: user._id }
    : { senderId: user._id, receiverId: readerId };
  return {
    ...user,
    ...(row.blocked !== null && { blocked: true }),
    ...(row.message_seq !== null && { lastMessage: toMessage(row, people) }),
  };
}
