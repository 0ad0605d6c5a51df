/**
 * What a person has not seen or received from one peer, from the row of their conversation: a count, and numbers below
 * which nothing needs to be searched.
 */
import type { DatabaseSync } from 'node:sqlite';
import { HIDES } from '../../hides.ts';
import type { ParsedId } from '../../ids.ts';
import { readBoolean, readInteger } from '../../rows.ts';

export interface ReaderSide {
  conversation: number;
  /** Unseen messages to this person. */
  unseen: number;
  /** Messages up to `seenTo` are seen, those up to `deliveredTo` are delivered. */
  seenTo: number;
  deliveredTo: number;
  /** This person has blocked the peer, who is not told of these receipts. */
  isQuiet: boolean;
  /** One of the two hides receipts: the peer is told of delivered only. */
  isDiscreet: boolean;
  /** Some receipts are not announced to the peer. */
  hasUntold: boolean;
}

interface ReaderSides {
  /** Undefined for unknown ids, and if the two have no messages. */
  find(reader: ParsedId, peer: ParsedId): ReaderSide | undefined;
  /** One message was seen. */
  noteSeen(reader: number, peer: number, seq: number): void;
  /** All unseen messages up to one were seen, `count` of them. */
  noteSeenTo(reader: number, peer: number, seen: { count: number; seq: number }): void;
  noteDeliveredTo(reader: number, peer: number, seq: number): void;
}

export function prepareReaderSides(database: DatabaseSync): ReaderSides {
  const low = prepareSide(database, 'low');
  const high = prepareSide(database, 'high');
  const sideOf = (reader: number, peer: number) => (reader < peer ? low : high);
  const pairOf = (reader: number, peer: number) => ({
    $low: Math.min(reader, peer),
    $high: Math.max(reader, peer),
  });

  return {
    find(reader, peer) {
      const row = sideOf(reader.key, peer.key).select.get({
        ...pairOf(reader.key, peer.key),
        $reader: reader.key,
        $readerSecond: reader.second,
        $peer: peer.key,
        $peerSecond: peer.second,
      });
      return (
        row && {
          conversation: readInteger(row, 'id'),
          unseen: readInteger(row, 'unseen'),
          seenTo: readInteger(row, 'seen_to'),
          deliveredTo: readInteger(row, 'delivered_to'),
          isQuiet: readBoolean(row, 'is_quiet'),
          isDiscreet: row.is_discreet !== 0,
          hasUntold: readBoolean(row, 'has_untold'),
        }
      );
    },

    noteSeen(reader, peer, seq) {
      sideOf(reader, peer).see.run({ ...pairOf(reader, peer), $seq: seq });
    },

    noteSeenTo(reader, peer, { count, seq }) {
      sideOf(reader, peer).seeTo.run({ ...pairOf(reader, peer), $count: count, $seq: seq });
    },

    noteDeliveredTo(reader, peer, seq) {
      sideOf(reader, peer).deliverTo.run({ ...pairOf(reader, peer), $seq: seq });
    },
  };
}

/** Statements for the person with the lower or the higher key. */
function prepareSide(database: DatabaseSync, side: 'low' | 'high') {
  const theirs = 'where low = $low and high = $high';
  const [unseen, seenTo, deliveredTo] = [
    `${side}_unseen`,
    `${side}_seen_to`,
    `${side}_delivered_to`,
  ];
  return {
    select: database.prepare(`
      select c.id, ${unseen} as unseen, ${seenTo} as seen_to, ${deliveredTo} as delivered_to,
        exists (select 1 from blocks where blocker = $reader and blocked = $peer) as is_quiet,
        (reader.hides | peer.hides) & ${HIDES.receipts} as is_discreet,
        exists (
          select 1 from messages m
          where m.conversation = c.id and m.receiver = $reader and m.untold > 0
        ) as has_untold
      from conversations c
      join users reader on reader.id = $reader and reader.created_at / 1000 = $readerSecond
      join users peer on peer.id = $peer and peer.created_at / 1000 = $peerSecond
      ${theirs}`),
    // After the last unseen message, everything is seen.
    see: database.prepare(`
      update conversations set
        ${unseen} = ${unseen} - 1,
        ${seenTo} = case when ${unseen} = 1 then max(${seenTo}, $seq) else ${seenTo} end
      ${theirs}`),
    seeTo: database.prepare(`
      update conversations set
        ${unseen} = ${unseen} - $count,
        ${seenTo} = max(${seenTo}, $seq)
      ${theirs}`),
    deliverTo: database.prepare(`
      update conversations set ${deliveredTo} = max(${deliveredTo}, $seq) ${theirs}`),
  };
}
