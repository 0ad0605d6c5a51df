/** Reading messages, as one of the two people may see them. */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type {
  EarlierMessage,
  Page,
  PageRequest,
  PicturesPage,
  PicturesRequest,
  StoredMessage,
} from '../domain/ports/messages.ts';
import { parseMessageId, readCursor, toParameters } from './ids.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  readInteger,
  readText,
  readUserId,
  toMessageBetween,
  toSentMessage,
} from './rows.ts';
import { ask, askOne, defineStatement, type Statement, type Steps } from './steps.ts';

/**
 * The conversation of reader `$1` and `$2` with peer `$3` and `$4`, as `talk`; both must exist with the creation seconds in
 * their ids.
 */
export const TALK = `with talk as materialized (
  select c.id from users reader
  join users peer on peer.id = $3 and peer.created_at / 1000 = $4
  join conversations c
    on c.low = case when reader.id < peer.id then reader.id else peer.id end
    and c.high = case when reader.id < peer.id then peer.id else reader.id end
  where reader.id = $1 and reader.created_at / 1000 = $2
)`;

export interface Way {
  which: string;
  /** Of SQLite. */
  index: string;
  isHidden: boolean;
}

/** Messages visible to both, and the reader's own hidden ones, are scanned separately, each by its own index. */
export const bothWays = (which: string, index: string, hiddenIndex: string): Way[] => [
  { which: `m.hidden = 0 and ${which}`, index, isHidden: false },
  { which: `m.hidden = 1 and ${which}`, index: hiddenIndex, isHidden: true },
];

const SHOWN = bothWays('m.deleted_at is null', 'messages_visible', 'messages_hidden');
const WITH_DELETED = [
  ...SHOWN,
  ...bothWays('m.deleted_at is not null', 'messages_deleted', 'messages_hidden_deleted'),
];
const PICTURES = bothWays(
  'm.deleted_at is null and m.picture_id is not null',
  'messages_pictures',
  'messages_hidden_pictures',
);

/**
 * In PostgreSQL, conversation and number are compared and sorted together, which only such an index supports. Compared
 * separately, the planner might scan all messages by number until it has found enough of a quiet conversation.
 */
export function walkPostgres(
  way: Way,
  {
    column,
    after,
    before = `${Number.MAX_SAFE_INTEGER}`,
  }: { column: string; after: string; before?: string },
  { order = 'asc', limit }: { order?: 'asc' | 'desc'; limit: string | number },
): string {
  const keys = ['m.conversation', ...(way.isHidden ? ['m.sender'] : [])];
  const begin = `(select id from talk)${way.isHidden ? ', $1' : ''}`;
  const columns = [...keys, column];
  return `(
    select m.* from messages m
    where ${way.which}
      and (${columns.join()}) > (${begin}, ${after})
      and (${columns.join()}) < (${begin}, ${before})
    order by ${(column === 'm.created_at' ? [...columns, 'm.seq'] : columns).map((each) => `${each} ${order}`).join()}
    limit ${limit}
  )`;
}

/** In SQLite, which would compare the first column alone. */
export const inTalk = (way: Way) => `
  from messages m indexed by ${way.index}
  where m.conversation = (select id from talk) and ${way.which} ${way.isHidden ? 'and m.sender = $1' : ''}`;

/** Joins what belongs to a message after the few messages are found, not while they are walked. */
const joinMessages = (walked: string) =>
  `${TALK} select ${MESSAGE_COLUMNS} from (${walked}) as m ${MESSAGE_JOINS}`;

/** Before or after `$5`, at most `$6`. */
function definePage(kind: PageRequest['kind'], ways: readonly Way[]) {
  const isBefore = kind === 'before';
  const order = isBefore ? 'desc' : 'asc';
  const range = {
    column: 'm.seq',
    after: isBefore ? '0' : '$5',
    ...(isBefore && { before: '$5' }),
  };
  const walked = ways.map((way) => walkPostgres(way, range, { order, limit: '$6' }));
  const found = ways.map(
    (way) => `
      select seq from (
        select m.seq ${inTalk(way)} and m.seq ${isBefore ? '<' : '>'} $5
        order by m.seq ${order} limit $6
      )`,
  );
  return defineStatement(
    `${joinMessages(`
      select m.* from (${walked.join(' union all ')}) as m order by m.seq ${order} limit $6`)}
    order by m.seq ${order}`,
    `${TALK}
    select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_JOINS}
    where m.seq in (${found.join(' union all ')})
    order by m.seq ${order} limit $6`,
  );
}

