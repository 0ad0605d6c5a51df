import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../../domain/errors.ts';
import type { AppendResult } from '../../../domain/ports.ts';
import { formatId } from '../../ids.ts';
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
    insert into conversations (low, high, last_seq) values (?, ?, ?)
    on conflict (low, high) do update set last_seq = excluded.last_seq
    returning id`);

  const insert = database.prepare(`
    insert into messages
      (seq, conversation, sender, receiver, text, picture_id, picture_width, picture_height, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  return {
    appendMessage({ at, idempotency, ...message }): AppendResult {
      const sender = findPerson(message.senderId);
      const receiver = findPerson(message.receiverId);
      if (sender === undefined) throw new DomainError('notFound', 'This account does not exist.');
      if (receiver === undefined || receiver === sender) return { kind: 'unknownReceiver' };

      const createdAt = order.stamp(at);
      const seq = order.nextSeq();
      if (idempotency && !keys.claim({ ...idempotency, sender, seq, at: createdAt })) {
        const earlier = keys.find(sender, idempotency.key) ?? {};
        const isSame =
          earlier.body_hash === idempotency.bodyHash && earlier.message_receiver === receiver;
        return isSame
          ? { kind: 'repeated', message: toMessage(earlier, message) }
          : { kind: 'keyReused' };
      }

      const people = [Math.min(sender, receiver), Math.max(sender, receiver)];
      const conversation = readInteger(upsertConversation.get(...people, seq) ?? {}, 'id');
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
        createdAt,
      );
      const _id = formatId(seq, createdAt);
      return {
        kind: 'stored',
        message: { ...message, _id, seen: false, delivered: false, createdAt },
      };
    },
  };
}
