import type { UserId } from '../../src/protocol/entities.ts';
import type { BlockChange, Blocker, BlocksBetween } from '../domain/ports/users.ts';
import { parseId, toParameters } from './ids.ts';
import { HIDES, readBoolean, readInteger, readUserId, toBlocker } from './rows.ts';
import { ask, askOne, defineStatement, type Steps } from './steps.ts';

const FIND_PAIR = defineStatement(`
  select one.id as blocker, other.id as blocked from users one, users other
  where one.id = $1 and one.created_at / 1000 = $2 and one.deleted_at is null
    and other.id = $3 and other.created_at / 1000 = $4 and other.deleted_at is null
    and one.id <> other.id`);

// A message that checked for blocks before this one holds the row of the conversation until its commit. So it is stored
// before this block, and later messages find the block. This also holds for the first message of a conversation.
const LOCK_CONVERSATION = defineStatement(
  `insert into conversations (low, high) values ($1, $2)
  on conflict (low, high) do update set low_unseen = conversations.low_unseen`,
  '',
);

const BLOCK = defineStatement(`
  insert into blocks (blocker, blocked, last_seen_at)
  select id, $2, case when last_seen_at > $3 then last_seen_at else coalesce($3, last_seen_at) end
  from users where id = $1
  on conflict do nothing`);

const UNBLOCK = defineStatement('delete from blocks where blocker = $1 and blocked = $2');

const BETWEEN = defineStatement(`
  select true as is_own, last_seen_at from blocks where blocker = $1 and blocked = $2
  union all
  select false, last_seen_at from blocks where blocker = $2 and blocked = $1`);

export const LIST_BLOCKED = defineStatement(`
  select users.id, users.created_at
  from blocks join users on users.id = blocks.blocked
  where blocks.blocker = (select id from users where id = $1 and created_at / 1000 = $2)`);

const LIST_BLOCKERS = defineStatement(`
  select users.id, users.created_at,
    case when ((users.hides | own.hides) & ${HIDES.presence}) > 0
      then null else blocks.last_seen_at end as last_seen_at
  from blocks
  join users on users.id = blocks.blocker
  join users own on own.id = blocks.blocked
  where blocks.blocked = (select id from users where id = $1 and created_at / 1000 = $2)`);

export function* setBlocked(
  { blockerId, blockedId, isBlocked }: BlockChange,
  seenAt?: number,
): Steps<boolean> {
  const row = yield* askOne(FIND_PAIR, ...toParameters(blockerId, blockedId));
  if (!row) return false;
  const [blocker, blocked] = [readInteger(row, 'blocker'), readInteger(row, 'blocked')];
  if (isBlocked) {
    yield* ask(LOCK_CONVERSATION, Math.min(blocker, blocked), Math.max(blocker, blocked));
    yield* ask(BLOCK, blocker, blocked, seenAt ?? null);
  } else yield* ask(UNBLOCK, blocker, blocked);
  return true;
}

export function* findBlocks(userId: UserId, otherId: UserId): Steps<BlocksBetween> {
  const rows = yield* ask(BETWEEN, parseId(userId)?.key ?? null, parseId(otherId)?.key ?? null);
  const theirs = rows.find((row) => !readBoolean(row, 'is_own'));
  return {
    hasBlocked: rows.some((row) => readBoolean(row, 'is_own')),
    ...(theirs && { blocker: toBlocker(theirs, otherId) }),
  };
}

export function* listBlocked(blockerId: UserId): Steps<UserId[]> {
  return (yield* ask(LIST_BLOCKED, ...toParameters(blockerId))).map(readUserId);
}

export function* listBlockers(blockedId: UserId): Steps<Blocker[]> {
  const rows = yield* ask(LIST_BLOCKERS, ...toParameters(blockedId));
  return rows.map((row) => toBlocker(row, readUserId(row)));
}
