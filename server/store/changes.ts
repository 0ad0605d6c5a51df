/** Reading changes of messages, and what one of the two is told beside them. */
import { MAX_CHANGES } from '../../src/protocol/changes.ts';
import type { UserId } from '../../src/protocol/entities.ts';
import type { KnownSide, Side, StoredMessage } from '../domain/ports/messages.ts';
import { parseId, toParameters } from './ids.ts';
import { bothWays, inTalk, TALK, walkPostgres } from './messages.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  readInteger,
  readUserId,
  selectSide,
  toMessageBetween,
  toSide,
} from './rows.ts';
import { ask, askOne, defineStatement, type Steps } from './steps.ts';

const READ_SIDE = defineStatement(`
  ${TALK} select store.epoch, ${selectSide('$1')}
  from store left join conversations c on c.id = (select id from talk)`);

// The order of SQLite's joins is fixed: for each known side, look up its conversation.
const READ_BEHIND = defineStatement(
  `select side.* from (
    select store.epoch, peer.id, peer.created_at, ${selectSide('$1')},
      known.epoch as known_epoch, known.number as known_number, known.version as known_version
    from store
    cross join jsonb_to_recordset($2::jsonb)
      as known (peer bigint, second bigint, epoch text, number bigint, version bigint)
    join users peer on peer.id = known.peer and peer.created_at / 1000 = known.second
    left join conversations c
      on c.low = least($1::bigint, peer.id) and c.high = greatest($1::bigint, peer.id)
    where peer.id <> $1
  ) as side
  where known_epoch <> epoch or known_number <> number or known_version <> version`,
  `select side.* from (
    select store.epoch, peer.id, peer.created_at, ${selectSide('$1')}, known.value as known
    from store
    cross join json_each($2) as known
    cross join users peer
      on peer.id = known.value ->> 'peer' and peer.created_at / 1000 = known.value ->> 'second'
    left join conversations c on c.low = min($1, peer.id) and c.high = max($1, peer.id)
    where peer.id <> $1
  ) as side
  where known ->> 'epoch' <> epoch or known ->> 'number' <> number or known ->> 'version' <> version`,
);

// New messages are in one index, changed ones in another; and hidden ones, which only their sender may see, in two more.
const NEW = bothWays(
  'm.deleted_at is null and m.change = m.seq',
  'messages_visible',
  'messages_hidden',
);
const CHANGED = bothWays('m.change <> m.seq', 'messages_changed', 'messages_hidden_changed');
const WAYS = [
  ...NEW.map((way) => ({ ...way, column: 'm.seq' })),
  ...CHANGED.map((way) => ({ ...way, column: 'm.change' })),
];

/** After `$5`, at most `$6`. */
const READ_CHANGES = defineStatement(
  `${TALK}, changed as materialized (${WAYS.map((way) =>
    walkPostgres(way, { column: way.column, after: '$5' }, { limit: MAX_CHANGES + 1 }),
  ).join(' union all ')})
  select (select count(*) from changed) as changes, ${MESSAGE_COLUMNS}
  from (select * from changed order by change limit $6) as m ${MESSAGE_JOINS}
  order by m.change`,
  `${TALK}, changed as materialized (
    ${WAYS.map(
      (way) => `
        select * from (
          select m.seq, m.change ${inTalk(way)} and ${way.column} > $5
          order by ${way.column} limit ${MAX_CHANGES + 1}
        )`,
    ).join(' union all ')}
  )
  select (select count(*) from changed) as changes, ${MESSAGE_COLUMNS}
  from messages m ${MESSAGE_JOINS}
  where m.seq in (select seq from changed order by change limit $6)
  order by m.change`,
);

export function* readSide(readerId: UserId, peerId: UserId): Steps<Side> {
  return toSide((yield* askOne(READ_SIDE, ...toParameters(readerId, peerId))) ?? {});
}

export function* readBehind(
  readerId: UserId,
  known: readonly KnownSide[],
): Steps<{ peerId: UserId; side: Side }[]> {
  const those = known.map(({ peerId, ...cursor }) => {
    const [peer, second] = toParameters(peerId);
    return { peer, second, ...cursor };
  });
  const rows = yield* ask(READ_BEHIND, parseId(readerId)?.key ?? null, JSON.stringify(those));
  return rows.map((row) => ({ peerId: readUserId(row), side: toSide(row) }));
}

export function* readChanges(
  readerId: UserId,
  peerId: UserId,
  { after, limit }: { after: number; limit: number },
): Steps<{ messages: StoredMessage[]; count: number }> {
  const rows = yield* ask(READ_CHANGES, ...toParameters(readerId, peerId), after, limit);
  const [first] = rows;
  const count = first ? Math.min(readInteger(first, 'changes'), MAX_CHANGES + 1) : 0;
  return { messages: rows.map((row) => toMessageBetween(row, readerId, peerId)), count };
}
