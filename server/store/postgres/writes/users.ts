import { toEmailKey } from '../../../domain/email-key.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { UserStore } from '../../../domain/ports/users.ts';
import { toNameKey } from '../../name-key.ts';
import { toUser, USER_COLUMNS } from '../../rows.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';

const CREATE = {
  name: 'create user',
  text: `
    insert into users (full_name, name_key, email, email_key, password_hash, bio, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (email_key) do nothing
    returning ${USER_COLUMNS}`,
};

const UPDATE_PROFILE = {
  name: 'update profile',
  text: `
    update users set
      full_name = $3, name_key = $4, bio = $5,
      picture_id = coalesce($6, picture_id),
      picture_width = coalesce($7, picture_width),
      picture_height = coalesce($8, picture_height)
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
    returning ${USER_COLUMNS}`,
};

const SET_LAST_SEEN = {
  name: 'set last seen',
  text: `
    update users set last_seen_at = $3
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
      and (last_seen_at is null or last_seen_at < $3)`,
};

export function createUserWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): Pick<UserStore, 'createUser' | 'updateProfile' | 'setLastSeen'> {
  return {
    async createUser({ fullName, email, passwordHash, bio }) {
      const names = [fullName, toNameKey(fullName), email, toEmailKey(email)];
      const [row] = await query(CREATE, [...names, passwordHash, bio, clock()]);
      if (!row) throw new DomainError('emailTaken', 'There is already an account with this email.');
      return toUser(row);
    },

    async updateProfile(id, { fullName, bio, picture }) {
      const [row] = await query(UPDATE_PROFILE, [
        ...toParameters(id),
        fullName,
        toNameKey(fullName),
        bio,
        picture?.id ?? null,
        picture?.width ?? null,
        picture?.height ?? null,
      ]);
      return row && toUser(row);
    },

    async setLastSeen(id, at) {
      await query(SET_LAST_SEEN, [...toParameters(id), at]);
    },
  };
}
