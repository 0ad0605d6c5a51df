import type { AppendResult, NewMessage } from '../../../domain/ports/messages.ts';
import { formatId, parseId } from '../../ids.ts';
import { toParameters } from '../../parameters.ts';
import {
  type Row,
  readBoolean,
  readInteger,
  readIntegerOrNull,
  readText,
  readTimes,
  toReplyTo,
} from '../../rows.ts';
import type { Query } from '../database.ts';
import type { MessageReads } from '../reads/messages.ts';

const APPEND = {
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

/** Stores a batch in one transaction; see migrations/0002-append-messages.sql. */
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
  const rows = await query(APPEND, columns);
  return messages.map((message, index) => toOutcome(rows[index] ?? {}, message));
}

function toOutcome(row: Row, { at, idempotency, quote, ...message }: AskedMessage): Outcome {
  const outcome = readText(row, 'outcome');
  switch (outcome) {
    case 'stored': {
      const place = readInteger(row, 'created_at');
      const isHidden = readBoolean(row, 'hidden');
      const readSide = (side: string) => ({
        before: readInteger(row, `${side}_before`),
        turn: readInteger(row, `${side}_turn`),
      });
      const stored = {
        ...message,
        _id: formatId(readInteger(row, 'seq'), place),
        change: readInteger(row, 'seq'),
        seen: false,
        delivered: false,
        ...(isHidden && { hidden: true as const }),
        ...(quote && { replyTo: quote.forSender }),
        ...readTimes(place, readIntegerOrNull(row, 'sent_at')),
      };
      const sides = {
        sender: readSide('sender'),
        ...(!isHidden && { receiver: readSide('receiver') }),
      };
      return { kind: 'stored', message: stored, sides };
    }
    case 'keyUsed':
      return { kind: 'keyUsed', otherwise: { kind: 'keyReused' } };
    case 'unknownReceiver':
    case 'blockedReceiver':
      // It may be refused now, although it was accepted then.
      return idempotency ? { kind: 'keyUsed', otherwise: { kind: outcome } } : { kind: outcome };
    case 'unknownSender':
      return { kind: outcome };
    default:
      throw new TypeError(`${outcome} is not an outcome`);
  }
}

/** The message stored under this key. */
export async function findEarlier(
  reads: MessageReads,
  { senderId, receiverId, idempotency }: NewMessage,
): Promise<AppendResult | undefined> {
  const earlier = idempotency && (await reads.findByIdempotencyKey(senderId, idempotency.key));
  if (!earlier) return undefined;
  const isSame =
    (earlier.bodyHash ?? idempotency.bodyHash) === idempotency.bodyHash &&
    parseId(earlier.message.receiverId)?.key === parseId(receiverId)?.key;
  return isSame ? { kind: 'repeated', message: earlier.message } : { kind: 'keyReused' };
}
