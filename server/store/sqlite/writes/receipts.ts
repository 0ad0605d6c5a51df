/**
 * Marks messages as delivered and seen; a seen message is also delivered. Receipts are noted as untold, and the sender
 * is not told, while the reader has blocked the sender or one of the two hides receipts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { MessageRange } from '../../../../src/protocol/events.ts';
import { MAX_TOLD_PARTS, type MarkedRange } from '../../../domain/ports/messages.ts';
import { HIDES } from '../../hides.ts';
import { type ParsedId, parseId } from '../../ids.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readBoolean,
  readInteger,
  readIntegerOrNull,
  readUserId,
  toMessage,
  toRange,
  UNTOLD,
} from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import { prepareReaderSides, type ReaderSide } from './reader-side.ts';

/** The value of `untold` after one of these updates; the columns have their old values here. */
const UNTOLD_IF_SEEN = `case when $isQuiet
  then untold | ${UNTOLD.seen} | case when delivered then 0 else ${UNTOLD.delivered} end
  else case when $isDiscreet then ${UNTOLD.seen} else 0 end end`;
const UNTOLD_IF_DELIVERED = `case when $isQuiet then untold | ${UNTOLD.delivered} else untold end`;

export function prepareReceiptWrites(
  database: DatabaseSync,
): Handlers<'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  const sides = prepareReaderSides(database);
  const selectOne = database.prepare(`
    select ${MESSAGE_COLUMNS}, sender.id, sender.created_at,
      exists (select 1 from blocks where blocker = m.receiver and blocked = m.sender) as is_quiet,
      (reader.hides | sender.hides) & ${HIDES.receipts} as is_discreet
    from messages m
    join users sender on sender.id = m.sender
    join users reader on reader.id = m.receiver
    where m.seq = ? and m.created_at / 1000 = ? and m.hidden = 0
      and reader.id = ? and reader.created_at / 1000 = ?`);
  const seeOne = database.prepare(
    `update messages set seen = 1, delivered = 1, untold = ${UNTOLD_IF_SEEN} where seq = $seq`,
  );

  const received = 'conversation = $conversation and receiver = $reader and seq <= $upTo';
  const unseen = `${received} and seen = 0 and hidden = 0 and seq > $after`;
  const undelivered = `${unseen} and delivered = 0`;
  const untold = `${received} and untold > 0`;
  const undeliveredToSender = `${untold} and untold & ${UNTOLD.delivered}`;
  const selectUnseen = database.prepare(selectEnds(unseen, untold));
  const seeAll = database.prepare(
    `update messages set seen = 1, delivered = 1, untold = ${UNTOLD_IF_SEEN} where ${unseen}`,
  );
  const tellSeen = database.prepare(`update messages set untold = 0 where ${untold}`);
  const selectUndelivered = database.prepare(selectEnds(undelivered, undeliveredToSender));
  const deliverAll = database.prepare(
    `update messages set delivered = 1, untold = ${UNTOLD_IF_DELIVERED} where ${undelivered}`,
  );
  const tellDelivered = database.prepare(
    `update messages set untold = untold & ~${UNTOLD.delivered} where ${undeliveredToSender}`,
  );

  const selectLastHidden = database.prepare(selectHidden('$after', '$before'));
  const visible = 'select seq, created_at from messages where conversation = ? and hidden = 0';
  const selectNextVisible = database.prepare(`${visible} and seq > ? order by seq limit 1`);
  const selectLastVisible = database.prepare(`${visible} and seq < ? order by seq desc limit 1`);

  /**
   * The messages to mark, by sender, receiver and end; undefined if there is nothing to mark or announce. Seen is not
   * announced during a block, or if one of the two hides receipts; delivered is announced in the second case.
   */
  function findScope({ readerId, peerId, upTo }: Marking, what: keyof typeof UNTOLD) {
    const reader = parseId(readerId);
    const peer = parseId(peerId);
    const side = reader && peer && sides.find(reader, peer);
    if (!side) return undefined;
    const isUntold = side.isQuiet || (what === 'seen' && side.isDiscreet);
    const isTelling = side.hasUntold && !isUntold;
    if (side.unseen === 0 && !isTelling) return undefined;
    const end = upTo === undefined ? Number.MAX_SAFE_INTEGER : findSeq(upTo, reader, peer);
    if (end === undefined) return undefined;
    const received = { $conversation: side.conversation, $reader: reader.key, $upTo: end };
    const isDiscreet = isUntold && !side.isQuiet;
    return { reader: reader.key, peer: peer.key, side, received, isDiscreet, isTelling };
  }

  function findSeq(messageId: string, reader: ParsedId, peer: ParsedId): number | undefined {
    const row = findMessage(messageId, reader);
    return row?.message_sender === peer.key ? readInteger(row, 'message_seq') : undefined;
  }

  function findMessage(messageId: string, reader: ParsedId | undefined): Row | undefined {
    const id = parseId(messageId);
    if (id === undefined || reader === undefined) return undefined;
    return selectOne.get(id.key, id.second, reader.key, reader.second);
  }

  /** `ends` is a row of `selectEnds`. */
  function toMarkedRange({ side, peer, isDiscreet }: Scope, ends: Row): MarkedRange {
    const range = { ...toRange(ends), ...(isDiscreet && { isDiscreet }) };
    if (side.isQuiet) return { ...range, told: [] };
    if (ends.last_hidden === null) return range;
    const { conversation } = side;
    const first = readInteger(ends, 'first_seq');
    const told: MessageRange[] = [];
    let last: Row = { seq: ends.last_seq, created_at: ends.last_at };
    let hidden = readIntegerOrNull(ends, 'last_hidden');
    for (;;) {
      const begin = selectNextVisible.get(conversation, hidden ?? first - 1) ?? {};
      const from = { first_seq: begin.seq, first_at: begin.created_at };
      told.push(toRange({ ...from, last_seq: last.seq, last_at: last.created_at }));
      if (hidden === null || told.length === MAX_TOLD_PARTS) break;
      last = selectLastVisible.get(conversation, hidden) ?? {};
      const between = { $after: first, $before: readInteger(last, 'seq') };
      const row = selectLastHidden.get({ $conversation: conversation, $peer: peer, ...between });
      hidden = readIntegerOrNull(row ?? {}, 'seq');
    }
    return { ...range, told };
  }

  return {
    markSeen({ readerId, messageId }) {
      const row = findMessage(messageId, parseId(readerId));
      if (row === undefined) return undefined;
      const message = toMessage(row, { senderId: readUserId(row), receiverId: readerId });
      const isQuiet = readBoolean(row, 'is_quiet');
      const isDiscreet = row.is_discreet !== 0;
      const isHidden = isQuiet || isDiscreet;
      if (message.seen && (isHidden || row.message_untold === 0))
        return { message, isChanged: false };
      const seq = readInteger(row, 'message_seq');
      seeOne.run({ $seq: seq, $isQuiet: Number(isQuiet), $isDiscreet: Number(isDiscreet) });
      if (!message.seen) {
        const [reader, sender] = ['message_receiver', 'message_sender'] as const;
        sides.noteSeen(readInteger(row, reader), readInteger(row, sender), seq);
      }
      return {
        message: { ...message, seen: true, delivered: true },
        isChanged: true,
        ...(isQuiet && { isUntold: true }),
        ...(isDiscreet && !isQuiet && { isDiscreet }),
      };
    },

    markConversationSeen(marking) {
      const scope = findScope(marking, 'seen');
      if (!scope) return undefined;
      const { reader, peer, side, received, isTelling } = scope;
      const asked = { ...received, $after: side.seenTo };
      const ends = selectUnseen.get({ ...asked, $peer: peer, $isTelling: Number(isTelling) });
      if (!ends) return undefined;
      const count = Number(
        seeAll.run({
          ...asked,
          $isQuiet: Number(side.isQuiet),
          $isDiscreet: Number(side.isDiscreet),
        }).changes,
      );
      if (isTelling) tellSeen.run(received);
      sides.noteSeenTo(reader, peer, { count, seq: readInteger(ends, 'last_seq') });
      return toMarkedRange(scope, ends);
    },

    markDelivered(marking) {
      const scope = findScope(marking, 'delivered');
      if (!scope) return undefined;
      const { reader, peer, side, received, isTelling } = scope;
      const asked = { ...received, $after: Math.max(side.deliveredTo, side.seenTo) };
      const ends = selectUndelivered.get({ ...asked, $peer: peer, $isTelling: Number(isTelling) });
      if (!ends) return undefined;
      deliverAll.run({ ...asked, $isQuiet: Number(side.isQuiet) });
      if (isTelling) tellDelivered.run(received);
      sides.noteDeliveredTo(reader, peer, readInteger(ends, 'last_seq'));
      return toMarkedRange(scope, ends);
    },
  };
}

interface Marking {
  readerId: string;
  peerId: string;
  upTo?: string;
}

interface Scope {
  side: ReaderSide;
  peer: number;
  isDiscreet: boolean;
}

/** The last message between two others that the peer sent and the reader never sees. */
const selectHidden = (after: string, before: string) => `
  select max(seq) as seq from messages
  where conversation = $conversation and sender = $peer and hidden = 1
    and seq > ${after} and seq < ${before}`;

/** First and last of the messages to mark and to announce, if any; no row if there are none. */
function selectEnds(marked: string, told: string): string {
  return `
    select first.seq as first_seq, first.created_at as first_at,
      last.seq as last_seq, last.created_at as last_at,
      (${selectHidden('first.seq', 'last.seq')}) as last_hidden
    from (
      select min(seq) as first_seq, max(seq) as last_seq from (
        select seq from messages where ${marked}
        union all
        select seq from messages where ${told} and $isTelling
      )
    ) as ends
    join messages first on first.seq = ends.first_seq
    join messages last on last.seq = ends.last_seq`;
}
