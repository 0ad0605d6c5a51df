/**
 * Marks messages as delivered and seen; a seen message is also delivered. Receipts are noted as untold, and the sender
 * is not told, while the reader has blocked the sender or one of the two hides receipts.
 */
import {
  MAX_TOLD_PARTS,
  type MarkedRange,
  type MessageStore,
} from '../../../domain/ports/messages.ts';
import { HIDES } from '../../hides.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readBoolean,
  readUserId,
  toMessage,
  toRange,
  UNTOLD,
} from '../../rows.ts';
import type { Database } from '../database.ts';
import { toParameters } from '../parameters.ts';

/** The value of `untold` after one of these updates; the columns have their old values here. */
const untoldIfSeen = (reading: string) => `case when ${reading}.is_quiet
  then m.untold | ${UNTOLD.seen} | case when m.delivered then 0 else ${UNTOLD.delivered} end
  when ${reading}.is_discreet then ${UNTOLD.seen} else 0 end`;

/** One of the two hides receipts: delivered is announced, seen is not. */
const hidesReceipts = (reader: string, sender: string) =>
  `((${reader}.hides | ${sender}.hides) & ${HIDES.receipts}) > 0`;

const SEE_ONE = {
  name: 'mark seen',
  text: `
    with found as (
      select ${MESSAGE_COLUMNS}, m.conversation, sender.id, sender.created_at,
        exists (select from blocks where blocker = m.receiver and blocked = m.sender) as is_quiet,
        ${hidesReceipts('reader', 'sender')} as is_discreet
      from messages m
      join users sender on sender.id = m.sender
      join users reader on reader.id = m.receiver and reader.created_at / 1000 = $2
      where m.receiver = $1 and m.seq = $3 and m.created_at / 1000 = $4 and not m.hidden
      for update of m
    ), changed as (
      update messages m set seen = true, delivered = true, untold = ${untoldIfSeen('found')}
      from found
      where m.seq = found.message_seq
        and (not found.message_seen or (found.message_untold > 0 and not found.is_quiet and not found.is_discreet))
      returning m.seq
    )
    select found.*, exists (select from changed) as is_changed from found`,
};

/**
 * The ranges of what `marked` changed and `told` announces: messages from a peer ($3) to a reader ($1), newest first.
 */
const selectParts = (marked: string, told: string, isDiscreet = 'false') => `
  with people as (
    select reader.id as reader, peer.id as peer,
      exists (select from blocks where blocker = reader.id and blocked = peer.id) as is_quiet,
      ${hidesReceipts('reader', 'peer')} as is_discreet
    from users reader, users peer
    where reader.id = $1 and reader.created_at / 1000 = $2
      and peer.id = $3 and peer.created_at / 1000 = $4
  ), marked as (${marked} returning m.conversation, m.seq, m.created_at),
  told as (${told} returning m.conversation, m.seq, m.created_at),
  changed as (select * from marked union all select * from told),
  ends as (
    select first.conversation, first.seq as first_seq, first.created_at as first_at,
      last.seq as last_seq, last.created_at as last_at
    from (select * from changed order by seq limit 1) as first,
      (select * from changed order by seq desc limit 1) as last
  )
  select part.*, people.is_quiet, ${isDiscreet} as is_discreet, ends.first_seq as first_of_all, ends.first_at as first_of_all_at
  from people, ends, list_visible_parts(
    ends.conversation, people.peer, ends.first_seq, ends.last_seq, ${MAX_TOLD_PARTS}
  ) as part`;

const RECEIVED = 'm.receiver = people.reader and m.sender = people.peer';

const UNSEEN = `${RECEIVED} and not m.seen and not m.hidden`;

const NOT_SEEN = '(people.is_quiet or people.is_discreet)';

const telling = (isUntold: string) => `${RECEIVED} and m.untold > 0 and not ${isUntold}`;

/** The message up to which they are marked ($5, $6) must be the peer's to the reader. */
const UP_TO = `m.seq <= (
  select seq from messages
  where seq = $5 and created_at / 1000 = $6 and sender = people.peer and receiver = people.reader
    and not hidden
)`;

const see = (upTo: string) =>
  selectParts(
    `update messages m
    set seen = true, delivered = true, untold = ${untoldIfSeen('people')}
    from people where ${UNSEEN} ${upTo}`,
    `update messages m set untold = 0 from people where ${telling(NOT_SEEN)} and m.seen ${upTo}`,
    'people.is_discreet',
  );

const SEE_ALL = { name: 'mark conversation seen', text: see('') };
const SEE_UP_TO = { name: 'mark seen up to', text: see(`and ${UP_TO}`) };

// Among unseen messages, delivered ones come before undelivered ones; a scan back from the newest meets the undelivered
// first. So a long series of unseen messages is not read again for each delivery.
const DELIVER_UP_TO = {
  name: 'mark delivered',
  text: selectParts(
    `update messages m
    set delivered = true,
      untold = case when people.is_quiet then m.untold | ${UNTOLD.delivered} else m.untold end
    from people
    where ${UNSEEN} and ${UP_TO} and not m.delivered and m.seq > coalesce((
      select before.seq from messages before
      where before.receiver = people.reader and before.sender = people.peer
        and not before.seen and not before.hidden and before.delivered
      order by before.receiver desc, before.sender desc, before.seq desc limit 1
    ), 0)`,
    `update messages m set untold = m.untold & ~${UNTOLD.delivered} from people
    where ${telling('people.is_quiet')} and m.delivered and m.untold & ${UNTOLD.delivered} > 0
      and ${UP_TO}`,
  ),
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
      return {
        message: { ...message, seen: true, delivered: true },
        isChanged: true,
        ...(readBoolean(row, 'is_quiet')
          ? { isUntold: true }
          : readBoolean(row, 'is_discreet') && { isDiscreet: true }),
      };
    },

    async markConversationSeen(readerId, peerId, upTo) {
      return toMarkedRange(
        await (upTo === undefined
          ? query(SEE_ALL, toParameters(readerId, peerId))
          : query(SEE_UP_TO, toParameters(readerId, peerId, upTo))),
      );
    },

    async markDelivered(readerId, peerId, upTo) {
      return toMarkedRange(await query(DELIVER_UP_TO, toParameters(readerId, peerId, upTo)));
    },
  };
}

/** Converts the ranges, newest first. */
function toMarkedRange(rows: Row[]): MarkedRange | undefined {
  const [newest] = rows;
  if (!newest) return undefined;
  const { first_of_all: first_seq, first_of_all_at: first_at } = newest;
  const range = {
    ...toRange({ ...newest, first_seq, first_at }),
    ...(readBoolean(newest, 'is_discreet') &&
      !readBoolean(newest, 'is_quiet') && { isDiscreet: true as const }),
  };
  if (readBoolean(newest, 'is_quiet')) return { ...range, told: [] };
  return rows.length > 1 ? { ...range, told: rows.map(toRange) } : range;
}
