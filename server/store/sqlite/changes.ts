/** Changes of messages: reading and making them, and what one of the two is told beside them. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_CHANGES } from '../../../src/protocol/changes.ts';
import type { UserId } from '../../../src/protocol/entities.ts';
import type { HeldSide, Side, StoredMessage } from '../../domain/ports/messages.ts';
import { changeMessage } from '../change-message.ts';
import { parseId, toParameters } from '../ids.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  type Row,
  readInteger,
  readText,
  readUserId,
  selectSide,
  toSide,
} from '../rows.ts';
import { LOCK_CONVERSATION, NEXT_NUMBER, READ_SIDE, type Value } from '../steps.ts';
import { CONVERSATION, toScope } from './message-reads.ts';
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

/** `toSide` reads its row. Parameters: key and second of the reader and of the peer; null for somebody unknown. */
function prepareReadSideRow(database: DatabaseSync): (values: readonly Value[]) => Row {
  const select = database.prepare(`
    select store.epoch, ${selectSide('$reader')}
    from store left join conversations c on c.id = (${CONVERSATION})`);

  return ([$reader = null, $readerSecond = null, $peer = null, $peerSecond = null]) =>
    select.get({ $reader, $readerSecond, $peer, $peerSecond }) ?? {};
}

export function prepareChangeReads(database: DatabaseSync): ChangeReads {
  const readSideRow = prepareReadSideRow(database);

  // The order of these joins is fixed: for each held side, look up its conversation.
  const selectBehind = database.prepare(`
    select side.* from (
      select store.epoch, peer.id, peer.created_at, ${selectSide('$reader')}, held.value as held
      from store
      cross join json_each($held) as held
      cross join users peer
        on peer.id = held.value ->> 'peer' and peer.created_at / 1000 = held.value ->> 'second'
      left join conversations c on c.low = min($reader, peer.id) and c.high = max($reader, peer.id)
      where peer.id <> $reader
    ) as side
    where held ->> 'epoch' <> epoch or held ->> 'number' <> number or held ->> 'version' <> version`);

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
      default:
        return undefined;
    }
  });

  return {
    changeMessage: ({ at, ...asked }) => run(changeMessage(asked, at)),
  };
}
