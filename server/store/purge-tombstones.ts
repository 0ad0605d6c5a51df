/** Removes what is left of messages that were deleted for both long ago, in one transaction. */
import { type Row, readBoolean, readInteger } from './rows.ts';
import { ask, LOCK_CONVERSATION, type Steps } from './steps.ts';

/** Of one transaction, which holds their conversations for some ms. */
export const PURGE_SLICE = 50;

const OLD = {
  name: 'list old tombstones',
  text: `
    select m.seq, m.conversation, m.change, m.hidden, m.sender = c.low as is_from_low
    from messages m join conversations c on c.id = m.conversation
    where m.deleted_at < $1
    order by m.deleted_at limit ${PURGE_SLICE}`,
};

/** `$2` and `$3`: whether the side could see the message, whose last change was `$4`. */
const RAISE_FLOORS = {
  name: 'raise floors',
  text: `
    update conversations set
      low_floor = case when $2 = 1 and low_floor < $4 then $4 else low_floor end,
      high_floor = case when $3 = 1 and high_floor < $4 then $4 else high_floor end
    where id = $1`,
};

const REMOVE_MARKS = {
  name: 'remove marks of tombstone',
  text: `
    delete from marks where conversation = $1 and seq = $2 and cleared = 0
      and person in (select low from conversations where id = $1 union all select high from conversations where id = $1)`,
};

const REMOVE = { name: 'remove tombstone', text: 'delete from messages where seq = $1' };

/** Answers how many; at most `PURGE_SLICE`. */
export function* purgeTombstones(before: number): Steps<number> {
  const rows = yield* ask(OLD, before);
  for (const row of rows) yield* purge(row);
  return rows.length;
}

function* purge(row: Row): Steps<void> {
  const [seq, conversation] = [readInteger(row, 'seq'), readInteger(row, 'conversation')];
  const isHidden = readBoolean(row, 'hidden');
  const isFromLow = readBoolean(row, 'is_from_low');
  yield* ask(LOCK_CONVERSATION, seq);
  const isFor = (isOwn: boolean) => Number(isOwn || !isHidden);
  const change = readInteger(row, 'change');
  yield* ask(RAISE_FLOORS, conversation, isFor(isFromLow), isFor(!isFromLow), change);
  yield* ask(REMOVE_MARKS, conversation, seq);
  yield* ask(REMOVE, seq);
}
