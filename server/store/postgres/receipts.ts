/** Marks messages as delivered and seen; a seen message is also delivered. `store/sqlite/receipts.ts` has the rules. */
import type { UserId } from '../../../src/protocol/entities.ts';
import type { MarkedRange, MessageStore } from '../../domain/ports/messages.ts';
import type { createKeyedLimit } from '../../limits/gate.ts';
import { formatMessageId, parseMessageId, toParameters } from '../ids.ts';
import { type Row, readInteger, readUserId } from '../rows.ts';
import { type Database, prepare } from './database.ts';

const SEE_ONE = prepare(`
  with found as materialized (
    select sender.id, sender.created_at
    from messages m
    join conversations c on c.id = m.conversation
    join users sender on sender.id = m.sender
    join users reader on reader.id = c.low + c.high - m.sender
    where reader.id = $1 and reader.created_at / 1000 = $2
      and m.seq = $3 and m.hidden = 0
  )
  select found.*, marked.* from found
  left join lateral mark_received(
    $1, $2, found.id, found.created_at / 1000, $3, true
  ) as marked on true`);

const MARK = prepare('select * from mark_received($1, $2, $3, $4, $5, $6)');

export function createReceiptWrites(
  { query }: Pick<Database, 'query'>,
  oneAtATime: ReturnType<typeof createKeyedLimit>,
): Pick<MessageStore, 'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  async function mark(readerId: UserId, values: unknown[]): Promise<MarkedRange | undefined> {
    const [row] = await oneAtATime(readerId, () => query(MARK, values));
    return row && toMarkedRange(row);
  }

  return {
    async markSeen(readerId, messageId) {
      const values = [...toParameters(readerId), parseMessageId(messageId) ?? null];
      const [row] = await oneAtATime(readerId, () => query(SEE_ONE, values));
      if (!row) return undefined;
      const range = row.first_seq === null ? undefined : toMarkedRange(row);
      return { senderId: readUserId(row), ...(range && { range }) };
    },

    async markConversationSeen(readerId, peerId, upTo) {
      const end = upTo === undefined ? null : parseMessageId(upTo);
      return end === undefined
        ? undefined
        : mark(readerId, [...toParameters(readerId, peerId), end, true]);
    },

    async markDelivered(readerId, peerId, upTo) {
      const end = parseMessageId(upTo);
      return end === undefined
        ? undefined
        : mark(readerId, [...toParameters(readerId, peerId), end, false]);
    },
  };
}

function toMarkedRange(row: Row): MarkedRange {
  const readEnd = (name: string) => formatMessageId(readInteger(row, `${name}_seq`));
  const range = { from: readEnd('first'), upTo: readEnd('last') };
  if (row.told !== 'seen' && row.told !== 'delivered') return range;
  return { ...range, receipt: { as: row.told, from: readEnd('told') } };
}
