import { toNameKey } from '../../../../src/protocol/name-key.ts';
import { toEmailKey } from '../../../domain/email-key.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Clock } from '../../../domain/ports/clock.ts';
import type { UserStore } from '../../../domain/ports/users.ts';
import { toHides } from '../../hides.ts';
import { toPlace } from '../../message-times.ts';
import { toParameters } from '../../parameters.ts';
import { toUser, USER_COLUMNS } from '../../rows.ts';
import type { Database } from '../database.ts';

const CREATE = {
  name: 'create user',
  text: `
    insert into users (full_name, name_key, email, email_key, password_hash, bio, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (email_key) do nothing
    returning ${USER_COLUMNS}`,
};

// Reads beside the change see the old state: the person's own row still names the picture.
const UPDATE_PROFILE = {
  name: 'update profile',
  text: `
    with before as (
      select id, picture_id from users
      where id = $1 and created_at / 1000 = $2 and deleted_at is null
      for no key update
    )
    update users set
      full_name = $3, name_key = $4, bio = $5,
      picture_id = case when $9 then users.picture_id else $6 end,
      picture_width = case when $9 then users.picture_width else $7 end,
      picture_height = case when $9 then users.picture_height else $8 end
    from before
    where users.id = before.id
    returning ${USER_COLUMNS},
      case when before.picture_id is distinct from users.picture_id
        and not exists (select from messages where picture_id = before.picture_id)
        and not exists (
          select from users other
          where other.picture_id = before.picture_id and other.id <> before.id
        )
      then before.picture_id end as unnamed_picture`,
};

const SET_HIDDEN = {
  name: 'set hidden',
  text: `
    update users set hides = $3
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
    returning ${USER_COLUMNS}`,
};

// Another node may have stored a later time; one far ahead comes from a wrong clock.
const SET_LAST_SEEN = {
  name: 'set last seen',
  text: `
    update users set last_seen_at = $3
    where id = $1 and created_at / 1000 = $2 and deleted_at is null
      and (last_seen_at is null or last_seen_at not between $3::bigint and $3::bigint + 60000)`,
};

export function createUserWrites(
  { query }: Pick<Database, 'query'>,
  clock: Clock,
): Pick<UserStore, 'createUser' | 'updateProfile' | 'setHidden' | 'setLastSeen'> {
  return {
    async createUser({ fullName, email, passwordHash, bio }) {
      const names = [fullName, toNameKey(fullName), email, toEmailKey(email)];
      const [row] = await query(CREATE, [...names, passwordHash, bio, toPlace(clock())]);
      if (!row) throw new DomainError('emailTaken', 'An account with this email already exists.');
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
        picture === undefined,
      ]);
      if (!row) return undefined;
      const { unnamed_picture } = row;
      return {
        user: toUser(row),
        ...(typeof unnamed_picture === 'string' && { unnamedPicture: unnamed_picture }),
      };
    },

    async setHidden(id, hides) {
      const [row] = await query(SET_HIDDEN, [...toParameters(id), toHides(hides)]);
      return row && toUser(row);
    },

    async setLastSeen(id, at) {
      await query(SET_LAST_SEEN, [...toParameters(id), at]);
    },
  };
}
