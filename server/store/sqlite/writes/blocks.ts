import type { DatabaseSync } from 'node:sqlite';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';
import type { KnownPairs } from './known-pairs.ts';

export function prepareBlockWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
  pairs: KnownPairs,
): Handlers<'setBlocked'> {
  const insert = database.prepare(
    `insert into blocks (blocker, blocked, last_seen_at)
    select id, $blocked, max(coalesce($seenAt, last_seen_at), coalesce(last_seen_at, $seenAt)) from users where id = $blocker
    on conflict do nothing`,
  );
  const remove = database.prepare('delete from blocks where blocker = ? and blocked = ?');

  return {
    setBlocked({ blockerId, blockedId, isBlocked, seenAt = null }) {
      const blocker = findPerson(blockerId);
      const blocked = findPerson(blockedId);
      if (blocker === undefined || blocked === undefined || blocker === blocked) return false;
      pairs.forgetAll();
      if (isBlocked) insert.run({ $blocker: blocker, $blocked: blocked, $seenAt: seenAt });
      else remove.run(blocker, blocked);
      return true;
    },
  };
}
