import { toEmailKey } from '../../../domain/email-key.ts';
import type { UserStore } from '../../../domain/ports/users.ts';
import { parseId } from '../../ids.ts';
import { readText, toUser, USER_COLUMNS } from '../../rows.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';
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

// Numbers of different conversations are committed in any order, but they increase within each: any new message
// increases their sum. The unseen count grows only with a new message.
const LIST_VERSION = {
  name: 'version of the list',
  text: `
    with newest as (
      select coalesce(sum(seq), 0) as total, max(seq) as seq from (
        select low_seq as seq from conversations where low = $1
        union all
        select high_seq from conversations where high = $1
      ) as own
    )
    select concat_ws('-', mark, newest.total, m.created_at,
      (select count(*) from messages where receiver = $1 and not seen and not hidden),
      (select string_agg(blocked::text, ',' order by blocked) from blocks where blocker = $1)
    ) as version
    from people_mark, newest left join messages m on m.seq = newest.seq`,
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
