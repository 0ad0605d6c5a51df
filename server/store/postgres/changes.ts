/** Reads the changes of a conversation, and what one of the two is told beside them. */
import { MAX_CHANGES } from '../../../src/protocol/changes.ts';
import type { ChangeStore } from '../../domain/ports/messages.ts';
import type { Clock, Report } from '../../domain/ports/store.ts';
import { changeMessage } from '../change-message.ts';
import { parseId, toParameters } from '../ids.ts';
import { KEYS_KEPT_MS } from '../key-age.ts';
import type { OperatingTime } from '../operating-time.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  readInteger,
  readUserId,
  SIDE_COLUMNS,
  SIDE_JOINS,
  toMessageBetween,
  toSide,
} from '../rows.ts';
import { READ_SIDE } from '../steps.ts';
import { type createOneAtATime, type Database, type Query, runSteps } from './database.ts';
import { CONVERSATION } from './message-reads.ts';

const ofReader = (column: string) =>
  `case when c.low = $1 then c.low_${column} else c.high_${column} end`;
const ofPeer = (column: string) =>
  `case when c.low = $1 then c.high_${column} else c.low_${column} end`;

/** The reader's side of the conversation `c`. */
const OF_SIDE = `${ofReader('number')} as number, ${ofReader('turn')} as turn,
  ${ofReader('unseen')} as unseen, ${ofReader('newest')} as newest_seq,
  ${ofReader('seen_to')} as own_seen_seq,
  ${ofPeer('seen_told')} as seen_seq,
  ${ofPeer('delivered_told')} as delivered_seq`;

const SIDE = {
  name: 'read side',
  text: `
    select ${SIDE_COLUMNS}
    from store left join (select ${OF_SIDE} from conversations c where c.id = ${CONVERSATION}) as side on true
    ${SIDE_JOINS}`,
};

const BEHIND = {
  name: 'read behind',
  text: `
    select ${SIDE_COLUMNS}, side.id, side.created_at
    from store cross join lateral (
      select peer.id, peer.created_at, ${OF_SIDE}
      from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[])
        as held (peer, second, epoch, number, turn)
      join users peer on peer.id = held.peer and peer.created_at / 1000 = held.second
      left join conversations c
        on c.low = least($1::bigint, peer.id) and c.high = greatest($1::bigint, peer.id)
      where peer.id <> $1 and (
        held.epoch <> store.epoch
        or held.number <> coalesce(${ofReader('number')}, 0)
        or held.turn <> coalesce(${ofReader('turn')}, 0)
      )
    ) as side
    ${SIDE_JOINS}`,
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
        held.map(({ turn }) => turn),
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

/** Deletes old idempotency keys that no client relies on any more, in small parts. */

const INTERVAL_MS = 10 * 60 * 1000;
const SLICE = 5_000;

// Skips rows that another node is deleting now.
const PRUNE = {
  name: 'prune keys',
  text: `
    with old as (
      select sender, key from operations where at < $1
      order by at limit ${SLICE}
      for update skip locked
    ), gone as (
      delete from operations using old
      where operations.sender = old.sender and operations.key = old.key
    )
    select count(*) as count from old`,
};

async function pruneKeys({ query }: Pick<Database, 'query'>, now: number): Promise<void> {
  for (;;) {
    const [row = {}] = await query(PRUNE, [now - KEYS_KEPT_MS]);
    if (readInteger(row, 'count') < SLICE) return;
  }
}

/** Prunes regularly; returns a function that stops it. A failure is passed to `report` and retried. */
export function pruneRegularly(
  database: Pick<Database, 'query'>,
  operatingTime: OperatingTime,
  report: Report,
): () => void {
  const prune = () =>
    void pruneKeys(database, operatingTime()).catch((error: unknown) =>
      report(error, 'old idempotency keys not deleted'),
    );
  prune();
  const timer = setInterval(prune, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
