import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../../src/protocol/entities.ts';
import type {
  EarlierMessage,
  Page,
  PageRequest,
  StoredMessage,
} from '../../../domain/ports/messages.ts';
import { readCursor } from '../../cursor.ts';
import { parseId } from '../../ids.ts';
import {
  MESSAGE_COLUMNS,
  type Row,
  readInteger,
  readText,
  readUserId,
  toMessage,
} from '../../rows.ts';

interface MessageReads {
  findByIdempotencyKey(senderId: UserId, key: string): EarlierMessage | undefined;
  readPage(readerId: UserId, peerId: UserId, page: PageRequest): Page;
  findFirst(readerId: UserId, peerId: UserId, since: number): StoredMessage | undefined;
}

export function prepareMessageReads(database: DatabaseSync): MessageReads {
  const selectByKey = database.prepare(`
    select ${MESSAGE_COLUMNS}, i.body_hash, receiver.id, receiver.created_at
    from idempotency i
    join messages m on m.seq = i.seq
    join users sender on sender.id = m.sender and sender.created_at / 1000 = ?
    join users receiver on receiver.id = m.receiver
    where i.sender = ? and i.key = ?`);

  // Of two people who exist in just the second that their ids say.
  const id = `
    select c.id from conversations c
    join users reader on reader.id = $reader and reader.created_at / 1000 = $readerSecond
    join users peer on peer.id = $peer and peer.created_at / 1000 = $peerSecond
    where c.low = min($reader, $peer) and c.high = max($reader, $peer)`;
  const conversation = `
    select ${MESSAGE_COLUMNS} from messages m
    where m.conversation = (${id}) and (m.hidden = 0 or m.sender = $reader)`;
  const selectBefore = database.prepare(
    `${conversation} and m.seq < $cursor order by m.seq desc limit $limit`,
  );
  const selectAfter = database.prepare(
    `${conversation} and m.seq > $cursor order by m.seq limit $limit`,
  );

  const selectSentEarlier = database.prepare(
    `${conversation} and m.sent_at >= $since order by m.sent_at, m.seq limit 1`,
  );

  const selectLast = database.prepare(`
    select conversation, seq from messages where conversation = (${id}) order by seq desc limit 1`);
  const selectFrom = database.prepare(`
    select seq, created_at from messages where conversation = ? and seq >= ? order by seq limit 1`);

  /** Whose conversation, as the queries above take it; undefined for what cannot be people. */
  function toScope(readerId: UserId, peerId: UserId) {
    const reader = parseId(readerId);
    const peer = parseId(peerId);
    if (reader === undefined || peer === undefined) return undefined;
    return {
      parameters: {
        $reader: reader.key,
        $readerSecond: reader.second,
        $peer: peer.key,
        $peerSecond: peer.second,
      },
      toStored: (row: Row) =>
        row.message_sender === reader.key
          ? toMessage(row, { senderId: readerId, receiverId: peerId })
          : toMessage(row, { senderId: peerId, receiverId: readerId }),
    };
  }

  /** The number of the last message whose place is before a moment: places never go back, so it can be bisected. */
  function findLastBefore(last: Row, moment: number): number {
    const conversation = readInteger(last, 'conversation');
    let before = 0;
    let since = readInteger(last, 'seq') + 1;
    while (since - before > 1) {
      const middle = before + Math.floor((since - before) / 2);
      const row = selectFrom.get(conversation, middle);
      if (row && readInteger(row, 'created_at') < moment) before = readInteger(row, 'seq');
      else since = middle;
    }
    return before;
  }

  return {
    findByIdempotencyKey(senderId, key) {
      const sender = parseId(senderId);
      const row = sender && selectByKey.get(sender.second, sender.key, key);
      if (!row) return undefined;
      const message = toMessage(row, { senderId, receiverId: readUserId(row) });
      return { message, bodyHash: readText(row, 'body_hash') };
    },

    readPage(readerId, peerId, page) {
      const scope = toScope(readerId, peerId);
      if (!scope) return { messages: [], hasMore: false };
      const { parameters, toStored } = scope;
      // One row more than asked for tells whether there are more.
      const range = { ...parameters, $cursor: readCursor(page), $limit: page.limit + 1 };
      const rows = page.kind === 'before' ? selectBefore.all(range) : selectAfter.all(range);
      const messages = rows.slice(0, page.limit).map(toStored);
      if (page.kind === 'before') messages.reverse();
      return { messages, hasMore: rows.length > page.limit };
    },

    findFirst(readerId, peerId, since) {
      const scope = toScope(readerId, peerId);
      const last = scope && selectLast.get(scope.parameters);
      if (!last) return undefined;
      const { parameters, toStored } = scope;
      // One that was sent earlier than its place says is found by that alone.
      const $cursor = findLastBefore(last, since);
      const byPlace = selectAfter.get({ ...parameters, $cursor, $limit: 1 });
      const earlier = selectSentEarlier.get({ ...parameters, $since: since });
      return [byPlace, earlier]
        .flatMap((row) => (row ? toStored(row) : []))
        .filter(({ createdAt }) => createdAt >= since)
        .toSorted((a, b) => a.createdAt - b.createdAt || (a._id < b._id ? -1 : 1))[0];
    },
  };
}
