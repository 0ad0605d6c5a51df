import { DomainError } from '../../domain/errors.ts';
import type { AppendResult, NewMessage } from '../../domain/ports/messages.ts';
import { reportCommit } from '../commits.ts';
import { toParameters } from '../ids.ts';
import { type Row, readBoolean, readInteger, readText, toReplyTo } from '../rows.ts';
import { toStored } from '../stored-message.ts';
import type { Query } from './database.ts';

const APPEND_MESSAGES = {
  name: 'append messages',
  text: `
    select *
    from append_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
};

export interface AskedMessage extends NewMessage {
  /** Time of the call. */
  at: number;
}

/** The result for a message of a batch; an earlier message under its key is still to be found. */
export type Outcome =
  | AppendResult
  | { kind: 'keyUsed'; otherwise: AppendResult }
  | { kind: 'unknownSender' };

/** Stores a batch in one transaction; see `append_messages` in the schema. */
export async function storeBatch(query: Query, messages: AskedMessage[]): Promise<Outcome[]> {
  const people = messages.map(({ senderId, receiverId }) => toParameters(senderId, receiverId));
  const columns = [
    ...[0, 1, 2, 3].map((index) => people.map((each) => each[index])),
    messages.map(({ text }) => text),
    messages.map(({ picture }) => picture?.id),
    messages.map(({ picture }) => picture?.width),
    messages.map(({ picture }) => picture?.height),
    messages.map(({ idempotency }) => idempotency?.key),
    messages.map(({ idempotency }) => idempotency?.bodyHash),
    messages.map(({ at }) => at),
    messages.map(({ quote }) => toReplyTo(quote)),
    messages.map(({ forwarded }) => (forwarded ? 1 : 0)),
  ];
  const rows = await query(APPEND_MESSAGES, columns);
  return messages.map((message, index) => toOutcome(rows[index] ?? {}, message));
}

function toOutcome(row: Row, { at, ...message }: AskedMessage): Outcome {
  const outcome = readText(row, 'outcome');
  switch (outcome) {
    case 'stored': {
      const readSide = (side: string) => ({
        before: readInteger(row, `${side}_before`),
        version: readInteger(row, `${side}_version`),
      });
      return toStored(message, {
        kind: 'stored',
        seq: readInteger(row, 'seq'),
        at,
        sender: readSide('sender'),
        ...(!readBoolean(row, 'hidden') && { receiver: readSide('receiver') }),
      });
    }
    case 'keyUsed':
      return { kind: 'keyUsed', otherwise: { kind: 'keyReused' } };
    case 'unknownReceiver':
    case 'blockedReceiver':
      // It may be refused now, although it was accepted then.
      return message.idempotency
        ? { kind: 'keyUsed', otherwise: { kind: outcome } }
        : { kind: outcome };
    case 'unknownSender':
      return { kind: outcome };
    default:
      throw new TypeError(`${outcome} is not an outcome`);
  }
}

/**
 * Group commit: at most one batch of messages is in progress, on its own connection; messages that arrive meanwhile
 * form the next batch. So all that wait share one commit and one round trip, and promises settle in the order of the
 * message numbers.
 *
 * An error of one statement rolls back the batch; then each message gets its own transaction, so that a message that
 * cannot be stored does not affect others. If the database fails, the whole batch rejects with `storageUnavailable`. If
 * its answer was lost, nobody knows whether the batch was stored: a repeat with the same key finds out.
 */

/** Keeps a commit short enough for those who wait for the next one. */
const MAX_BATCH = 500;

interface Pending<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function createAppendQueue<Item, Result>(
  storeBatch: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Pending<Item, Result>[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    // Messages of one turn of the event loop form one batch.
    await Promise.resolve();
    while (waiting.length > 0) await settle(waiting.splice(0, MAX_BATCH));
    isRunning = false;
  }

  async function settle(batch: Pending<Item, Result>[]): Promise<void> {
    try {
      reportCommit({ size: batch.length });
      const results = await storeBatch(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('A message of a batch has no outcome.'));
        else resolve(result);
      }
    } catch (error) {
      if (batch.length > 1 && !(error instanceof DomainError)) {
        for (const each of batch) await settle([each]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void run();
    });
}
