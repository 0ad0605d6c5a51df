/** Marks messages as delivered and seen; a seen message is also delivered. `store/advance.ts` has the rules. */
import type { DatabaseSync } from 'node:sqlite';
import type { MarkedRange } from '../../../domain/ports/messages.ts';
import { advance, type ReaderSide } from '../../advance.ts';
import { formatId, parseId } from '../../ids.ts';
import { type Row, readInteger, readUserId } from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import { prepareReaderSides } from './reader-side.ts';

/** The number of a message and its time. */
interface End {
  seq: number;
  at: number;
}

const toEnd = (row: Row): End => ({ seq: readInteger(row, 'seq'), at: readInteger(row, 'at') });

export function prepareReceiptWrites(
  database: DatabaseSync,
): Handlers<'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  const sides = prepareReaderSides(database);
  const selectReceived = database.prepare(`
    select m.seq, m.created_at as at, sender.id, sender.created_at
    from messages m
    join conversations c on c.id = m.conversation
    join users sender on sender.id = m.sender
    join users reader on reader.id = c.low + c.high - m.sender
    where m.seq = ? and m.created_at / 1000 = ? and m.hidden = 0
      and reader.id = ? and reader.created_at / 1000 = ?`);

  const received = `messages m indexed by messages_by_sender
    where conversation = $conversation and sender = $peer and hidden = 0`;
  const hidden = `messages m indexed by messages_hidden
    where conversation = $conversation and sender = $peer and hidden = 1 and deleted_at is null`;
  const selectNewest = database.prepare(
    `select seq, created_at as at from ${received} and deleted_at is null order by seq desc limit 1`,
  );
  const selectFirst = database.prepare(
    `select seq, created_at as at from ${received} and seq > $after order by seq limit 1`,
  );
  const selectFirstHidden = database.prepare(
    `select seq, created_at as at from ${hidden} and seq > $after order by seq limit 1`,
  );
  const countUnseen = database.prepare(`
    select count(*) as count from ${received} and deleted_at is null and seq > $after and seq <= $upTo`);

  function findSide(readerId: string, peerId: string): ReaderSide | undefined {
    const [reader, peer] = [parseId(readerId), parseId(peerId)];
    return reader && peer && sides.find(reader, peer);
  }

  /** A message to the reader, and its sender. */
  function findReceived(readerId: string, messageId: string): (End & { sender: Row }) | undefined {
    const [reader, id] = [parseId(readerId), parseId(messageId)];
    if (!reader || !id) return undefined;
    const row = selectReceived.get(id.key, id.second, reader.key, reader.second);
    return row && { ...toEnd(row), sender: row };
  }

  function findOf({ peer }: ReaderSide, readerId: string, messageId: string): End | undefined {
    const found = findReceived(readerId, messageId);
    return found?.sender.id === peer ? found : undefined;
  }

  /** What it costs grows with the messages of that sender since the position before. */
  function reach(side: ReaderSide, mark: 'seen' | 'delivered', end: End): MarkedRange {
    const those = { $conversation: side.conversation, $peer: side.peer };
    const after = advance(side, mark, end.seq);
    const $after = mark === 'seen' ? side.seenTo : side.deliveredTo;
    const counted =
      mark === 'seen' && countUnseen.get({ ...those, $after: side.seenTo, $upTo: end.seq });
    sides.advance(side, after, counted ? readInteger(counted, 'count') : undefined);
    const upTo = formatId(end.seq, end.at);
    const range = { from: firstOf([selectFirst.get({ ...those, $after })]) ?? upTo, upTo };
    if (!after.told) return range;
    const since = { ...those, $after: after.told === 'seen' ? side.seenTold : side.deliveredTold };
    const from = firstOf([selectFirst.get(since), selectFirstHidden.get(since)]) ?? upTo;
    return { ...range, told: { as: after.told, from } };
  }

  return {
    markSeen({ readerId, messageId }) {
      const found = findReceived(readerId, messageId);
      if (!found) return undefined;
      const senderId = readUserId(found.sender);
      const side = findSide(readerId, senderId);
      if (!side || found.seq <= side.seenTo) return { senderId };
      return { senderId, range: reach(side, 'seen', found) };
    },

    markConversationSeen({ readerId, peerId, upTo }) {
      const side = findSide(readerId, peerId);
      if (!side || (upTo === undefined && side.unseen === 0)) return undefined;
      const newest =
        upTo === undefined
          ? selectNewest.get({ $conversation: side.conversation, $peer: side.peer })
          : undefined;
      const end = upTo === undefined ? newest && toEnd(newest) : findOf(side, readerId, upTo);
      return end && end.seq > side.seenTo ? reach(side, 'seen', end) : undefined;
    },

    markDelivered({ readerId, peerId, upTo }) {
      const side = findSide(readerId, peerId);
      const end = side && findOf(side, readerId, upTo);
      return end && end.seq > side.deliveredTo ? reach(side, 'delivered', end) : undefined;
    },
  };
}

function firstOf(rows: Array<Row | undefined>): string | undefined {
  const [first] = rows
    .flatMap((row) => (row ? [toEnd(row)] : []))
    .toSorted((a, b) => a.seq - b.seq);
  return first && formatId(first.seq, first.at);
}
