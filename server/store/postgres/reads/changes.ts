/** Reads the changes of a conversation, and what one of the two is told beside them. */
import { MAX_CHANGES } from '../../../../src/protocol/changes.ts';
import type { ChangeStore } from '../../../domain/ports/changes.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, readInteger } from '../../rows.ts';
import { SIDE_COLUMNS, toSide } from '../../side.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';
import { CONVERSATION, toMessageBetween } from './conversation.ts';

const ofReader = (column: string) =>
  `case when c.low = $1 then c.low_${column} else c.high_${column} end`;
const ofPeer = (column: string) =>
  `case when c.low = $1 then c.high_${column} else c.low_${column} end`;

const selectNearest = (position: string) => `(
  select m.seq from messages m
  where m.hidden = 0 and m.deleted_at is null
    and (m.conversation, m.seq) >= (c.id, 0) and (m.conversation, m.seq) <= (c.id, ${position})
  order by m.conversation desc, m.seq desc limit 1
)`;

const SIDE = {
  name: 'read side',
  text: `
    select ${SIDE_COLUMNS}
    from store left join (
      select ${ofReader('number')} as number, ${ofReader('floor')} as floor, ${ofReader('turn')} as turn,
        ${ofReader('unseen')} as unseen, ${ofReader('newest')} as newest_seq,
        ${selectNearest(ofReader('seen_to'))} as own_seen_seq,
        ${selectNearest(ofPeer('seen_told'))} as seen_seq,
        ${selectNearest(ofPeer('delivered_told'))} as delivered_seq
      from conversations c where c.id = ${CONVERSATION}
    ) as side on true
    left join messages newest on newest.seq = side.newest_seq
    left join messages own_seen on own_seen.seq = side.own_seen_seq
    left join messages seen on seen.seq = side.seen_seq
    left join messages delivered on delivered.seq = side.delivered_seq`,
};

// New messages are in one index, changed ones in another; and hidden ones, which only their sender may see, in two more.
const VISIBLE = { which: 'm.hidden = 0', keys: ['m.conversation'], begin: CONVERSATION };
const OWN_HIDDEN = {
  which: 'm.hidden = 1',
  keys: ['m.conversation', 'm.sender'],
  begin: `${CONVERSATION}, $1`,
};
const WAYS = [VISIBLE, OWN_HIDDEN].flatMap((way) => [
  { ...way, which: `${way.which} and m.deleted_at is null and m.change = m.seq`, number: 'm.seq' },
  { ...way, which: `${way.which} and m.change <> m.seq`, number: 'm.change' },
]);

function walk({ which, keys, begin, number }: (typeof WAYS)[number]): string {
  const columns = [...keys, number].join();
  return `(
    select m.* from messages m
    where ${which} and (${columns}) > (${begin}, $5)
      and (${columns}) < (${begin}, ${Number.MAX_SAFE_INTEGER})
    order by ${columns} limit ${MAX_CHANGES + 1}
  )`;
}

const CHANGES = {
  name: 'read changes',
  text: `
    with changed as materialized (${WAYS.map(walk).join(' union all ')})
    select (select count(*) from changed) as changes, ${MESSAGE_COLUMNS}
    from (select * from changed order by change limit $6) as m ${MESSAGE_JOINS}
    order by m.change`,
};

export function createChangeReads({ query }: Pick<Database, 'query'>): ChangeStore {
  return {
    async readSide(readerId, peerId) {
      const [row] = await query(SIDE, toParameters(readerId, peerId));
      return toSide(row ?? {});
    },

    async readChanges(readerId, peerId, { after, limit }) {
      const rows = await query(CHANGES, [...toParameters(readerId, peerId), after, limit]);
      const [first] = rows;
      const count = first ? Math.min(readInteger(first, 'changes'), MAX_CHANGES + 1) : 0;
      return { messages: rows.map((row) => toMessageBetween(row, readerId, peerId)), count };
    },
  };
}
