import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../src/protocol/entities.ts';
import type { Blocker, BlocksBetween } from '../../domain/ports/users.ts';
import { parseId } from '../ids.ts';
import { HIDES, readUserId, toBlocker } from '../rows.ts';
import type { Handlers } from './operations.ts';
import type { FindPerson } from './users.ts';

interface BlockReads {
  findBlocks(userId: UserId, otherId: UserId): BlocksBetween;
  listBlocked(blockerId: UserId): UserId[];
  listBlockers(blockedId: UserId): Blocker[];
}

export function prepareBlockReads(database: DatabaseSync): BlockReads {
  const selectBlocked = database.prepare(`
    select users.id, users.created_at
    from blocks join users on users.id = blocks.blocked
    where blocks.blocker = (select id from users where id = ? and created_at / 1000 = ?)`);
  const selectBlockers = database.prepare(`
    select users.id, users.created_at,
      case when (users.hides | own.hides) & ${HIDES.presence}
        then null else blocks.last_seen_at end as last_seen_at
    from blocks
    join users on users.id = blocks.blocker
    join users own on own.id = blocks.blocked
    where blocks.blocked = (select id from users where id = ? and created_at / 1000 = ?)`);

  const selectBlock = database.prepare(
    'select last_seen_at from blocks where blocker = ? and blocked = ?',
  );

  return {
    findBlocks(userId, otherId) {
      const [key = null, otherKey = null] = [parseId(userId)?.key, parseId(otherId)?.key];
      const theirs = selectBlock.get(otherKey, key);
      return {
        hasBlocked: selectBlock.get(key, otherKey) !== undefined,
        ...(theirs && { blocker: toBlocker(theirs, otherId) }),
      };
    },

    listBlocked(blockerId) {
      const parsed = parseId(blockerId);
      return parsed ? selectBlocked.all(parsed.key, parsed.second).map(readUserId) : [];
    },

    listBlockers(blockedId) {
      const parsed = parseId(blockedId);
      return parsed
        ? selectBlockers
            .all(parsed.key, parsed.second)
            .map((row) => toBlocker(row, readUserId(row)))
        : [];
    },
  };
}

export function prepareBlockWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
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
      if (isBlocked) insert.run({ $blocker: blocker, $blocked: blocked, $seenAt: seenAt });
      else remove.run(blocker, blocked);
      return true;
    },
  };
}
