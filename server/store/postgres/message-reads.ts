import type { MessageStore } from '../../domain/ports/messages.ts';
import { readCursor, toParameters } from '../ids.ts';
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
import { type Database, runSteps } from './database.ts';

/** The conversation of a reader with a peer; both must exist with the creation seconds in their ids. */
export const CONVERSATION = `(
  select c.id from conversations c
  join users reader on reader.id = $1 and reader.created_at / 1000 = $2
  join users peer on peer.id = $3 and peer.created_at / 1000 = $4
  where c.low = least($1::bigint, $3::bigint) and c.high = greatest($1::bigint, $3::bigint)
)`;

/** A range of message numbers, both ends excluded. */
interface Span {
  after?: string;
  before?: string;
}

// Messages visible to both, and the reader's own hidden ones, are scanned separately, each by its own index.
const VISIBLE = {
  which: 'm.hidden = 0 and m.deleted_at is null',
  keys: ['m.conversation'],
  begin: CONVERSATION,
};
const OWN_HIDDEN = {
  which: 'm.hidden = 1 and m.deleted_at is null',
  keys: ['m.conversation', 'm.sender'],
  begin: `${CONVERSATION}, $1`,
};

const SHOWN = [VISIBLE, OWN_HIDDEN];
/** With what is left of deleted ones. */
const WITH_DELETED = [
  ...SHOWN,
  { ...VISIBLE, which: 'm.hidden = 0 and m.deleted_at is not null' },
  { ...OWN_HIDDEN, which: 'm.hidden = 1 and m.deleted_at is not null' },
];

type Way = typeof VISIBLE;

// Conversation and number are compared and sorted together, which only such an index supports. Compared separately, the
// planner might scan all messages by number until it has found enough of a quiet conversation.
function walk({ which, keys, begin }: Way, span: Span, order: 'asc' | 'desc', limit: string) {
  const columns = [...keys, 'm.seq'];
  return `(
    select m.* from messages m
    where ${which}
      and (${columns.join()}) > (${begin}, ${span.after ?? 0})
      and (${columns.join()}) < (${begin}, ${span.before ?? Number.MAX_SAFE_INTEGER})
    order by ${columns.map((column) => `${column} ${order}`).join()} limit ${limit}
  )`;
}

/** The first message since $5. */
function walkSince({ which, keys, begin }: Way) {
  const columns = [...keys, 'm.created_at'];
  return `(
    select m.* from messages m
    where ${which}
      and (${columns.join()}) >= (${begin}, $5)
      and (${columns.join()}) < (${begin}, ${Number.MAX_SAFE_INTEGER})
    order by ${[...columns, 'm.seq'].join()} limit 1
  )`;
}

/** Joins what belongs to a message after the few messages are found, not while they are walked. */
const selectMessages = (walked: string) => `
  select ${MESSAGE_COLUMNS} from (${walked}) as m ${MESSAGE_JOINS}`;

const selectPage = (span: Span, order: 'asc' | 'desc', ways: readonly Way[]) => `
  ${selectMessages(`
    select m.* from (
      ${ways.map((way) => walk(way, span, order, '$6')).join(' union all ')}
    ) as m
    order by m.seq ${order} limit $6`)}
  order by m.seq ${order}`;

const PICTURE = 'm.picture_id is not null';
const VISIBLE_PICTURE = { ...VISIBLE, which: `${VISIBLE.which} and ${PICTURE}` };
const OWN_HIDDEN_PICTURE = { ...OWN_HIDDEN, which: `${OWN_HIDDEN.which} and ${PICTURE}` };

const preparePages = (name: string, ways: readonly Way[]) => ({
  before: { name: `read ${name}before`, text: selectPage({ before: '$5' }, 'desc', ways) },
  after: { name: `read ${name}after`, text: selectPage({ after: '$5' }, 'asc', ways) },
});
const SHOWN_PAGES = preparePages('', SHOWN);
const PAGES_WITH_DELETED = preparePages('with deleted ', WITH_DELETED);

const PICTURES = {
  name: 'read pictures',
  text: selectPage({ before: '$5' }, 'desc', [VISIBLE_PICTURE, OWN_HIDDEN_PICTURE]),
};

const COUNT_PICTURES = {
  name: 'count pictures',
  text: `select (
    select count(*) from messages m
    where ${VISIBLE_PICTURE.which} and m.conversation = ${CONVERSATION}
  ) + (
    select count(*) from messages m
    where ${OWN_HIDDEN_PICTURE.which} and m.conversation = ${CONVERSATION} and m.sender = $1
  ) as pictures`,
};

const FIRST = {
  name: 'find first',
  text: selectMessages(`
    select m.* from (${SHOWN.map(walkSince).join(' union all ')}) as m
    order by m.created_at, m.seq limit 1`),
};

const BY_KEY = {
  name: 'find by key',
  text: `
    select ${MESSAGE_COLUMNS}, m.body_hash, receiver.id, receiver.created_at
    from messages m
    ${MESSAGE_JOINS}
    join users sender on sender.id = m.sender and sender.created_at / 1000 = $2
    join users receiver on receiver.id = c.low + c.high - m.sender
    where m.sender = $1 and m.key = $3`,
};

export type MessageReads = Pick<
  MessageStore,
  'findMessage' | 'findByIdempotencyKey' | 'readPage' | 'readPictures' | 'findFirst'
>;

export function createMessageReads({ query }: Pick<Database, 'query'>): MessageReads {
  return {
    findMessage: (readerId, messageId) => runSteps(query, readOne(readerId, messageId)),

    async findByIdempotencyKey(senderId, key) {
      const [row] = await query(BY_KEY, [...toParameters(senderId), key]);
      if (!row) return undefined;
      const message = toSentMessage(row, { senderId, receiverId: readUserId(row) });
      return { message, ...(row.body_hash !== null && { bodyHash: readText(row, 'body_hash') }) };
    },

    async readPage(readerId, peerId, page) {
      const scope = toParameters(readerId, peerId);
      const toStored = (row: Row) => toMessageBetween(row, readerId, peerId);
      const statement = (page.withDeleted ? PAGES_WITH_DELETED : SHOWN_PAGES)[page.kind];
      // One row more than requested shows whether there are more.
      const rows = await query(statement, [...scope, readCursor(page), page.limit + 1]);
      const messages = rows.slice(0, page.limit).map(toStored);
      if (page.kind === 'before') messages.reverse();
      return { messages, hasMore: rows.length > page.limit };
    },

    async readPictures(readerId, peerId, page) {
      const scope = toParameters(readerId, peerId);
      const [rows, [counted]] = await Promise.all([
        query(PICTURES, [...scope, readCursor(page), page.limit + 1]),
        page.before === undefined ? query(COUNT_PICTURES, scope) : [],
      ]);
      const messages = rows
        .slice(0, page.limit)
        .map((row) => toMessageBetween(row, readerId, peerId));
      return {
        messages: messages.reverse(),
        hasMore: rows.length > page.limit,
        ...(counted && { count: readInteger(counted, 'pictures') }),
      };
    },

    async findFirst(readerId, peerId, since) {
      const [row] = await query(FIRST, [...toParameters(readerId, peerId), since]);
      return row && toMessageBetween(row, readerId, peerId);
    },
  };
}
