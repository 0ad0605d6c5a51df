import type { DatabaseSync } from 'node:sqlite';
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type {
  EarlierMessage,
  Page,
  PageRequest,
  PicturesPage,
  PicturesRequest,
  StoredMessage,
} from '../../domain/ports/messages.ts';
import { parseId, readCursor } from '../ids.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  type Row,
  readInteger,
  readText,
  readUserId,
  toMessageBetween,
  toSentMessage,
} from '../rows.ts';
import { readOne } from '../steps.ts';
import { prepareSteps } from './steps.ts';

interface MessageReads {
  findMessage(
    readerId: UserId,
    messageId: MessageId,
  ): { peerId: UserId; message: StoredMessage } | undefined;
  findByIdempotencyKey(senderId: UserId, key: string): EarlierMessage | undefined;
  readPage(readerId: UserId, peerId: UserId, page: PageRequest): Page;
  readPictures(readerId: UserId, peerId: UserId, page: PicturesRequest): PicturesPage;
  findFirst(readerId: UserId, peerId: UserId, since: number): StoredMessage | undefined;
}

export function prepareMessageReads(database: DatabaseSync): MessageReads {
  const selectByKey = database.prepare(`
    select ${MESSAGE_COLUMNS}, m.body_hash, receiver.id, receiver.created_at
    from messages m
    ${MESSAGE_JOINS}
    join users sender on sender.id = m.sender and sender.created_at / 1000 = ?
    join users receiver on receiver.id = c.low + c.high - m.sender
    where m.sender = ? and m.key = ?`);

  const preparePages = (ways: typeof SHOWN) => ({
    before: database.prepare(selectPage(BEFORE, 'desc', ways)),
    after: database.prepare(selectPage(AFTER, 'asc', ways)),
  });
  const shown = preparePages(SHOWN);
  const withDeleted = preparePages([...SHOWN, DELETED, OWN_HIDDEN_DELETED]);

  const selectPictures = database.prepare(
    selectPage(BEFORE, 'desc', [VISIBLE_PICTURE, OWN_HIDDEN_PICTURE]),
  );
  const countPictures = database.prepare(`
    with talk as materialized (${CONVERSATION})
    select ${[VISIBLE_PICTURE, OWN_HIDDEN_PICTURE]
      .map(
        ({ index, which }) => `(
          select count(*) from messages m indexed by ${index}
          where m.conversation = (select id from talk) and ${which}
        )`,
      )
      .join(' + ')} as pictures`);

  const selectFirst = database.prepare(`
    with talk as materialized (${CONVERSATION})
    select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_JOINS}
    where m.seq in (${SHOWN_BY_TIME.map(
      ({ index, which }) => `
        select seq from (
          select m.seq from messages m indexed by ${index}
          where m.conversation = (select id from talk) and ${which} and m.created_at >= $since
          order by m.created_at, m.seq limit 1
        )`,
    ).join(' union all ')})
    order by m.created_at, m.seq limit 1`);

  const run = prepareSteps(database);

  return {
    findMessage: (readerId, messageId) => run(readOne(readerId, messageId)),

    findByIdempotencyKey(senderId, key) {
      const sender = parseId(senderId);
      const row = sender && selectByKey.get(sender.second, sender.key, key);
      if (!row) return undefined;
      const message = toSentMessage(row, { senderId, receiverId: readUserId(row) });
      return { message, ...(row.body_hash !== null && { bodyHash: readText(row, 'body_hash') }) };
    },

    readPage(readerId, peerId, page) {
      const scope = toScope(readerId, peerId);
      if (!scope) return { messages: [], hasMore: false };
      const { parameters, toStored } = scope;
      // One row more than requested shows whether there are more.
      const range = { ...parameters, $cursor: readCursor(page), $limit: page.limit + 1 };
      const rows = (page.withDeleted ? withDeleted : shown)[page.kind].all(range);
      const messages = rows.slice(0, page.limit).map(toStored);
      if (page.kind === 'before') messages.reverse();
      return { messages, hasMore: rows.length > page.limit };
    },

    readPictures(readerId, peerId, page) {
      const scope = toScope(readerId, peerId);
      if (!scope) return { messages: [], hasMore: false, count: 0 };
      const { parameters, toStored } = scope;
      const rows = selectPictures.all({
        ...parameters,
        $cursor: readCursor(page),
        $limit: page.limit + 1,
      });
      const counted = page.before === undefined ? countPictures.get(parameters) : undefined;
      return {
        messages: rows.slice(0, page.limit).map(toStored).reverse(),
        hasMore: rows.length > page.limit,
        ...(counted && { count: readInteger(counted, 'pictures') }),
      };
    },

    findFirst(readerId, peerId, since) {
      const scope = toScope(readerId, peerId);
      if (!scope) return undefined;
      const { parameters, toStored } = scope;
      const row = selectFirst.get({ ...parameters, $since: since });
      return row && toStored(row);
    },
  };
}

// Messages visible to both, and the reader's own hidden ones, are scanned separately, each by its own index.
const VISIBLE = {
  index: 'messages_visible',
  which: 'm.hidden = 0 and m.deleted_at is null',
};
const OWN_HIDDEN = {
  index: 'messages_hidden',
  which: 'm.hidden = 1 and m.deleted_at is null and m.sender = $reader',
};

const SHOWN = [VISIBLE, OWN_HIDDEN];
const SHOWN_BY_TIME = [
  { ...VISIBLE, index: 'messages_by_time' },
  { ...OWN_HIDDEN, index: 'messages_hidden_by_time' },
];
// What is left of deleted ones.
const DELETED = {
  index: 'messages_deleted',
  which: 'm.hidden = 0 and m.deleted_at is not null',
};
const OWN_HIDDEN_DELETED = {
  index: 'messages_hidden_deleted',
  which: 'm.hidden = 1 and m.deleted_at is not null and m.sender = $reader',
};

const BEFORE = 'm.seq < $cursor';
const AFTER = 'm.seq > $cursor';

const VISIBLE_PICTURE = {
  index: 'messages_pictures',
  which: `${VISIBLE.which} and m.picture_id is not null`,
};
const OWN_HIDDEN_PICTURE = {
  index: 'messages_hidden_pictures',
  which: `${OWN_HIDDEN.which} and m.picture_id is not null`,
};

function selectPage(range: string, order: 'asc' | 'desc', ways: typeof SHOWN): string {
  const selectSeqs = ({ index, which }: typeof VISIBLE) => `
    select seq from (
      select m.seq from messages m indexed by ${index}
      where m.conversation = (select id from talk) and ${which} and ${range}
      order by m.seq ${order} limit $limit
    )`;
  return `
    with talk as materialized (${CONVERSATION})
    select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_JOINS}
    where m.seq in (${ways.map(selectSeqs).join(' union all ')})
    order by m.seq ${order} limit $limit`;
}

/** Both people must exist with the creation seconds in their ids. */
export const CONVERSATION = `
  select c.id from conversations c
  join users reader on reader.id = $reader and reader.created_at / 1000 = $readerSecond
  join users peer on peer.id = $peer and peer.created_at / 1000 = $peerSecond
  where c.low = min($reader, $peer) and c.high = max($reader, $peer)`;

interface Scope {
  parameters: { $reader: number; $readerSecond: number; $peer: number; $peerSecond: number };
  /** As the reader may see it. */
  toStored(row: Row): StoredMessage;
}

/** Undefined for invalid ids. */
export function toScope(readerId: UserId, peerId: UserId): Scope | undefined {
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
    toStored: (row) => toMessageBetween(row, readerId, peerId),
  };
}
