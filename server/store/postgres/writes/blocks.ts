import type { BlockStore } from '../../../domain/ports/blocks.ts';
import { readBoolean } from '../../rows.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';

const PAIR = `
  select one.id as blocker, other.id as blocked from users one, users other
  where one.id = $1 and one.created_at / 1000 = $2 and one.deleted_at is null
    and other.id = $3 and other.created_at / 1000 = $4 and other.deleted_at is null
    and one.id <> other.id`;

const BLOCK = {
  name: 'block',
  text: `
    with pair as (${PAIR}), changed as (
      insert into blocks (blocker, blocked) select blocker, blocked from pair on conflict do nothing
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

export function createBlockWrites({
  query,
}: Pick<Database, 'query'>): Pick<BlockStore, 'setBlocked'> {
  return {
    async setBlocked({ blockerId, blockedId, isBlocked }) {
      const statement = isBlocked ? BLOCK : UNBLOCK;
      const [row = {}] = await query(statement, toParameters(blockerId, blockedId));
      return readBoolean(row, 'is_there');
    },
  };
}
