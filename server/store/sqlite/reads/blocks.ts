import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../../src/protocol/entities.ts';
import type { Blocker, BlocksBetween } from '../../../domain/ports/blocks.ts';
import { HIDES } from '../../hides.ts';
import { parseId } from '../../ids.ts';
import { readUserId, toBlocker } from '../../rows.ts';

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
