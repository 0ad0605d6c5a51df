/** Reads the changes of a conversation, and what one of the two is told beside them. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_CHANGES } from '../../../src/protocol/changes.ts';
import type { UserId } from '../../../src/protocol/entities.ts';
import type { HeldSide, Side, StoredMessage } from '../../domain/ports/messages.ts';
import { changeMessage, REMEMBER } from '../change-message.ts';
import { parseId, toParameters } from '../ids.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  type Row,
  readInteger,
  readText,
  readUserId,
  SIDE_COLUMNS,
  SIDE_JOINS,
  toSide,
} from '../rows.ts';
import { LOCK_CONVERSATION, NEXT_NUMBER, READ_SIDE, type Value } from '../steps.ts';
import { CONVERSATION, toScope } from './message-reads.ts';
import type { IdempotencyKeys } from './message-writes.ts';
import type { CommitOrder } from './numbers.ts';
import type { Handlers } from './operations.ts';
import { prepareSteps } from './steps.ts';

interface ChangeReads {
  readEpoch(): string;
  readSide(readerId: UserId, peerId: UserId): Side;
  readBehind(readerId: UserId, held: readonly HeldSide[]): { peerId: UserId; side: Side }[];
  readChanges(
    readerId: UserId,
    peerId: UserId,
    asked: { after: number; limit: number },
  ): { messages: StoredMessage[]; count: number };
}

// New messages are in one index, changed ones in another; and hidden ones, which only their sender may see, in two more.
const WAYS = [
  ['messages_visible', 'm.hidden = 0 and m.deleted_at is null and m.change = m.seq', 'seq'],
  ['messages_changed', 'm.hidden = 0 and m.change <> m.seq', 'change'],
  [
    'messages_hidden',
    'm.hidden = 1 and m.deleted_at is null and m.sender = $reader and m.change = m.seq',
    'seq',
  ],
  [
    'messages_hidden_changed',
    'm.hidden = 1 and m.sender = $reader and m.change <> m.seq',
    'change',
  ],
] as const;

const ofReader = (column: string) =>
  `case when c.low = $reader then c.low_${column} else c.high_${column} end`;
const ofPeer = (column: string) =>
  `case when c.low = $reader then c.high_${column} else c.low_${column} end`;

/** The reader's side of the conversation `c`. */
const SIDE = `${ofReader('number')} as number, ${ofReader('turn')} as turn,
  ${ofReader('unseen')} as unseen, ${ofReader('newest')} as newest_seq,
  ${ofReader('seen_to')} as own_seen_seq,
  ${ofPeer('seen_told')} as seen_seq,
  ${ofPeer('delivered_told')} as delivered_seq`;

/** `toSide` reads its row. Parameters: key and second of the reader and of the peer; null for somebody unknown. */
function prepareReadSideRow(database: DatabaseSync): (values: readonly Value[]) => Row {
  const selectSide = database.prepare(`
    select ${SIDE_COLUMNS}
    from store left join (select ${SIDE} from conversations c where c.id = (${CONVERSATION})) as side
    ${SIDE_JOINS}`);

  return ([$reader = null, $readerSecond = null, $peer = null, $peerSecond = null]) =>
    selectSide.get({ $reader, $readerSecond, $peer, $peerSecond }) ?? {};
}

export function prepareChangeReads(database: DatabaseSync): ChangeReads {
  const readSideRow = prepareReadSideRow(database);

  // The order of these joins is fixed: for each held side, look up its conversation.
  const selectBehind = database.prepare(`
    select ${SIDE_COLUMNS}, side.id, side.created_at
    from store cross join (
      select peer.id, peer.created_at, ${SIDE}
      from json_each($held) as held
      cross join users peer
        on peer.id = held.value ->> 'peer' and peer.created_at / 1000 = held.value ->> 'second'
      left join conversations c on c.low = min($reader, peer.id) and c.high = max($reader, peer.id)
      where peer.id <> $reader and (
        held.value ->> 'epoch' <> (select epoch from store)
        or held.value ->> 'number' <> coalesce(${ofReader('number')}, 0)
        or held.value ->> 'turn' <> coalesce(${ofReader('turn')}, 0)
      )
    ) as side
    ${SIDE_JOINS}`);

  const selectChanges = database.prepare(`
    with talk as materialized (${CONVERSATION}), changed as materialized (
      ${WAYS.map(
        ([index, which, number]) => `
          select * from (
            select m.seq, m.change from messages m indexed by ${index}
            where m.conversation = (select id from talk) and ${which} and m.${number} > $after
            order by m.${number} limit ${MAX_CHANGES + 1}
          )`,
      ).join(' union all ')}
    )
    select (select count(*) from changed) as changes, ${MESSAGE_COLUMNS}
    from messages m ${MESSAGE_JOINS}
    where m.seq in (select seq from changed order by change limit $limit)
    order by m.change`);

  return {
    readEpoch: () => readText(database.prepare('select epoch from store').get() ?? {}, 'epoch'),

    readSide(readerId, peerId) {
      return toSide(readSideRow(toParameters(readerId, peerId)));
    },

    readBehind(readerId, held) {
      const reader = parseId(readerId)?.key;
      if (reader === undefined) return [];
      const those = held.flatMap(({ peerId, ...known }) => {
        const peer = parseId(peerId);
        return peer ? { peer: peer.key, second: peer.second, ...known } : [];
      });
      return selectBehind
        .all({ $reader: reader, $held: JSON.stringify(those) })
        .map((row) => ({ peerId: readUserId(row), side: toSide(row) }));
    },

    readChanges(readerId, peerId, { after, limit }) {
      const scope = toScope(readerId, peerId);
      if (!scope) return { messages: [], count: 0 };
      const rows = selectChanges.all({ ...scope.parameters, $after: after, $limit: limit });
      const [first] = rows;
      const count = first ? Math.min(readInteger(first, 'changes'), MAX_CHANGES + 1) : 0;
      return { messages: rows.map(scope.toStored), count };
    },
  };
}

export function prepareChangeWrites(
  database: DatabaseSync,
  order: CommitOrder,
  keys: Pick<IdempotencyKeys, 'prune'>,
): Handlers<'changeMessage'> {
  const readSideRow = prepareReadSideRow(database);
  const run = prepareSteps(database, ({ statement, values }) => {
    switch (statement) {
      case NEXT_NUMBER:
        return [{ number: order.nextNumber() }];
      case LOCK_CONVERSATION:
        return [];
      case READ_SIDE:
        return [readSideRow(values)];
      case REMEMBER:
        keys.prune();
        return undefined;
      default:
        return undefined;
    }
  });

  return {
    changeMessage: ({ at, ...asked }) => run(changeMessage(asked, at)),
  };
}
