/**
 * Changes to a whole account: password and deletion. The person's row is locked first, as for creating a session. So no
 * session is created meanwhile that these would not end, and the later of two changes sees the password of the earlier
 * one.
 */
import type { Clock } from '../../../domain/ports/clock.ts';
import type { UserStore } from '../../../domain/ports/users.ts';
import { toParameters } from '../../parameters.ts';
import { readText, toUser, USER_COLUMNS } from '../../rows.ts';
import type { Database, Query } from '../database.ts';

const HOLD = {
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

const FORGET_PLACES = {
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
      last_seen_at = null, hides = 0, deleted_at = $3
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
        const [row] = await query(HOLD, [...toParameters(userId), verifiedHash]);
        if (!row) return undefined;
        await query(UPDATE_PASSWORD, [row.id, passwordHash]);
        return endSessionsBut(query, keptTokenHash, row.id);
      });
    },

    deleteUser({ id, verifiedHash, fullName }) {
      return transact(async (query) => {
        const [row] = await query(HOLD, [...toParameters(id), verifiedHash]);
        if (!row) return undefined;
        const { picture } = toUser(row);
        const tokenHashes = await endSessionsBut(query, '', row.id);
        await query(FORGET_BLOCKS, [row.id]);
        await query(FORGET_PLACES, [row.id]);
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
