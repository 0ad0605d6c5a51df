import type { DatabaseSync } from 'node:sqlite';
import type { UnseenMessages, UserId } from '../../../../src/protocol/entities.ts';
import type { ListedUser, StoredUser } from '../../../domain/ports.ts';
import { parseId } from '../../ids.ts';
import { toEmailKey } from '../../text-keys.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readInteger,
  readText,
  toMessage,
  toUser,
  USER_COLUMNS,
} from '../rows.ts';

export interface UserReads {
  findUser(id: UserId): StoredUser | undefined;
  findCredentials(email: string): { user: StoredUser; passwordHash: string } | undefined;
  listUsers(readerId: UserId): { users: ListedUser[]; unseen: UnseenMessages };
  countUsers(): number;
}

export function prepareUserReads(database: DatabaseSync): UserReads {
  const selectUser = database.prepare(
    `select ${USER_COLUMNS} from users where id = ? and created_at / 1000 = ?`,
  );

  const selectCredentials = database.prepare(
    `select ${USER_COLUMNS}, password_hash from users where email_key = ?`,
  );

  // `not indexed`: everybody is read anyway, and in the table's own order that is a third faster.
  const selectUsers = database.prepare(`
    select ${USER_COLUMNS}, ${MESSAGE_COLUMNS}, unseen.count as unseen
    from users not indexed
    left join conversations c on c.low = min(users.id, $reader) and c.high = max(users.id, $reader)
    left join messages m on m.seq = c.last_seq
    left join (
      select sender, count(*) as count from messages
      where receiver = $reader and seen = 0 group by sender
    ) as unseen on unseen.sender = users.id
    where users.id <> $reader
      and exists (select 1 from users where id = $reader and created_at / 1000 = $second)
    order by c.last_seq desc nulls last, name_key, users.id`);

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

    countUsers() {
      return readInteger(selectCount.get() ?? {}, 'count');
    },
  };
}

function toListedUser(row: Row, readerId: UserId, readerKey: number): ListedUser {
  const user = toUser(row);
  if (row.message_seq === null) return user;
  const people =
    row.message_sender === readerKey
      ? { senderId: readerId, receiverId: user._id }
      : { senderId: user._id, receiverId: readerId };
  return { ...user, lastMessage: toMessage(row, people) };
}
