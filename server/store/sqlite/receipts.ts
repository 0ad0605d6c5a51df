/** Marks messages as delivered and seen; a seen message is also delivered. `advance` has the rules. */
import type { DatabaseSync } from 'node:sqlite';
import type { MarkedRange } from '../../domain/ports/messages.ts';
import { formatMessageId, type ParsedId, parseId, parseMessageId } from '../ids.ts';
import { HIDES, type Row, readBoolean, readInteger, readUserId } from '../rows.ts';
import type { Handlers } from './operations.ts';

export function prepareReceiptWrites(
  database: DatabaseSync,
): Handlers<'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  const sides = prepareReaderSides(database);
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

  function findSide(readerId: string, peerId: string): ReaderSide | undefined {
    const [reader, peer] = [parseId(readerId), parseId(peerId)];
    return reader && peer && sides.find(reader, peer);
  }

  /** A message to the reader, and its sender. */
  function findReceived(
    readerId: string,
    messageId: string,
  ): { seq: number; sender: Row } | undefined {
    const [reader, seq] = [parseId(readerId), parseMessageId(messageId)];
    if (!reader || seq === undefined) return undefined;
    const row = selectReceived.get(seq, reader.key, reader.second);
    return row && { seq, sender: row };
  }

  function findOf({ peer }: ReaderSide, readerId: string, messageId: string): number | undefined {
    const found = findReceived(readerId, messageId);
    return found?.sender.id === peer ? found?.seq : undefined;
  }

  /** What it costs grows with the messages of the two since the position before. */
  function reach(side: ReaderSide, mark: 'seen' | 'delivered', end: number): MarkedRange {
    const those = { $conversation: side.conversation, $peer: side.peer };
    const after = advance(side, mark, end);
    const $after = mark === 'seen' ? side.seen : side.delivered;
    const counted = mark === 'seen' && countUnseen.get({ ...those, $after: side.seen, $upTo: end });
    sides.advance(side, after, counted ? readInteger(counted, 'count') : undefined);
    const upTo = formatMessageId(end);
    const range = { from: firstOf([selectFirst.get({ ...those, $after })]) ?? upTo, upTo };
    if (!after.told) return range;
    const since = { ...those, $after: after.told === 'seen' ? side.seenTold : side.deliveredTold };
    const from = firstOf([selectFirst.get(since), selectFirstHidden.get(since)]) ?? upTo;
    return { ...range, told: { as: after.told, from } };
  }

  return {
    markSeen(readerId, messageId) {
      const found = findReceived(readerId, messageId);
      if (!found) return undefined;
      const senderId = readUserId(found.sender);
      const side = findSide(readerId, senderId);
      if (!side || found.seq <= side.seen) return { senderId };
      return { senderId, range: reach(side, 'seen', found.seq) };
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

/** How far a person has come with the messages of one peer, from the row of their conversation. */
interface ReaderSides {
  /** Undefined for unknown ids, and if the two have no conversation. */
  find(reader: ParsedId, peer: ParsedId): ReaderSide | undefined;
  /** `count`: messages that are no longer unseen; absent if none was seen. */
  advance(side: ReaderSide, advance: Advance, count?: number): void;
}

function prepareReaderSides(database: DatabaseSync): ReaderSides {
  const low = prepareSide(database, 'low', 'high');
  const high = prepareSide(database, 'high', 'low');

  return {
    find(reader, peer) {
      const row = (reader.key < peer.key ? low : high).select.get({
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
    },

    advance({ conversation, isLow }, { told, ...to }, count) {
      (isLow ? low : high).advance.run({
        $conversation: conversation,
        $count: count ?? 0,
        $seen: to.seen,
        $delivered: to.delivered,
        $seenTold: to.seenTold,
        $deliveredTold: to.deliveredTold,
        $versions: Number(count !== undefined),
        $peerVersions: Number(told !== undefined),
      });
    },
  };
}

/** Statements for the person with the lower or the higher key. */
function prepareSide(database: DatabaseSync, own: 'low' | 'high', other: 'low' | 'high') {
  return {
    select: database.prepare(`
      select c.id, c.${own}_unseen as unseen, c.${own}_seen as seen,
        c.${own}_delivered as delivered, c.${own}_seen_told as seen_told,
        c.${own}_delivered_told as delivered_told,
        exists (select 1 from blocks where blocker = $reader and blocked = $peer) as is_blocking,
        (reader.hides | peer.hides) & ${HIDES.receipts} > 0 as hides_receipts
      from conversations c
      join users reader on reader.id = $reader and reader.created_at / 1000 = $readerSecond
      join users peer on peer.id = $peer and peer.created_at / 1000 = $peerSecond
      where c.${own} = $reader and c.${other} = $peer`),
    advance: database.prepare(`
      update conversations set
        ${own}_unseen = ${own}_unseen - $count,
        ${own}_seen = $seen, ${own}_delivered = $delivered,
        ${own}_seen_told = $seenTold, ${own}_delivered_told = $deliveredTold,
        ${own}_version = ${own}_version + $versions, ${other}_version = ${other}_version + $peerVersions
      where id = $conversation`),
  };
}

/**
 * What a receipt changes. A person has two positions in the messages of a peer: all up to `delivered` are delivered, and
 * up to `seen` seen. The peer is told of `seenTold` and `deliveredTold`, which stand still while the person blocks the
 * peer; seen is not told either while one of the two hides receipts. The next position that is told covers everything
 * before it. Positions are numbers of messages, and never go back. PostgreSQL does the same in `mark_received`.
 */
interface ReaderSide {
  conversation: number;
  peer: number;
  /** This person's key is the lower one. */
  isLow: boolean;
  /** Unseen messages to this person. */
  unseen: number;
  seen: number;
  delivered: number;
  seenTold: number;
  deliveredTold: number;
  /** This person has blocked the peer. */
  isBlocking: boolean;
  /** One of the two hides receipts. */
  hidesReceipts: boolean;
}

interface Advance extends Pick<ReaderSide, 'seen' | 'delivered' | 'seenTold' | 'deliveredTold'> {
  /** What the peer is told, if anything. */
  told?: 'seen' | 'delivered';
}

/** The person has reached message `to`. */
function advance(side: ReaderSide, mark: 'seen' | 'delivered', to: number): Advance {
  const { isBlocking, hidesReceipts, seen, delivered, seenTold, deliveredTold } = side;
  const tellsSeen = mark === 'seen' && !isBlocking && !hidesReceipts;
  const tellsDelivered = !isBlocking && to > deliveredTold;
  return {
    seen: mark === 'seen' ? to : seen,
    delivered: Math.max(delivered, to),
    seenTold: tellsSeen ? to : seenTold,
    deliveredTold: tellsDelivered ? to : deliveredTold,
    ...(tellsSeen ? { told: 'seen' } : tellsDelivered ? { told: 'delivered' } : {}),
  };
}
