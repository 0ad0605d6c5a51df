import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import type { NewMessage } from '../../domain/ports/messages.ts';
import { judgeRepeat } from '../../domain/repeats.ts';
import { toParameters } from '../ids.ts';
import { findByIdempotencyKey } from '../messages.ts';
import { readInteger, readIntegerOrNull, toReplyTo } from '../rows.ts';
import type { Stored } from '../stored-message.ts';
import type { CommitOrder } from './numbers.ts';
import type { Handlers, Result } from './operations.ts';
import type { RunSteps } from './steps.ts';

/** Two people between whom a message may be sent. */
interface Scope {
  /** Keys of their rows. */
  sender: number;
  receiver: number;
  /** Null before the first message. */
  conversation: number | null;
  /** What the message makes of the side of each; the receiver's is absent if the receiver has blocked the sender. */
  sides: Pick<Stored, 'sender' | 'receiver'>;
}

export function prepareMessageWrites(
  database: DatabaseSync,
  { run, nextNumber, now }: CommitOrder & { run: RunSteps; now: () => number },
): Handlers<'appendMessage'> {
  // Reads all that decides about a message at once: sends are a server's most frequent work.
  const isHere = (id: string, second: string) =>
    `exists (select 1 from users where id = ${id} and created_at / 1000 = ${second} and deleted_at is null)`;
  const sideOf = (person: string, column: string) =>
    `coalesce(case c.low when ${person} then c.low_${column} else c.high_${column} end, 0)`;
  const selectScope = database.prepare(`
    select
      case
        when not ${isHere('?1', '?2')} then 'unknownSender'
        when ?1 = ?3 or not ${isHere('?3', '?4')} then 'unknownReceiver'
        when exists (select 1 from blocks where blocker = ?1 and blocked = ?3) then 'blockedReceiver'
      end as refusal,
      exists (select 1 from blocks where blocker = ?3 and blocked = ?1) as is_hidden,
      c.id as conversation,
      ${sideOf('?1', 'number')} as sender_number, ${sideOf('?1', 'version')} as sender_version,
      ${sideOf('?3', 'number')} as receiver_number, ${sideOf('?3', 'version')} as receiver_version
    from (select 1)
    left join conversations c on c.low = min(?1, ?3) and c.high = max(?1, ?3)`);

  const beginConversation = database.prepare(`
    insert into conversations
      (low_newest, high_newest, low_number, high_number, low_version, high_version, low_unseen, high_unseen, low, high)
    values (?1, ?2, coalesce(?1, 0), coalesce(?2, 0), ?1 is not null, ?2 is not null, ?3, ?4, ?5, ?6)`);
  const continueConversation = database.prepare(`
    update conversations set
      low_newest = coalesce(?1, low_newest), high_newest = coalesce(?2, high_newest),
      low_number = coalesce(?1, low_number), high_number = coalesce(?2, high_number),
      low_version = low_version + (?1 is not null), high_version = high_version + (?2 is not null),
      low_unseen = low_unseen + ?3, high_unseen = high_unseen + ?4
    where id = ?5`);

  const insert = database.prepare(`
    insert into messages
      (seq, change, conversation, sender, key, body_hash, text, picture_id, picture_width, picture_height, hidden,
       created_at, reply_to, forwarded)
    values (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
    on conflict (key, sender) where key is not null do nothing`);

  /** What decides about a message between these two; the first message begins the conversation. */
  function findScope({
    senderId,
    receiverId,
  }: NewMessage): Scope | 'unknownReceiver' | 'blockedReceiver' {
    const parameters = toParameters(senderId, receiverId);
    const [sender, , receiver] = parameters;
    const row = selectScope.get(...parameters) ?? {};
    const { refusal } = row;
    if (refusal === 'unknownReceiver' || refusal === 'blockedReceiver') return refusal;
    if (refusal !== null || sender == null || receiver == null) {
      throw new DomainError('notFound', 'This account does not exist.');
    }
    const readSide = (side: 'sender' | 'receiver') => ({
      before: readInteger(row, `${side}_number`),
      version: readInteger(row, `${side}_version`) + 1,
    });
    return {
      sender,
      receiver,
      conversation: readIntegerOrNull(row, 'conversation'),
      sides: {
        sender: readSide('sender'),
        ...(row.is_hidden === 0 && { receiver: readSide('receiver') }),
      },
    };
  }

  /** Adds a message to both sides, or to the sender's alone. Returns the key of the conversation. */
  function keepConversation({ sender, receiver, conversation, sides }: Scope, seq: number): number {
    const isLow = sender < receiver;
    const [theirs, unseen] = sides.receiver ? [seq, 1] : [null, 0];
    const news = isLow ? [seq, theirs, 0, unseen] : [theirs, seq, unseen, 0];
    if (conversation === null) {
      const people = isLow ? [sender, receiver] : [receiver, sender];
      return Number(beginConversation.run(...news, ...people).lastInsertRowid);
    }
    continueConversation.run(...news, conversation);
    return conversation;
  }

  function findRepeat(asked: NewMessage): Result<'appendMessage'> | undefined {
    const { senderId, idempotency } = asked;
    const earlier = idempotency && run(findByIdempotencyKey(senderId, idempotency.key));
    return earlier && judgeRepeat(asked, earlier);
  }

  return {
    appendMessage(asked) {
      const { idempotency, quote, ...message } = asked;
      const scope = findScope(message);
      // A message that was accepted may be refused when it is repeated.
      if (typeof scope === 'string') return findRepeat(asked) ?? { kind: scope };
      const isFirst = scope.conversation === null;
      const reused = isFirst && findRepeat(asked);
      if (reused) return reused;

      const [seq, at] = [nextNumber(), now()];
      const { text = null, picture } = message;
      const size = [picture?.width ?? null, picture?.height ?? null];
      const { changes } = insert.run(
        seq,
        scope.conversation ?? keepConversation(scope, seq),
        scope.sender,
        idempotency?.key ?? null,
        idempotency?.bodyHash ?? null,
        text,
        picture?.id ?? null,
        ...size,
        scope.sides.receiver ? 0 : 1,
        at,
        toReplyTo(quote),
        message.forwarded ? 1 : 0,
      );
      // The index of keys has found a repeat: a query before each send would cost a tenth of the writer's time.
      if (changes === 0) {
        const repeat = findRepeat(asked);
        if (repeat) return repeat;
        throw new Error('A message was not inserted, and its key is unknown.');
      }
      if (!isFirst) keepConversation(scope, seq);
      return { kind: 'stored', seq, at, ...scope.sides };
    },
  };
}
