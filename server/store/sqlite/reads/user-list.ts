/**
 * The list of people: thousands of rows at once. So only columns that a list shows are read, and rows are arrays, which
 * take half the time of objects with twenty fields each.
 */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { UnseenMessages, UserId } from '../../../../src/protocol/entities.ts';
import type { ListedUser } from '../../../domain/ports/users.ts';
import { fromHides, HIDES } from '../../hides.ts';
import { formatId, parseId } from '../../ids.ts';
import { readTimes } from '../../rows.ts';

export interface UserList {
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
  place: 11,
  sentAt: 12,
  hides: 13,
} as const;

type Column = SQLOutputValue | undefined;
type ListRow = Record<number, Column>;

/** Characters of the last message; no list shows more. */
const TEXT_LENGTH = 200;

export function prepareUserList(database: DatabaseSync): (readerId: UserId) => UserList {
  // `not indexed`: everybody is read anyway, and the table's own order is a third faster.
  const select = database.prepare(`
    select users.id, users.created_at, users.full_name, users.bio, users.picture_id,
      case when (users.hides | (select hides from users where id = $reader)) & ${HIDES.presence}
        then null else users.last_seen_at end,
      users.deleted_at,
      case when $reader = c.low then c.low_unseen else c.high_unseen end,
      m.seq, m.sender, substr(m.text, 1, ${TEXT_LENGTH}), m.created_at,
      m.sent_at, users.hides
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
  const hides = fromHides(toInteger(row[AT.hides]));
  if (hides.length > 0) user.hides = hides;
  if (row[AT.seq] !== null) {
    const place = toInteger(row[AT.place]);
    const sentAt = row[AT.sentAt] === null ? null : toInteger(row[AT.sentAt]);
    user.lastMessage = {
      _id: formatId(toInteger(row[AT.seq]), place),
      senderId: row[AT.sender] === readerKey ? readerId : _id,
      ...readTimes(place, sentAt),
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
