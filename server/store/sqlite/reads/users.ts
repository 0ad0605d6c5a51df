import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../../src/protocol/entities.ts';
import { toEmailKey } from '../../../domain/email-key.ts';
import type { StoredUser } from '../../../domain/ports/users.ts';
import { parseId } from '../../ids.ts';
import { readText, toUser, USER_COLUMNS } from '../../rows.ts';
import { prepareUserList, type UserList } from './user-list.ts';

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
