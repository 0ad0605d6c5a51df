/**
 * The format of operations and outcomes between the threads. Messages between threads are cloned, including the field
 * names of objects. So a text message, by far the most common operation, is sent as an array of values, and of a stored
 * message only the writer's values come back. The transfer alone then costs less than half; in a whole send the
 * difference cannot be measured.
 */
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { Asked, Outcome } from './operations.ts';

type TextRow = [
  senderId: UserId,
  receiverId: UserId,
  text: string,
  at: number,
  key?: string,
  bodyHash?: string,
];
type StoredRow = [_id: MessageId, createdAt: number, isHidden: boolean, sortsAt?: number];

type PackedOperation = Asked | TextRow;
export type PackedOutcome = Outcome | StoredRow;

/** A batch has one answer: the outcomes of its operations, in order. */
export type Request = { kind: 'batch'; operations: PackedOperation[] } | { kind: 'close' };

export function packOperation(operation: Asked): PackedOperation {
  if (operation.name !== 'appendMessage') return operation;
  const { senderId, receiverId, text, picture, idempotency, at } = operation.input;
  if (text === undefined || picture) return operation;
  if (!idempotency) return [senderId, receiverId, text, at];
  return [senderId, receiverId, text, at, idempotency.key, idempotency.bodyHash];
}

export function unpackOperation(packed: PackedOperation): Asked {
  if (!Array.isArray(packed)) return packed;
  const [senderId, receiverId, text, at, key, bodyHash] = packed;
  const hasKey = key !== undefined && bodyHash !== undefined;
  return {
    name: 'appendMessage',
    input: { senderId, receiverId, text, at, ...(hasKey && { idempotency: { key, bodyHash } }) },
  };
}

export function packOutcome(outcome: Outcome): PackedOutcome {
  if (outcome.kind !== 'done') return outcome;
  const { result } = outcome;
  const isStored = typeof result === 'object' && 'kind' in result && result.kind === 'stored';
  if (!isStored) return outcome;
  const { _id, createdAt, hidden = false, sortsAt } = result.message;
  return sortsAt === undefined ? [_id, createdAt, hidden] : [_id, createdAt, hidden, sortsAt];
}

/** `asked` is the operation of this outcome. */
export function unpackOutcome(packed: PackedOutcome, asked: Asked): Outcome {
  if (!Array.isArray(packed)) return packed;
  if (asked.name !== 'appendMessage') throw new TypeError(`${asked.name} stores no message`);
  const [_id, createdAt, isHidden, sortsAt] = packed;
  const { at: _at, idempotency: _idempotency, ...message } = asked.input;
  const received = { seen: false, delivered: false, ...(isHidden && { hidden: true as const }) };
  const times = sortsAt === undefined ? {} : { sortsAt };
  return {
    kind: 'done',
    result: { kind: 'stored', message: { _id, ...message, ...received, createdAt, ...times } },
  };
}
