/**
 * Work that both stores do with the same statements, inside one transaction: it asks for statements, and gets their rows.
 * So a rule that needs several of them is written once, for SQLite, which answers at once, and for PostgreSQL.
 */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { StoredMessage } from '../domain/ports/messages.ts';
import { parseMessageId, toParameters } from './ids.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, type Row, readUserId, toMessageBetween } from './rows.ts';

export interface Statement {
  /** Unique; PostgreSQL keeps 63 characters of it. */
  name: string;
  /** Parameters are `$1`, `$2` and so on. */
  text: string;
}

export type Value = string | number | null;

export interface Step {
  statement: Statement;
  values: readonly Value[];
}

export type Steps<Result> = Generator<Step, Result, Row[]>;

/** The rows of a statement, by `yield*`. */
export function* ask(statement: Statement, ...values: Value[]): Steps<Row[]> {
  return yield { statement, values };
}

export function* askOne(statement: Statement, ...values: Value[]): Steps<Row | undefined> {
  const [row] = yield { statement, values };
  return row;
}

/** The next number of messages and changes. SQLite's writer counts by itself. */
export const NEXT_NUMBER: Statement = {
  name: 'next number',
  text: "select nextval('message_numbers') as number",
};

/** Orders the changes of a message's conversation: `$1` is its number. SQLite has one writer. */
export const LOCK_CONVERSATION: Statement = {
  name: 'lock conversation of message',
  text: `
    select c.id from conversations c
    where c.id = (select conversation from messages where seq = $1)
    for no key update of c`,
};

/** `readSide` of one person, by the keys and seconds of the two; each store has its own text. */
export const READ_SIDE: Statement = { name: 'read side', text: '' };

/** One message by its id, as one of its two people may see it. */
const ONE: Statement = {
  name: 'read one message',
  text: `
    select ${MESSAGE_COLUMNS}, peer.id, peer.created_at
    from messages m ${MESSAGE_JOINS}
    join users reader on reader.id = $1 and reader.created_at / 1000 = $2
    join users peer on peer.id = c.low + c.high - reader.id
    where m.seq = $3 and reader.id in (c.low, c.high)
      and (m.hidden = 0 or m.sender = reader.id)`,
};

/** Also a message that is deleted. */
export function* readOne(
  readerId: UserId,
  messageId: MessageId,
): Steps<{ peerId: UserId; message: StoredMessage } | undefined> {
  const row = yield* askOne(ONE, ...toParameters(readerId), parseMessageId(messageId) ?? null);
  if (!row) return undefined;
  const peerId = readUserId(row);
  return { peerId, message: toMessageBetween(row, readerId, peerId) };
}
