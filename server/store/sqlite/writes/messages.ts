import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../../domain/errors.ts';
import type { AppendResult, NewMessage } from '../../../domain/ports.ts';
import { formatId, parseId } from '../../ids.ts';
import type { CommitOrder } from '../commit-order.ts';
import type { Handlers } from '../operations.ts';
import type { FindPerson } from '../people.ts';
import { readInteger, toMessage } from '../rows.ts';
import { prepareIdempotencyKeys } from './idempotency.ts';

export function prepareMessageWrites(
  database: DatabaseSync,
  order: CommitOrder,
  findPerson: FindPerson,
): Handlers<'appendMessage'> {
  const keys = prepareIdempotencyKeys(database);

  const upsertConversation = database.prepare(`
    insert into conversations (low, high, low_seq, high_seq) values (?, ?, ?, ?)
    on conflict (low, high) do update set
      low_seq = coalesce(excluded.low_seq, low_seq),
      high_seq = coalesce(excluded.high_seq, high_seq)
    returning id`);

  const selectBlock = database.prepare('select 1 from blocks where blocker = ? and blocked = ?');

  const insert = database.prepare(`
    insert into messages
      (seq, conversation, sender, receiver, text, picture_id, picture_width, picture_height, hidden,
       created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  /** What was stored under the key of this message; a message may be refused by now that was not then. */
  function findEarlier(
    sender: number,
    { idempotency, ...message }: NewMessage,
  ): AppendResult | undefined {
    const earlier = idempotency && keys.find(sender, idempotency.key);
    if (!earlier) return undefined;
    const isSame =
      earlier.body_hash === idempotency.bodyHash &&
      earlier.message_receiver === parseId(message.receiverId)?.key;
    return isSame
      ? { kind: 'repeated', message: toMessage(earlier, message) }
      : { kind: 'keyReused' };
  }

  return {
    appendMessage({ at, ...asked }): AppendResult {
      const { idempotency, ...message } = asked;
      const sender = findPerson(message.senderId);
      const receiver = findPerson(message.receiverId);
      if (sender === undefined) throw new DomainError('notFound', 'This account does not exist.');
      if (receiver === undefined || receiver === sender) {
        return findEarlier(sender, asked) ?? { kind: 'unknownReceiver' };
      }
      if (selectBlock.get(sender, receiver)) {
        return findEarlier(sender, asked) ?? { kind: 'blockedReceiver' };
      }
      const isHidden = selectBlock.get(receiver, sender) !== undefined;

      const createdAt = order.stamp(at);
      const seq = order.nextSeq();
      if (idempotency && !keys.claim({ ...idempotency, sender, seq, at: createdAt })) {
        return findEarlier(sender, asked) ?? { kind: 'keyReused' };
      }

      const [low, high] = [Math.min(sender, receiver), Math.max(sender, receiver)];
      const seqFor = (person: number) => (isHidden && person === receiver ? null : seq);
      const row = upsertConversation.get(low, high, seqFor(low), seqFor(high));
      const conversation = readInteger(row ?? {}, 'id');
      const { text = null, picture } = message;
      const size = [picture?.width ?? null, picture?.height ?? null];
      insert.run(
        seq,
        conversation,
        sender,
        receiver,
        text,
        picture?.id ?? null,
        ...size,
        isHidden ? 1 : 0,
        createdAt,
      );
      const _id = formatId(seq, createdAt);
      return {
        kind: 'stored',
        message: {
          ...message,
          _id,
          seen: false,
          delivered: false,
          ...(isHidden && { hidden: true }),
          createdAt,
        },
      };
    },
  };
}
