import type { UserId } from '../../../../src/protocol/entities.ts';
import { toEmailKey } from '../../../domain/email-key.ts';
import type { UserStore } from '../../../domain/ports/users.ts';
import { readText, readUserId, toUser, USER_COLUMNS } from '../../rows.ts';
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

const BLOCKED = {
  name: 'list blocked',
  text: `
    select users.id, users.created_at
    from blocks join users on users.id = blocks.blocked
    where blocks.blocker = (select id from users where id = $1 and created_at / 1000 = $2)`,
};

type UserReads = Pick<
  UserStore,
  'findUser' | 'findCredentials' | 'listUsers' | 'findPasswordHash'
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

    listUsers: createUserList({ query }),

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
