import type { DatabaseSync } from 'node:sqlite';
import type { UnseenMessages, UserId } from '../../../../src/protocol/entities.ts';
import { toEmailKey } from '../../../domain/email-key.ts';
import type { ListedUser, StoredUser } from '../../../domain/ports.ts';
import { parseId } from '../../ids.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readInteger,
  readText,
  readUserId,
  toMessage,
  toUser,
  USER_COLUMNS,
} from '../rows.ts';

export interface UserReads {
  findUser(id: UserId): StoredUser | undefined;
  findCredentials(email: string): { user: StoredUser; passwordHash: string } | undefined;
  listUsers(readerId: UserId): { users: ListedUser[]; unseen: UnseenMessages };
  markUserList(readerId: UserId): string;
  countUsers(): number;
  findPasswordHash(id: UserId): string | undefined;
  listBlocked(blockerId: UserId): UserId[];
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

  const selectBlocked = database.prepare(`
    select users.id, users.created_at
    from blocks join users on users.id = blocks.blocked
    where blocks.blocker = (select id from users where id = ? and created_at / 1000 = ?)`);

  // `not indexed`: everybody is read anyway, and in the table's own order that is a third faster.
  const selectUsers = database.prepare(`
    select ${USER_COLUMNS}, ${MESSAGE_COLUMNS}, unseen.count as unseen, blocks.blocked
    from users not indexed
    left join conversations c on c.low = min(users.id, $reader) and c.high = max(users.id, $reader)
    left join messages m
      on m.seq = case when $reader = c.low then c.low_seq else c.high_seq end
    left join blocks on blocks.blocker = $reader and blocks.blocked = users.id
    left join (
      select sender, count(*) as count from messages
      where receiver = $reader and seen = 0 and hidden = 0 group by sender
    ) as unseen on unseen.sender = users.id
    where users.id <> $reader
      and (users.deleted_at is null or m.seq is not null)
      and exists (select 1 from users where id = $reader and created_at / 1000 = $second)
    order by m.seq desc nulls last, name_key, users.id`);

  // What is unseen grows with a new message alone, and that is the newest then: together they tell all changes.
  const selectMark = database.prepare(`
    with newest as (
      select max(seq) as seq from (
        select max(low_seq) as seq from conversations where low = $reader
        union all
        select max(high_seq) from conversations where high = $reader
      )
    )
    select mark || '-' || coalesce(m.seq || '-' || m.created_at, 'none') || '-' || (
      select count(*) from messages where receiver = $reader and seen = 0 and hidden = 0
    ) as mark
    from people_mark, newest left join messages m on m.seq = newest.seq`);

  const selectCount = database.prepare('select count(*) as count from users');

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

    listUsers(readerId) {
      const reader = parseId(readerId);
      const unseen: UnseenMessages = {};
      if (reader === undefined) return { users: [], unseen };
      const rows = selectUsers.all({ $reader: reader.key, $second: reader.second });
      const users = rows.map((row) => {
        const user = toListedUser(row, readerId, reader.key);
        if (row.unseen !== null) unseen[user._id] = readInteger(row, 'unseen');
        return user;
      });
      return { users, unseen };
    },

    markUserList(readerId) {
      const row = selectMark.get({ $reader: parseId(readerId)?.key ?? null });
      return `${readerId}-${readText(row ?? {}, 'mark')}`;
    },

    countUsers() {
      return readInteger(selectCount.get() ?? {}, 'count');
    },

    findPasswordHash(id) {
      const parsed = parseId(id);
      const row = parsed && selectPassword.get(parsed.key, parsed.second);
      return row && readText(row, 'password_hash');
    },

    listBlocked(blockerId) {
      const parsed = parseId(blockerId);
      return parsed ? selectBlocked.all(parsed.key, parsed.second).map(readUserId) : [];
    },
  };
}

function toListedUser(row: Row, readerId: UserId, readerKey: number): ListedUser {
  const user: ListedUser = { ...toUser(row), ...(row.blocked !== null && { blocked: true }) };
  if (row.message_seq === null) return user;
  const people =
    row.message_sender === readerKey
      ? { senderId: readerId, receiverId: user._id }
      : { senderId: user._id, receiverId: readerId };
  return { ...user, lastMessage: toMessage(row, people) };
}
