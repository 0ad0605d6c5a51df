/** Marks messages as delivered and seen. What is seen is delivered, too. */
import type { DatabaseSync } from 'node:sqlite';
import { type ParsedId, parseId } from '../../ids.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readInteger,
  readUserId,
  toMessage,
  toRange,
} from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import { prepareReaderSides } from './reader-side.ts';

export function prepareReceiptWrites(
  database: DatabaseSync,
): Handlers<'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  const sides = prepareReaderSides(database);
  const selectOne = database.prepare(`
    select ${MESSAGE_COLUMNS}, sender.id, sender.created_at
    from messages m
    join users sender on sender.id = m.sender
    join users reader on reader.id = m.receiver
    where m.seq = ? and m.created_at / 1000 = ? and m.hidden = 0
      and reader.id = ? and reader.created_at / 1000 = ?`);
  const seeOne = database.prepare('update messages set seen = 1, delivered = 1 where seq = ?');

  const unseen = `conversation = $conversation and receiver = $reader and seen = 0 and hidden = 0
    and seq > $after and seq <= $upTo`;
  const undelivered = `${unseen} and delivered = 0`;
  const selectUnseen = database.prepare(selectRange(unseen));
  const seeAll = database.prepare(`update messages set seen = 1, delivered = 1 where ${unseen}`);
  const selectUndelivered = database.prepare(selectRange(undelivered));
  const deliverAll = database.prepare(`update messages set delivered = 1 where ${undelivered}`);

  /** Whose messages to whom, and up to which; nothing when none of them can be unseen. */
  function findScope({ readerId, peerId, upTo }: Marking) {
    const reader = parseId(readerId);
    const peer = parseId(peerId);
    const side = reader && peer && sides.find(reader, peer);
    if (!side || side.unseen === 0) return undefined;
    const end = upTo === undefined ? Number.MAX_SAFE_INTEGER : findSeq(upTo, reader, peer);
    if (end === undefined) return undefined;
    const asked = { $conversation: side.conversation, $reader: reader.key, $upTo: end };
    return { reader: reader.key, peer: peer.key, side, asked };
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

  return {
    markSeen({ readerId, messageId }) {
      const row = findMessage(messageId, parseId(readerId));
      if (row === undefined) return undefined;
      const message = toMessage(row, { senderId: readUserId(row), receiverId: readerId });
      if (message.seen) return { message, isChanged: false };
      const seq = readInteger(row, 'message_seq');
      seeOne.run(seq);
      sides.noteSeen(readInteger(row, 'message_receiver'), readInteger(row, 'message_sender'), seq);
      return { message: { ...message, seen: true, delivered: true }, isChanged: true };
    },

    markConversationSeen(marking) {
      const scope = findScope(marking);
      if (!scope) return undefined;
      const { reader, peer, side } = scope;
      const asked = { ...scope.asked, $after: side.seenTo };
      const row = selectUnseen.get(asked);
      if (!row) return undefined;
      const count = Number(seeAll.run(asked).changes);
      sides.noteSeenTo(reader, peer, { count, seq: readInteger(row, 'last_seq') });
      return toRange(row);
    },

    markDelivered(marking) {
      const scope = findScope(marking);
      if (!scope) return undefined;
      const { reader, peer, side } = scope;
      const asked = { ...scope.asked, $after: Math.max(side.deliveredTo, side.seenTo) };
      const row = selectUndelivered.get(asked);
      if (!row) return undefined;
      deliverAll.run(asked);
      sides.noteDeliveredTo(reader, peer, readInteger(row, 'last_seq'));
      return toRange(row);
    },
  };
}

interface Marking {
  readerId: string;
  peerId: string;
  upTo?: string;
}

/** First and last of the messages that a condition names; no row when there are none. */
function selectRange(condition: string): string {
  return `
    select first.seq as first_seq, first.created_at as first_at,
           last.seq as last_seq, last.created_at as last_at
    from (select min(seq) as first_seq, max(seq) as last_seq from messages where ${condition}) as ends
    join messages first on first.seq = ends.first_seq
    join messages last on last.seq = ends.last_seq`;
}
