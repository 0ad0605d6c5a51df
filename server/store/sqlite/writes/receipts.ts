/** Marks messages as delivered and seen. What is seen is delivered, too. */
import type { DatabaseSync } from 'node:sqlite';
import type { MessageRange } from '../../../../src/protocol/events.ts';
import { formatId, parseId } from '../../ids.ts';
import { MESSAGE_COLUMNS, type Row, readInteger, readUserId, toMessage } from '../../rows.ts';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';

export function prepareReceiptWrites(
  database: DatabaseSync,
  findPerson: FindPerson,
): Handlers<'markSeen' | 'markConversationSeen' | 'markDelivered'> {
  const selectOne = database.prepare(`
    select ${MESSAGE_COLUMNS}, sender.id, sender.created_at
    from messages m join users sender on sender.id = m.sender
    where m.seq = ? and m.created_at / 1000 = ? and m.receiver = ? and m.hidden = 0`);
  const seeOne = database.prepare('update messages set seen = 1, delivered = 1 where seq = ?');

  const unseen =
    'receiver = $reader and sender = $peer and seen = 0 and hidden = 0 and seq <= $upTo';
  const undelivered = `${unseen} and delivered = 0`;
  const selectUnseen = database.prepare(selectRange(unseen));
  const seeAll = database.prepare(`update messages set seen = 1, delivered = 1 where ${unseen}`);
  const selectUndelivered = database.prepare(selectRange(undelivered));
  const deliverAll = database.prepare(`update messages set delivered = 1 where ${undelivered}`);

  /** What the statements above are asked for; nothing when there can be no such messages. */
  function findScope({ readerId, peerId, upTo }: Marking) {
    const reader = findPerson(readerId);
    const peer = findPerson(peerId);
    if (reader === undefined || peer === undefined) return undefined;
    const end = upTo === undefined ? Number.MAX_SAFE_INTEGER : findSeq(upTo, reader, peer);
    return end === undefined ? undefined : { $reader: reader, $peer: peer, $upTo: end };
  }

  function findSeq(messageId: string, reader: number, peer: number): number | undefined {
    const row = findMessage(messageId, reader);
    return row?.message_sender === peer ? readInteger(row, 'message_seq') : undefined;
  }

  function findMessage(messageId: string, reader: number | undefined): Row | undefined {
    const id = parseId(messageId);
    if (id === undefined || reader === undefined) return undefined;
    return selectOne.get(id.key, id.second, reader);
  }

  return {
    markSeen({ readerId, messageId }) {
      const row = findMessage(messageId, findPerson(readerId));
      if (row === undefined) return undefined;
      const message = toMessage(row, { senderId: readUserId(row), receiverId: readerId });
      if (message.seen) return { message, changed: false };
      seeOne.run(readInteger(row, 'message_seq'));
      return { message: { ...message, seen: true, delivered: true }, changed: true };
    },

    markConversationSeen(marking) {
      const scope = findScope(marking);
      const range = scope && toRange(selectUnseen.get(scope));
      if (range) seeAll.run(scope);
      return range;
    },

    markDelivered(marking) {
      const scope = findScope(marking);
      const range = scope && toRange(selectUndelivered.get(scope));
      if (range) deliverAll.run(scope);
      return range;
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

function toRange(row: Row | undefined): MessageRange | undefined {
  if (row === undefined) return undefined;
  return {
    from: formatId(readInteger(row, 'first_seq'), readInteger(row, 'first_at')),
    upTo: formatId(readInteger(row, 'last_seq'), readInteger(row, 'last_at')),
  };
}
