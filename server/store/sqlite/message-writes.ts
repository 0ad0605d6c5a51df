import type { DatabaseSync } from 'node:sqlite';
import { DomainError } from '../../domain/errors.ts';
import type { NewMessage } from '../../domain/ports/messages.ts';
import { judgeRepeat } from '../../domain/repeats.ts';
import { parseId } from '../ids.ts';
import { findByIdempotencyKey } from '../messages.ts';
import { readInteger, readIntegerOrNull, toReplyTo } from '../rows.ts';
import type { Stored } from '../stored-message.ts';
import type { CommitOrder } from './numbers.ts';
import type { Handlers } from './operations.ts';
import type { RunSteps } from './steps.ts';

/** Two people between whom a message may be sent. */
interface Scope {
  /** Keys of their rows. */
  sender: number;
  receiver: number;
  /** Absent before the first message. */
  conversation?: { id: number; low: Side; high: Side };
  /** The receiver has blocked the sender. */
  isHidden: boolean;
}

/** One person's side of a conversation. */
interface Side {
  number: number;
  version: number;
}
const NEW_SIDE: Side = { number: 0, version: 0 };

export function prepareMessageWrites(
  database: DatabaseSync,
  { run, nextNumber, now }: CommitOrder & { run: RunSteps; now: () => number },
): Handlers<'appendMessage'> {
  // Reads all that decides about a message at once: sends are a server's most frequent work.
  const selectScope = database.prepare(`
    select
      exists (select 1 from users where id = ?1 and created_at / 1000 = ?2 and deleted_at is null)
        as sender_exists,
      exists (select 1 from users where id = ?3 and created_at / 1000 = ?4 and deleted_at is null)
        as receiver_exists,
      exists (select 1 from blocks where blocker = ?1 and blocked = ?3) as blocks_receiver,
      exists (select 1 from blocks where blocker = ?3 and blocked = ?1) as is_hidden,
      c.id as conversation, c.low_number, c.high_number, c.low_version, c.high_version
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
    values (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`);

  /** What decides about a message between these two; the first message begins the conversation. */
  function findScope(message: NewMessage): Scope | 'unknownReceiver' | 'blockedReceiver' {
    const [from, to] = [parseId(message.senderId), parseId(message.receiverId)];
    const sender = from?.key ?? null;
    const receiver = to?.key ?? null;
    const row = selectScope.get(sender, from?.second ?? null, receiver, to?.second ?? null) ?? {};
    if (sender === null || row.sender_exists !== 1) {
      throw new DomainError('notFound', 'This account does not exist.');
    }
    if (receiver === null || row.receiver_exists !== 1 || receiver === sender) {
      return 'unknownReceiver';
    }
    if (row.blocks_receiver === 1) return 'blockedReceiver';
    const scope = { sender, receiver, isHidden: row.is_hidden === 1 };
    const id = readIntegerOrNull(row, 'conversation');
    if (id === null) return scope;
    const readSide = (side: 'low' | 'high') => ({
      number: readInteger(row, `${side}_number`),
      version: readInteger(row, `${side}_version`),
    });
    return { ...scope, conversation: { id, low: readSide('low'), high: readSide('high') } };
  }

  /** Adds a message to both sides, or to the sender's alone. */
  function keepConversation(
    { sender, receiver, conversation, isHidden }: Scope,
    seq: number,
  ): { conversation: number } & Pick<Stored, 'sender' | 'receiver'> {
    const [low, high] = [Math.min(sender, receiver), Math.max(sender, receiver)];
    const seqFor = (person: number) => (isHidden && person === receiver ? null : seq);
    const unseenBy = (person: number) => (person === receiver && !isHidden ? 1 : 0);
    const news = [seqFor(low), seqFor(high), unseenBy(low), unseenBy(high)];
    if (conversation) continueConversation.run(...news, conversation.id);
    const id =
      conversation?.id ?? Number(beginConversation.run(...news, low, high).lastInsertRowid);
    const sideOf = (person: number) => {
      const { number, version } = conversation?.[person === low ? 'low' : 'high'] ?? NEW_SIDE;
      return { before: number, version: version + 1 };
    };
    return {
      conversation: id,
      sender: sideOf(sender),
      ...(!isHidden && { receiver: sideOf(receiver) }),
    };
  }

  return {
    appendMessage(asked) {
      const { idempotency, quote, ...message } = asked;
      // Before all else: what was accepted then may be refused now.
      const earlier = idempotency && run(findByIdempotencyKey(asked.senderId, idempotency.key));
      if (earlier) return judgeRepeat(asked, earlier);
      const scope = findScope(message);
      if (typeof scope === 'string') return { kind: scope };

      const [seq, at] = [nextNumber(), now()];
      const { conversation, ...sides } = keepConversation(scope, seq);
      const { text = null, picture } = message;
      const size = [picture?.width ?? null, picture?.height ?? null];
      insert.run(
        seq,
        conversation,
        scope.sender,
        idempotency?.key ?? null,
        idempotency?.bodyHash ?? null,
        text,
        picture?.id ?? null,
        ...size,
        scope.isHidden ? 1 : 0,
        at,
        toReplyTo(quote),
        message.forwarded ? 1 : 0,
      );
      return { kind: 'stored', seq, at, ...sides };
    },
  };
}
