/** Reads the changes of a conversation, and what one of the two is told beside them. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_CHANGES } from '../../../../src/protocol/changes.ts';
import type { UserId } from '../../../../src/protocol/entities.ts';
import type { Side } from '../../../domain/ports/changes.ts';
import type { StoredMessage } from '../../../domain/ports/messages.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, readInteger } from '../../rows.ts';
import { SIDE_COLUMNS, toSide } from '../../side.ts';
import { CONVERSATION, toScope } from './conversation.ts';

interface ChangeReads {
  readSide(readerId: UserId, peerId: UserId): Side;
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

const selectNearest = (position: string) => `(
  select max(m.seq) from messages m indexed by messages_visible
  where m.conversation = c.id and m.hidden = 0 and m.deleted_at is null and m.seq <= ${position}
)`;

const ofReader = (column: string) =>
  `case when c.low = $reader then c.low_${column} else c.high_${column} end`;
const ofPeer = (column: string) =>
  `case when c.low = $reader then c.high_${column} else c.low_${column} end`;

export function prepareChangeReads(database: DatabaseSync): ChangeReads {
  const selectSide = database.prepare(`
    select ${SIDE_COLUMNS}
    from store left join (
      select ${ofReader('number')} as number, ${ofReader('floor')} as floor, ${ofReader('turn')} as turn,
        ${ofReader('unseen')} as unseen, ${ofReader('newest')} as newest_seq,
        ${selectNearest(ofReader('seen_to'))} as own_seen_seq,
        ${selectNearest(ofPeer('seen_told'))} as seen_seq,
        ${selectNearest(ofPeer('delivered_told'))} as delivered_seq
      from conversations c where c.id = (${CONVERSATION})
    ) as side
    left join messages newest on newest.seq = side.newest_seq
    left join messages own_seen on own_seen.seq = side.own_seen_seq
    left join messages seen on seen.seq = side.seen_seq
    left join messages delivered on delivered.seq = side.delivered_seq`);

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
    readSide(readerId, peerId) {
      const scope = toScope(readerId, peerId);
      return toSide(selectSide.get(scope?.parameters ?? NOBODY) ?? {});
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

const NOBODY = { $reader: 0, $readerSecond: 0, $peer: 0, $peerSecond: 0 };
