/** Changes to a whole account: password and deletion. */
import type { DatabaseSync } from 'node:sqlite';
import { readText, toUser, USER_COLUMNS } from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';
import type { KnownPairs } from './known-pairs.ts';

export function prepareAccountWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
  pairs: KnownPairs,
): Handlers<'changePassword' | 'deleteUser'> {
  const updatePassword = database.prepare(
    'update users set password_hash = ? where id = ? and password_hash = ?',
  );
  const endSessions = database.prepare(
    'delete from sessions where user = ? and token_hash <> ? returning token_hash',
  );

  const select = database.prepare(
    `select ${USER_COLUMNS} from users where id = ? and password_hash = ?`,
  );
  // Emails have no spaces, so this key is unique.
  const forget = database.prepare(`
    update users set
      full_name = $fullName, name_key = '', email = '', email_key = 'deleted ' || id,
      password_hash = '', bio = '', picture_id = null, picture_width = null, picture_height = null,
      last_seen_at = null, hides = 0, deleted_at = $at
    where id = $user
    returning ${USER_COLUMNS}`);
  const forgetBlocks = database.prepare('delete from blocks where ? in (blocker, blocked)');

  const forgetPlaces = database.prepare('delete from known_places where person = ?');

  function endSessionsBut(keptTokenHash: string, user: number): string[] {
    return endSessions.all(user, keptTokenHash).map((row) => readText(row, 'token_hash'));
  }

  return {
    changePassword({ userId, verifiedHash, passwordHash, keptTokenHash }) {
      const user = findPerson(userId);
      if (user === undefined) return undefined;
      const { changes } = updatePassword.run(passwordHash, user, verifiedHash);
      if (changes === 0) return undefined;
      return endSessionsBut(keptTokenHash, user);
    },

    deleteUser({ id, verifiedHash, fullName, at }) {
      const user = findPerson(id);
      const found = user && select.get(user, verifiedHash);
      if (!found) return undefined;
      pairs.forgetAll();
      const { picture } = toUser(found);
      const tokenHashes = endSessionsBut('', user);
      forgetBlocks.run(user);
      forgetPlaces.run(user);
      const row = forget.get({ $user: user, $fullName: fullName, $at: at });
      return { user: toUser(row ?? {}), ...(picture && { picture }), tokenHashes };
    },
  };
}
