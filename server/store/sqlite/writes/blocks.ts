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
    'insert into blocks (blocker, blocked) values (?, ?) on conflict do nothing',
  );
  const remove = database.prepare('delete from blocks where blocker = ? and blocked = ?');

  return {
    setBlocked({ blockerId, blockedId, isBlocked }) {
      const blocker = findPerson(blockerId);
      const blocked = findPerson(blockedId);
      if (blocker === undefined || blocked === undefined || blocker === blocked) return false;
      pairs.forgetAll();
      (isBlocked ? insert : remove).run(blocker, blocked);
      return true;
    },
  };
}
