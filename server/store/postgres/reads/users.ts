import { toEmailKey } from '../../../domain/email-key.ts';
import type { UserStore } from '../../../domain/ports/users.ts';
import { parseId } from '../../ids.ts';
import { toParameters } from '../../parameters.ts';
import { readText, toUser, USER_COLUMNS } from '../../rows.ts';
import type { Database } from '../database.ts';
import { createUserList } from './user-list.ts';

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
