/** Marks messages as delivered and seen; a seen message is also delivered. `store/advance.ts` has the rules. */
import {
  MAX_TOLD_PARTS,
  type MarkedRange,
  type MessageStore,
} from '../../../domain/ports/messages.ts';
import { toParameters } from '../../parameters.ts';
import { type Row, readBoolean, readUserId, toRange } from '../../rows.ts';
import type { Database } from '../database.ts';

const SEE_ONE = {
  name: 'mark seen',
  text: `
    with found as materialized (
      select sender.id, sender.created_at
      from messages m
      join conversations c on c.id = m.conversation
      join users sender on sender.id = m.sender
      join users reader on reader.id = c.low + c.high - m.sender
      where reader.id = $1 and reader.created_at / 1000 = $2
        and m.seq = $3 and m.created_at / 1000 = $4 and m.hidden = 0
    )
    select found.*, part.* from found
    left join lateral mark_received(
      $1, $2, found.id, found.created_at / 1000, $3, $4, 'one', ${MAX_TOLD_PARTS}
    ) as part on true`,
};

const MARK = {
  name: 'mark',
  text: `select * from mark_received($1, $2, $3, $4, $5, $6, $7, ${MAX_TOLD_PARTS})`,
};

export function createReceiptWrites({
  query,
}: Pick<Database, 'query'>): Pick<
  MessageStore,
  'markSeen' | 'markConversationSeen' | 'markDelivered'
> {
  return {
    async markSeen(readerId, messageId) {
      const rows = await query(SEE_ONE, toParameters(readerId, messageId));
      const [row] = rows;
      if (!row) return undefined;
      const range = toMarkedRange(rows.filter(({ first_seq }) => first_seq !== null));
      return { senderId: readUserId(row), ...(range && { range }) };
    },

    async markConversationSeen(readerId, peerId, upTo) {
      const end = upTo === undefined ? [null, null] : toParameters(upTo);
      if (upTo !== undefined && end[0] === null) return undefined;
      return toMarkedRange(await query(MARK, [...toParameters(readerId, peerId), ...end, 'seen']));
    },

    async markDelivered(readerId, peerId, upTo) {
      const end = toParameters(upTo);
      if (end[0] === null) return undefined;
      return toMarkedRange(
        await query(MARK, [...toParameters(readerId, peerId), ...end, 'delivered']),
      );
    },
  };
}

/** Converts the ranges, newest first. */
function toMarkedRange(rows: Row[]): MarkedRange | undefined {
  const [newest] = rows;
  if (!newest) return undefined;
  const { first_of_all: first_seq, first_of_all_at: first_at } = newest;
  const range = toRange({ ...newest, first_seq, first_at });
  if (readBoolean(newest, 'is_quiet')) return { ...range, told: [] };
  return {
    ...range,
    ...(readBoolean(newest, 'is_discreet') && { hidesReceipts: true as const }),
    ...(rows.length > 1 && { told: rows.map(toRange) }),
  };
}
