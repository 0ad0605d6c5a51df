/** How far a person has come with the messages of one peer, from the row of their conversation. */
import type { DatabaseSync } from 'node:sqlite';
import type { Advance, ReaderSide } from '../../advance.ts';
import { HIDES } from '../../hides.ts';
import type { ParsedId } from '../../ids.ts';
import { readBoolean, readInteger } from '../../rows.ts';

interface ReaderSides {
  /** Undefined for unknown ids, and if the two have no conversation. */
  find(reader: ParsedId, peer: ParsedId): ReaderSide | undefined;
  /** `count`: messages that are no longer unseen; absent if none was seen. */
  advance(side: ReaderSide, advance: Advance, count?: number): void;
}

export function prepareReaderSides(database: DatabaseSync): ReaderSides {
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
          seenTo: readInteger(row, 'seen_to'),
          deliveredTo: readInteger(row, 'delivered_to'),
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
        $seenTo: to.seenTo,
        $deliveredTo: to.deliveredTo,
        $seenTold: to.seenTold,
        $deliveredTold: to.deliveredTold,
        $turns: Number(count !== undefined),
        $peerTurns: Number(told !== undefined),
      });
    },
  };
}

/** Statements for the person with the lower or the higher key. */
function prepareSide(database: DatabaseSync, own: 'low' | 'high', other: 'low' | 'high') {
  return {
    select: database.prepare(`
      select c.id, c.${own}_unseen as unseen, c.${own}_seen_to as seen_to,
        c.${own}_delivered_to as delivered_to, c.${own}_seen_told as seen_told,
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
        ${own}_seen_to = $seenTo, ${own}_delivered_to = $deliveredTo,
        ${own}_seen_told = $seenTold, ${own}_delivered_told = $deliveredTold,
        ${own}_turn = ${own}_turn + $turns, ${other}_turn = ${other}_turn + $peerTurns
      where id = $conversation`),
  };
}
