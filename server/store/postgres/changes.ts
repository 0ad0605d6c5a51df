/** Changes of messages: reading and making them, and what one of the two is told beside them. */
import { MAX_CHANGES } from '../../../src/protocol/changes.ts';
import type { ChangeStore } from '../../domain/ports/messages.ts';
import type { Clock } from '../../domain/ports/store.ts';
import { changeMessage } from '../change-message.ts';
import { parseId, toParameters } from '../ids.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  readInteger,
  readUserId,
  selectSide,
  toMessageBetween,
  toSide,
} from '../rows.ts';
import { READ_SIDE } from '../steps.ts';
import { type createOneAtATime, type Database, type Query, runSteps } from './database.ts';
import { CONVERSATION } from './message-reads.ts';

const SIDE = {
  name: 'read side',
  text: `
    select store.epoch, ${selectSide('$1')}
    from store left join conversations c on c.id = ${CONVERSATION}`,
};

const BEHIND = {
  name: 'read behind',
  text: `
    select side.* from (
      select store.epoch, peer.id, peer.created_at, ${selectSide('$1')},
        held.epoch as held_epoch, held.number as held_number, held.version as held_version
      from store
      cross join unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[])
        as held (peer, second, epoch, number, version)
      join users peer on peer.id = held.peer and peer.created_at / 1000 = held.second
      left join conversations c
        on c.low = least($1::bigint, peer.id) and c.high = greatest($1::bigint, peer.id)
      where peer.id <> $1
    ) as side
    where held_epoch <> epoch or held_number <> number or held_version <> version`,
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

export function createChangeReads({
  query,
}: Pick<Database, 'query'>): Omit<ChangeStore, 'changeMessage'> {
  return {
    async readSide(readerId, peerId) {
      const [row] = await query(SIDE, toParameters(readerId, peerId));
      return toSide(row ?? {});
    },

    async readBehind(readerId, held) {
      const peers = held.map(({ peerId }) => toParameters(peerId));
      const rows = await query(BEHIND, [
        parseId(readerId)?.key ?? null,
        peers.map(([key]) => key),
        peers.map(([, second]) => second),
        held.map(({ epoch }) => epoch),
        held.map(({ number }) => number),
        held.map(({ version }) => version),
      ]);
      return rows.map((row) => ({ peerId: readUserId(row), side: toSide(row) }));
    },

    async readChanges(readerId, peerId, { after, limit }) {
      const rows = await query(CHANGES, [...toParameters(readerId, peerId), after, limit]);
      const [first] = rows;
      const count = first ? Math.min(readInteger(first, 'changes'), MAX_CHANGES + 1) : 0;
      return { messages: rows.map((row) => toMessageBetween(row, readerId, peerId)), count };
    },
  };
}

export function createChangeWrites(
  { transact }: Pick<Database, 'transact'>,
  inTurn: ReturnType<typeof createOneAtATime>,
  clock: Clock,
): Pick<ChangeStore, 'changeMessage'> {
  return {
    changeMessage: (asked) =>
      inTurn(asked.personId, () =>
        transact((query) => runSteps(withSides(query), changeMessage(asked, clock()))),
      ),
  };
}

const withSides =
  (query: Query): Query =>
  (statement, values) =>
    query(statement === READ_SIDE ? SIDE : statement, values);