const definePages = (ways: readonly Way[]) => ({
  before: definePage('before', ways),
  after: definePage('after', ways),
});
const PAGES = definePages(SHOWN);
const PAGES_WITH_DELETED = definePages(WITH_DELETED);
const PICTURES_BEFORE = definePage('before', PICTURES);

const COUNT_PICTURES = defineStatement(`
  ${TALK} select ${PICTURES.map(
    (way) => `(
      select count(*) from messages m
      where ${way.which} and m.conversation = (select id from talk) ${way.isHidden ? 'and m.sender = $1' : ''}
    )`,
  ).join(' + ')} as pictures`);

const FIRST_SINCE = { column: 'm.created_at', after: 'cast($5 as bigint) - 1' };
/** Since `$5`. SQLite walks the whole conversation in its index: an index by time would make every send dearer. */
const FIND_FIRST = defineStatement(
  joinMessages(`
    select m.* from (${SHOWN.map((way) => walkPostgres(way, FIRST_SINCE, { limit: 1 })).join(' union all ')}) as m
    order by m.created_at, m.seq limit 1`),
  `${TALK}
  select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_JOINS}
  where m.seq in (${SHOWN.map(
    (way) => `
      select seq from (
        select m.seq ${inTalk(way)} and m.created_at >= $5 order by m.created_at, m.seq limit 1
      )`,
  ).join(' union all ')})
  order by m.created_at, m.seq limit 1`,
);

const FIND_BY_KEY = defineStatement(`
  select ${MESSAGE_COLUMNS}, m.body_hash, receiver.id, receiver.created_at
  from messages m ${MESSAGE_JOINS}
  join users sender on sender.id = m.sender and sender.created_at / 1000 = $2
  join users receiver on receiver.id = c.low + c.high - m.sender
  where m.sender = $1 and m.key = $3`);

const FIND = defineStatement(`
  select ${MESSAGE_COLUMNS}, peer.id, peer.created_at
  from messages m ${MESSAGE_JOINS}
  join users reader on reader.id = $1 and reader.created_at / 1000 = $2
  join users peer on peer.id = c.low + c.high - reader.id
  where m.seq = $3 and reader.id in (c.low, c.high)
    and (m.hidden = 0 or m.sender = reader.id)`);

/** Also a message that is deleted. */
export function* findMessage(
  readerId: UserId,
  messageId: MessageId,
): Steps<{ peerId: UserId; message: StoredMessage } | undefined> {
  const row = yield* askOne(FIND, ...toParameters(readerId), parseMessageId(messageId) ?? null);
  if (!row) return undefined;
  const peerId = readUserId(row);
  return { peerId, message: toMessageBetween(row, readerId, peerId) };
}

export function* findByIdempotencyKey(
  senderId: UserId,
  key: string,
): Steps<EarlierMessage | undefined> {
  const row = yield* askOne(FIND_BY_KEY, ...toParameters(senderId), key);
  if (!row) return undefined;
  const message = toSentMessage(row, { senderId, receiverId: readUserId(row) });
  return { message, ...(row.body_hash !== null && { bodyHash: readText(row, 'body_hash') }) };
}

export const readPage = (readerId: UserId, peerId: UserId, page: PageRequest): Steps<Page> =>
  walk((page.withDeleted ? PAGES_WITH_DELETED : PAGES)[page.kind], readerId, peerId, page);

function* walk(
  statement: Statement,
  readerId: UserId,
  peerId: UserId,
  page: PageRequest,
): Steps<Page> {
  // One row more than requested shows whether there are more.
  const range = [readCursor(page), page.limit + 1];
  const rows = yield* ask(statement, ...toParameters(readerId, peerId), ...range);
  const messages = rows.slice(0, page.limit).map((row) => toMessageBetween(row, readerId, peerId));
  if (page.kind === 'before') messages.reverse();
  return { messages, hasMore: rows.length > page.limit };
}

export function* readPictures(
  readerId: UserId,
  peerId: UserId,
  page: PicturesRequest,
): Steps<PicturesPage> {
  const found = yield* walk(PICTURES_BEFORE, readerId, peerId, page);
  if (page.before !== undefined) return found;
  const counted = yield* askOne(COUNT_PICTURES, ...toParameters(readerId, peerId));
  return { ...found, count: readInteger(counted ?? {}, 'pictures') };
}

export function* findFirst(
  readerId: UserId,
  peerId: UserId,
  since: number,
): Steps<StoredMessage | undefined> {
  const row = yield* askOne(FIND_FIRST, ...toParameters(readerId, peerId), since);
  return row && toMessageBetween(row, readerId, peerId);
}
