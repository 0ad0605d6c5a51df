import type { DatabaseSync } from 'node:sqlite';
import { toNameKey } from '../../../../src/protocol/name-key.ts';
import { toEmailKey } from '../../../domain/email-key.ts';
import { DomainError } from '../../../domain/errors.ts';
import { toHides } from '../../hides.ts';
import { toPlace } from '../../message-times.ts';
import { toUser, USER_COLUMNS } from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';

type UserWrites = Handlers<'createUser' | 'updateProfile' | 'setHidden' | 'setLastSeen'>;

export function prepareUserWrites(database: DatabaseSync, findPerson: FindPerson): UserWrites {
  const insert = database.prepare(`
    insert into users (full_name, name_key, email, email_key, password_hash, bio, created_at)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (email_key) do nothing
    returning ${USER_COLUMNS}`);

  const selectPicture = database.prepare('select picture_id as id from users where id = ?');
  const selectNamed = database.prepare(`
    select 1 where exists (select 1 from messages where picture_id = ?1)
      or exists (select 1 from users where picture_id = ?1)`);

  const updateProfile = database.prepare(`
    update users set
      full_name = $fullName, name_key = $nameKey, bio = $bio,
      picture_id = iif($keepsPicture, picture_id, $pictureId),
      picture_width = iif($keepsPicture, picture_width, $pictureWidth),
      picture_height = iif($keepsPicture, picture_height, $pictureHeight)
    where id = $user
    returning ${USER_COLUMNS}`);

  const updateHides = database.prepare(
    `update users set hides = ? where id = ? returning ${USER_COLUMNS}`,
  );

  // A late write must not replace a later time; one far ahead comes from a wrong clock.
  const updateLastSeen = database.prepare(`
    update users set last_seen_at =
      case when last_seen_at between $at and $at + 60000 then last_seen_at else $at end
    where id = $user`);

  return {
    createUser({ fullName, email, passwordHash, bio, at }) {
      const names = [fullName, toNameKey(fullName), email, toEmailKey(email)];
      const row = insert.get(...names, passwordHash, bio, toPlace(at));
      if (!row) throw new DomainError('emailTaken', 'An account with this email already exists.');
      return toUser(row);
    },

    updateProfile({ id, fullName, bio, picture }) {
      const user = findPerson(id) ?? null;
      const before = selectPicture.get(user)?.id ?? null;
      const row = updateProfile.get({
        $user: user,
        $fullName: fullName,
        $nameKey: toNameKey(fullName),
        $bio: bio,
        $keepsPicture: picture === undefined ? 1 : 0,
        $pictureId: picture?.id ?? null,
        $pictureWidth: picture?.width ?? null,
        $pictureHeight: picture?.height ?? null,
      });
      if (!row) return undefined;
      const isUnnamed = typeof before === 'string' && !selectNamed.get(before);
      return { user: toUser(row), ...(isUnnamed && { unnamedPicture: before }) };
    },

    setHidden({ id, hides }) {
      const row = updateHides.get(toHides(hides), findPerson(id) ?? null);
      return row && toUser(row);
    },

    setLastSeen({ id, at }) {
      updateLastSeen.run({ $user: findPerson(id) ?? null, $at: at });
    },
  };
}
