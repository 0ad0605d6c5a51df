/** The list of people: thousands of rows at once, so only columns that a list shows are read. */
import type { UserId } from '../../../../src/protocol/entities.ts';
import type { ListedUser, UserStore } from '../../../domain/ports/users.ts';
import { HIDES } from '../../hides.ts';
import { formatId, parseId } from '../../ids.ts';
import { toParameters } from '../../parameters.ts';
import {
  type Row,
  readHides,
  readInteger,
  readIntegerOrNull,
  readText,
  readTimes,
  readUserId,
} from '../../rows.ts';
import type { Database } from '../database.ts';

/** Characters of the last message; no list shows more. */
const TEXT_LENGTH = 200;

// The newest messages are read for the reader's own conversations only, not for all people.
const LIST = {
  name: 'list users',
  text: `
    select users.id, users.created_at, users.full_name, users.bio, users.picture_id,
      case when ((users.hides | (select hides from users own where own.id = $1)) & ${HIDES.presence}) > 0
        then null else users.last_seen_at end as last_seen_at,
      users.deleted_at, users.hides, m.unseen,
      m.seq, m.sender, left(m.text, ${TEXT_LENGTH}) as text, m.created_at as place, m.sent_at
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

export function createUserList({ query }: Pick<Database, 'query'>): UserStore['listUsers'] {
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
  if (row.seq !== null) {
    const place = readInteger(row, 'place');
    user.lastMessage = {
      _id: formatId(readInteger(row, 'seq'), place),
      senderId: row.sender === readerKey ? readerId : _id,
      ...readTimes(place, readIntegerOrNull(row, 'sent_at')),
    };
    if (row.text !== null) user.lastMessage.text = readText(row, 'text');
  }
  return user;
}
