/** Marks messages as delivered and seen; a seen message is also delivered. `store/advance.ts` has the rules. */
import type { DatabaseSync } from 'node:sqlite';
import type { MessageRange } from '../../../../src/protocol/events.ts';
import { MAX_TOLD_PARTS, type MarkedRange } from '../../../domain/ports/messages.ts';
import { advance, type ReaderSide } from '../../advance.ts';
import { parseId } from '../../ids.ts';
import { type Row, readInteger, readIntegerOrNull, readUserId, TOLD, toRange } from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import { prepareReaderSides } from './reader-side.ts';

/** The number of a message and its place in time. */
interface End {
  seq: number;
  at: number;
}

const toEnd = (row: Row): End => ({
  seq: readInteger(row, 'seq'),
  at: readInteger(row, 'created_at'),
});

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

  const visible =
    'messages where conversation = $conversation and hidden = 0 and deleted_at is null';
  const received = `${visible} and sender = $peer and seq > $after`;
  const isAlone = `exists (
    select 1 from seen_alone alone
    where alone.conversation = $conversation and alone.sender = $peer and alone.seq = messages.seq
  )`;
  const selectNewest = database.prepare(
    `select seq, created_at from ${received} order by seq desc limit 1`,
  );
  const selectFirst = database.prepare(`
    select seq as first_seq, created_at as first_at,
      (${selectHidden('messages.seq', '$upTo')}) as last_hidden
    from ${received} and seq <= $upTo order by seq limit 1`);
  const selectAround = database.prepare(`
    select exists (
        select 1 from seen_alone where conversation = $conversation and sender = $peer and seq = $seq
      ) as is_seen,
      $unseen > 1 and exists (select 1 from ${received} and seq < $seq and not ${isAlone}) as is_after_unseen`);
  const countUnseen = database.prepare(
    `select count(*) as count from ${received} and seq <= $upTo and not ${isAlone}`,
  );
  const seeAlone = database.prepare(`
    insert into seen_alone (conversation, sender, seq, told) values (?, ?, ?, ?)`);
  const forgetAlone = database.prepare(`
    delete from seen_alone
    where conversation = $conversation and sender = $peer and seq <= $seenTo
      and (told = ${TOLD.nothing} or seq <= $seenTold
        or (told = ${TOLD.delivered} and seq <= $deliveredTold))`);

  const selectLastHidden = database.prepare(selectHidden('$after', '$before'));
  const selectNextVisible = database.prepare(
    `select seq, created_at from ${visible} and seq > $seq order by seq limit 1`,
  );
  const selectLastVisible = database.prepare(
    `select seq, created_at from ${visible} and seq < $seq order by seq desc limit 1`,
  );

  function findSide(readerId: string, peerId: string): ReaderSide | undefined {
    const [reader, peer] = [parseId(readerId), parseId(peerId)];
    return reader && peer && sides.find(reader, peer);
  }

  /** A message to the reader, and its sender. */
  function findReceived(readerId: string, messageId: string): (End & { sender: Row }) | undefined {
    const [reader, id] = [parseId(readerId), parseId(messageId)];
    if (!reader || !id) return undefined;
    const row = selectReceived.get(id.key, id.second, reader.key, reader.second);
    return row && { seq: readInteger(row, 'seq'), at: readInteger(row, 'at'), sender: row };
  }

  function findOf({ peer }: ReaderSide, readerId: string, messageId: string): End | undefined {
    const found = findReceived(readerId, messageId);
    return found?.sender.id === peer ? found : undefined;
  }

  function reach(
    side: ReaderSide,
    mark: 'seen' | 'delivered',
    end: End,
    count: number,
  ): MarkedRange | undefined {
    const { conversation, peer, hasAlone } = side;
    const { after, from } = advance(side, mark, end.seq, count);
    const those = { $conversation: conversation, $peer: peer };
    const first = selectFirst.get({ ...those, $after: from, $upTo: end.seq });
    if (!first) return undefined;
    sides.advance(side, after);
    if (hasAlone && mark === 'seen') {
      const { seenTo, seenTold, deliveredTold } = after;
      forgetAlone.run({
        ...those,
        $seenTo: seenTo,
        $seenTold: seenTold,
        $deliveredTold: deliveredTold,
      });
    }
    return toMarkedRange(side, { mark, isTold: after.isTold }, first, end);
  }

  /** `ends` is a row of `selectFirst`. */
  function toMarkedRange(
    { conversation, peer, hidesReceipts }: ReaderSide,
    { mark, isTold }: { mark: 'seen' | 'delivered'; isTold: boolean },
    ends: Row,
    end: End,
  ): MarkedRange {
    const range = toRange({ ...ends, last_seq: end.seq, last_at: end.at });
    if (!isTold) return { ...range, told: [] };
    const hiding = mark === 'seen' && hidesReceipts && { hidesReceipts: true as const };
    if (ends.last_hidden === null) return { ...range, ...hiding };
    const first = readInteger(ends, 'first_seq');
    const told: MessageRange[] = [];
    let last = end;
    let hidden = readIntegerOrNull(ends, 'last_hidden');
    for (;;) {
      const next = { $conversation: conversation, $seq: hidden ?? first - 1 };
      const begin = toEnd(selectNextVisible.get(next) ?? {});
      const from = { first_seq: begin.seq, first_at: begin.at };
      told.push(toRange({ ...from, last_seq: last.seq, last_at: last.at }));
      if (hidden === null || told.length === MAX_TOLD_PARTS) break;
      last = toEnd(selectLastVisible.get({ $conversation: conversation, $seq: hidden }) ?? {});
      const between = { $after: first, $before: last.seq };
      const row = selectLastHidden.get({ $conversation: conversation, $peer: peer, ...between });
      hidden = readIntegerOrNull(row ?? {}, 'seq');
    }
    return { ...range, ...hiding, told };
  }

  /** A message is seen, and an earlier one is not. */
  function seeOnly(side: ReaderSide, { seq, at }: End): MarkedRange {
    const { conversation, peer, isBlocking, hidesReceipts, ...positions } = side;
    const told = isBlocking ? TOLD.nothing : hidesReceipts ? TOLD.delivered : TOLD.seen;
    seeAlone.run(conversation, peer, seq, told);
    // No position of the two moves, so the summary of the peer is the same.
    sides.advance(side, { ...positions, count: 1, isSeen: true, isTold: false });
    const range = toRange({ first_seq: seq, first_at: at, last_seq: seq, last_at: at });
    const isTold = !isBlocking && !(hidesReceipts && seq <= side.deliveredTold);
    if (!isTold) return { ...range, told: [] };
    return { ...range, ...(hidesReceipts && { hidesReceipts }) };
  }

  function countPassed({ conversation, peer }: ReaderSide, after: number, upTo: number): number {
    const row = countUnseen.get({
      $conversation: conversation,
      $peer: peer,
      $after: after,
      $upTo: upTo,
    });
    return readInteger(row ?? {}, 'count');
  }

  return {
    markSeen({ readerId, messageId }) {
      const found = findReceived(readerId, messageId);
      if (!found) return undefined;
      const senderId = readUserId(found.sender);
      const side = findSide(readerId, senderId);
      if (!side || found.seq <= side.seenTo) return { senderId };
      const { conversation, peer, seenTo, unseen } = side;
      const around = selectAround.get({
        $conversation: conversation,
        $peer: peer,
        $after: seenTo,
        $seq: found.seq,
        $unseen: unseen,
      });
      if (around?.is_seen === 1) return { senderId };
      const isAlone = around?.is_after_unseen === 1;
      const range = isAlone ? seeOnly(side, found) : reach(side, 'seen', found, 1);
      return { senderId, ...(range && { range }) };
    },

    markConversationSeen({ readerId, peerId, upTo }) {
      const side = findSide(readerId, peerId);
      if (!side || side.unseen === 0) return undefined;
      const those = { $conversation: side.conversation, $peer: side.peer, $after: side.seenTo };
      const newest = upTo === undefined ? selectNewest.get(those) : undefined;
      const end = upTo === undefined ? newest && toEnd(newest) : findOf(side, readerId, upTo);
      if (!end || end.seq <= side.seenTo) return undefined;
      if (newest) return reach(side, 'seen', end, side.unseen);
      const count = countPassed(side, side.seenTo, end.seq);
      return count === 0 ? undefined : reach(side, 'seen', end, count);
    },

    markDelivered({ readerId, peerId, upTo }) {
      const side = findSide(readerId, peerId);
      const end = side && findOf(side, readerId, upTo);
      if (!end || end.seq <= side.deliveredTo) return undefined;
      const isPassed = side.hasAlone && countPassed(side, side.deliveredTo, end.seq) === 0;
      return isPassed ? undefined : reach(side, 'delivered', end, 0);
    },
  };
}

/** The last message between two others that the peer sent and the reader never sees. */
function selectHidden(after: string, before: string): string {
  return `
    select max(h.seq) as seq from messages h
    where h.conversation = $conversation and h.sender = $peer and h.hidden = 1 and h.deleted_at is null
      and h.seq > ${after} and h.seq < ${before}`;
}
