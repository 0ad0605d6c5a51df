import type { BlockStore } from '../../domain/ports/users.ts';
import { parseId, toParameters } from '../ids.ts';
import { HIDES, readBoolean, readUserId, toBlocker } from '../rows.ts';
import type { Database } from './database.ts';

const PAIR = `
  select one.id as blocker, other.id as blocked, one.last_seen_at from users one, users other
  where one.id = $1 and one.created_at / 1000 = $2 and one.deleted_at is null
    and other.id = $3 and other.created_at / 1000 = $4 and other.deleted_at is null
    and one.id <> other.id`;

// A message that checked for blocks before this one holds the row of the conversation until its commit. So it is stored
// before this block, and later messages find the block. This also holds for the first message of a conversation.
const BLOCK = {
  name: 'block',
  text: `
    with pair as (${PAIR}), held as (
      insert into conversations (low, high)
      select least(blocker, blocked), greatest(blocker, blocked) from pair
      on conflict (low, high) do update set low_unseen = conversations.low_unseen
    ), changed as (
      insert into blocks (blocker, blocked, last_seen_at)
      select blocker, blocked, greatest(last_seen_at, $5) from pair
      on conflict do nothing
    )
    select exists (select from pair) as is_there`,
};

const UNBLOCK = {
  name: 'unblock',
  text: `
    with pair as (${PAIR}), changed as (
      delete from blocks using pair
      where blocks.blocker = pair.blocker and blocks.blocked = pair.blocked
    )
    select exists (select from pair) as is_there`,
};

const BETWEEN = {
  name: 'find blocks',
  text: `
    select true as is_own, last_seen_at from blocks where blocker = $1 and blocked = $2
    union all
    select false, last_seen_at from blocks where blocker = $2 and blocked = $1`,
};

const BLOCKED = {
  name: 'list blocked',
  text: `
    select users.id, users.created_at
    from blocks join users on users.id = blocks.blocked
    where blocks.blocker = (select id from users where id = $1 and created_at / 1000 = $2)`,
};

const BLOCKERS = {
  name: 'list blockers',
  text: `
    select users.id, users.created_at,
      case when ((users.hides | own.hides) & ${HIDES.presence}) > 0
        then null else blocks.last_seen_at end as last_seen_at
    from blocks
    join users on users.id = blocks.blocker
    join users own on own.id = blocks.blocked
    where blocks.blocked = (select id from users where id = $1 and created_at / 1000 = $2)`,
};

export function createBlocks({ query }: Pick<Database, 'query'>): BlockStore {
  return {
    async setBlocked({ blockerId, blockedId, isBlocked }, seenAt) {
      const people = toParameters(blockerId, blockedId);
      const [row = {}] = await (isBlocked
        ? query(BLOCK, [...people, seenAt ?? null])
        : query(UNBLOCK, people));
      return readBoolean(row, 'is_there');
    },

    async findBlocks(userId, otherId) {
      const keys = [userId, otherId].map((id) => parseId(id)?.key ?? null);
      const rows = await query(BETWEEN, keys);
      const theirs = rows.find((row) => !readBoolean(row, 'is_own'));
      return {
        hasBlocked: rows.some((row) => readBoolean(row, 'is_own')),
        ...(theirs && { blocker: toBlocker(theirs, otherId) }),
      };
    },

    async listBlocked(blockerId) {
      const rows = await query(BLOCKED, toParameters(blockerId));
      return rows.map(readUserId);
    },

    async listBlockers(blockedId) {
      const rows = await query(BLOCKERS, toParameters(blockedId));
      return rows.map((row) => toBlocker(row, readUserId(row)));
    },
  };
}
