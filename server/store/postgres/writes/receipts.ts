/** Marks messages as delivered and seen. What is seen is delivered, too. */
import type { MessageStore } from '../../../domain/ports/messages.ts';
import { MESSAGE_COLUMNS, readBoolean, readUserId, toMessage, toRange } from '../../rows.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';

const SEE_ONE = {
  name: 'mark seen',
  text: `
    with found as (
      select ${MESSAGE_COLUMNS}, m.conversation, sender.id, sender.created_at
      from messages m
      join users sender on sender.id = m.sender
      join users reader on reader.id = m.receiver and reader.created_at / 1000 = $2
      where m.receiver = $1 and m.seq = $3 and m.created_at / 1000 = $4 and not m.hidden
      for update of m
    ), changed as (
      update messages m set seen = true, delivered = true from found
      where m.conversation = found.conversation and m.seq = found.message_seq
        and not found.message_seen
      returning m.seq
    )
    select found.*, exists (select from changed) as is_changed from found`,
};

/** First and last of what `marked` changed, which holds the messages from a peer ($3) to a reader ($1). */
const selectRange = (marked: string) => `
  with people as (
    select reader.id as reader, peer.id as peer from users reader, users peer
    where reader.id = $1 and reader.created_at / 1000 = $2
      and peer.id = $3 and peer.created_at / 1000 = $4
  ), marked as (${marked})
  select first.seq as first_seq, first.created_at as first_at,
    last.seq as last_seq, last.created_at as last_at
  from (select seq, created_at from marked order by seq limit 1) as first,
    (select seq, created_at from marked order by seq desc limit 1) as last`;

const UNSEEN =
  'm.receiver = people.reader and m.sender = people.peer and not m.seen and not m.hidden';

/** The message up to which they are marked ($5, $6) is one of the peer's to the reader. */
const UP_TO = `m.seq <= (
  select seq from messages
  where seq = $5 and created_at / 1000 = $6 and sender = people.peer and receiver = people.reader
    and not hidden
)`;

const SEE_ALL = {
  name: 'mark conversation seen',
  text: selectRange(`
    update messages m set seen = true, delivered = true from people
    where ${UNSEEN} returning m.seq, m.created_at`),
};

const SEE_UP_TO = {
  name: 'mark seen up to',
  text: selectRange(`
    update messages m set seen = true, delivered = true from people
    where ${UNSEEN} and ${UP_TO} returning m.seq, m.created_at`),
};

// Of what is unseen, what is delivered comes before what is not: what a walk back from the newest meets
// first. So a long row of unseen messages is not read again for each that is delivered.
const DELIVER_UP_TO = {
  name: 'mark delivered',
  text: selectRange(`
    update messages m set delivered = true from people
    where ${UNSEEN} and ${UP_TO} and not m.delivered and m.seq > coalesce((
      select before.seq from messages before
      where before.receiver = people.reader and before.sender = people.peer
        and not before.seen and not before.hidden and before.delivered
      order by before.receiver desc, before.sender desc, before.seq desc limit 1
    ), 0)
    returning m.seq, m.created_at`),
};

export function createReceiptWrites({
  query,
}: Pick<Database, 'query'>): Pick<
  MessageStore,
  'markSeen' | 'markConversationSeen' | 'markDelivered'
> {
  return {
    async markSeen(readerId, messageId) {
      const [row] = await query(SEE_ONE, toParameters(readerId, messageId));
      if (!row) return undefined;
      const message = toMessage(row, { senderId: readUserId(row), receiverId: readerId });
      if (!readBoolean(row, 'is_changed')) return { message, isChanged: false };
      return { message: { ...message, seen: true, delivered: true }, isChanged: true };
    },

    async markConversationSeen(readerId, peerId, upTo) {
      const [row] = await (upTo === undefined
        ? query(SEE_ALL, toParameters(readerId, peerId))
        : query(SEE_UP_TO, toParameters(readerId, peerId, upTo)));
      return row && toRange(row);
    },

    async markDelivered(readerId, peerId, upTo) {
      const [row] = await query(DELIVER_UP_TO, toParameters(readerId, peerId, upTo));
      return row && toRange(row);
    },
  };
}
