/**
 * Marks messages as delivered and seen. A person has two positions in the messages of a peer: all up to `delivered` are
 * delivered, and up to `seen` seen; a seen message is also delivered. The peer is told of `seenTold` and `deliveredTold`,
 * which stand still while the person blocks the peer; seen is not told either while one of the two hides receipts. The
 * next position that is told covers everything before it. Positions are numbers of messages, and never go back.
 * PostgreSQL does the same in `mark_received`.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { MarkedRange } from '../../domain/ports/messages.ts';
import { formatMessageId, parseId, parseMessageId } from '../ids.ts';
import { HIDES, type Row, readBoolean, readInteger, readUserId } from '../rows.ts';
import type { Handlers } from './operations.ts';

/** How far a person has come with the messages of one peer. */
interface Side {
  conversation: number;
  peer: number;
  /** The key of this person is the lower one. */
  isLow: boolean;
  unseen: number;
  seen: number;
  delivered: number;
  seenTold: number;
  deliveredTold: number;
  isBlocking: boolean;
  hidesReceipts: boolean;
}

export function prepareReceiptWrites(
  database: DatabaseSync,
): Handlers<'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  const ofReader = (column: string) =>
    `case when c.low = $reader then c.low_${column} else c.high_${column} end as ${column}`;
  const selectSide = database.prepare(`
    select c.id, ${['unseen', 'seen', 'delivered', 'seen_told', 'delivered_told'].map(ofReader).join()},
      exists (select 1 from blocks where blocker = $reader and blocked = $peer) as is_blocking,
      (reader.hides | peer.hides) & ${HIDES.receipts} > 0 as hides_receipts
    from conversations c
    join users reader on reader.id = $reader and reader.created_at / 1000 = $readerSecond
    join users peer on peer.id = $peer and peer.created_at / 1000 = $peerSecond
    where c.low = min($reader, $peer) and c.high = max($reader, $peer)`);

  const prepareAdvance = (own: 'low' | 'high', other: 'low' | 'high') =>
    database.prepare(`
      update conversations set
        ${own}_unseen = ${own}_unseen - $seenNow,
        ${own}_seen = $seen, ${own}_delivered = $delivered,
        ${own}_seen_told = $seenTold, ${own}_delivered_told = $deliveredTold,
        ${own}_version = ${own}_version + $versions, ${other}_version = ${other}_version + $peerVersions
      where id = $conversation`);
  const advanceLow = prepareAdvance('low', 'high');
  const advanceHigh = prepareAdvance('high', 'low');

  const selectReceived = database.prepare(`
    select m.seq, sender.id, sender.created_at
    from messages m
    join conversations c on c.id = m.conversation
    join users sender on sender.id = m.sender
    join users reader on reader.id = c.low + c.high - m.sender
    where m.seq = ? and m.hidden = 0
      and reader.id = ? and reader.created_at / 1000 = ?`);

  const received = `messages m indexed by messages_visible
    where conversation = $conversation and sender = $peer and hidden = 0 and deleted_at is null`;
  const hidden = `messages m indexed by messages_hidden
    where conversation = $conversation and sender = $peer and hidden = 1 and deleted_at is null`;
  const selectNewest = database.prepare(`select seq from ${received} order by seq desc limit 1`);
  const selectFirst = database.prepare(
    `select seq from ${received} and seq > $after order by seq limit 1`,
  );
  const selectFirstHidden = database.prepare(
    `select seq from ${hidden} and seq > $after order by seq limit 1`,
  );
  const countUnseen = database.prepare(`
    select count(*) as count from ${received} and seq > $after and seq <= $upTo`);

  function findSide(readerId: string, peerId: string): Side | undefined {
    const [reader, peer] = [parseId(readerId), parseId(peerId)];
    if (!reader || !peer) return undefined;
    const row = selectSide.get({
      $reader: reader.key,
      $readerSecond: reader.second,
      $peer: peer.key,
      $peerSecond: peer.second,
    });
    return (
      row && {
        conversation: readInteger(row, 'id'),
        peer: peer.key,
        isLow: reader.key < peer.key,
        unseen: readInteger(row, 'unseen'),
        seen: readInteger(row, 'seen'),
        delivered: readInteger(row, 'delivered'),
        seenTold: readInteger(row, 'seen_told'),
        deliveredTold: readInteger(row, 'delivered_told'),
        isBlocking: readBoolean(row, 'is_blocking'),
        hidesReceipts: readBoolean(row, 'hides_receipts'),
      }
    );
  }

  /** The number of a message to the reader, with id and time of its sender. */
  function findReceived(readerId: string, messageId: string): Row | undefined {
    const [reader, seq] = [parseId(readerId), parseMessageId(messageId)];
    return reader && seq !== undefined
      ? selectReceived.get(seq, reader.key, reader.second)
      : undefined;
  }

  function findOf({ peer }: Side, readerId: string, messageId: string): number | undefined {
    const found = findReceived(readerId, messageId);
    return found?.id === peer ? readInteger(found, 'seq') : undefined;
  }

  /** The person has come to message `end`. What it costs grows with the messages of the two since the position before. */
  function reach(side: Side, mark: 'seen' | 'delivered', end: number): MarkedRange {
    const those = { $conversation: side.conversation, $peer: side.peer };
    const isSeen = mark === 'seen';
    const reportsSeen = isSeen && !side.isBlocking && !side.hidesReceipts;
    const reportsDelivered = !side.isBlocking && end > side.deliveredTold;
    const unseen = isSeen && countUnseen.get({ ...those, $after: side.seen, $upTo: end });
    (side.isLow ? advanceLow : advanceHigh).run({
      $conversation: side.conversation,
      $seenNow: unseen ? readInteger(unseen, 'count') : 0,
      $seen: isSeen ? end : side.seen,
      $delivered: Math.max(side.delivered, end),
      $seenTold: reportsSeen ? end : side.seenTold,
      $deliveredTold: reportsDelivered ? end : side.deliveredTold,
      $versions: Number(isSeen),
      $peerVersions: Number(reportsSeen || reportsDelivered),
    });
    const upTo = formatMessageId(end);
    const $after = isSeen ? side.seen : side.delivered;
    const range = { from: firstOf([selectFirst.get({ ...those, $after })]) ?? upTo, upTo };
    if (!reportsSeen && !reportsDelivered) return range;
    const since = { ...those, $after: reportsSeen ? side.seenTold : side.deliveredTold };
    const from = firstOf([selectFirst.get(since), selectFirstHidden.get(since)]) ?? upTo;
    return { ...range, receipt: { as: reportsSeen ? 'seen' : 'delivered', from } };
  }

  return {
    markSeen(readerId, messageId) {
      const found = findReceived(readerId, messageId);
      if (!found) return undefined;
      const [senderId, seq] = [readUserId(found), readInteger(found, 'seq')];
      const side = findSide(readerId, senderId);
      if (!side || seq <= side.seen) return { senderId };
      return { senderId, range: reach(side, 'seen', seq) };
    },

    markConversationSeen(readerId, peerId, upTo) {
      const side = findSide(readerId, peerId);
      if (!side || (upTo === undefined && side.unseen === 0)) return undefined;
      const newest =
        upTo === undefined
          ? selectNewest.get({ $conversation: side.conversation, $peer: side.peer })
          : undefined;
      const end =
        upTo === undefined ? newest && readInteger(newest, 'seq') : findOf(side, readerId, upTo);
      return end !== undefined && end > side.seen ? reach(side, 'seen', end) : undefined;
    },

    markDelivered(readerId, peerId, upTo) {
      const side = findSide(readerId, peerId);
      const end = side && findOf(side, readerId, upTo);
      return side && end !== undefined && end > side.delivered
        ? reach(side, 'delivered', end)
        : undefined;
    },
  };
}

function firstOf(rows: Array<Row | undefined>): string | undefined {
  const numbers = rows.flatMap((row) => (row ? [readInteger(row, 'seq')] : []));
  return numbers.length === 0 ? undefined : formatMessageId(Math.min(...numbers));
}
