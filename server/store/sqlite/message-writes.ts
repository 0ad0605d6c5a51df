import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../src/protocol/entities.ts';
import { DomainError } from '../../domain/errors.ts';
import type { AppendResult, NewMessage, StoredSides } from '../../domain/ports/messages.ts';
import { formatId, parseId } from '../ids.ts';
import { KEYS_KEPT_MS } from '../key-age.ts';
import { toPlace, toSentAt } from '../message-times.ts';
import {
  MESSAGE_COLUMNS,
  MESSAGE_JOINS,
  type Row,
  readInteger,
  readIntegerOrNull,
  readTimes,
  toReplyTo,
  toSentMessage,
} from '../rows.ts';
import type { CommitOrder } from './numbers.ts';
import type { Handlers } from './operations.ts';

/** Two people who may have no conversation yet. */
type Scope = Omit<Pair, 'conversation'> & { conversation: number | null };

export function prepareMessageWrites(
  database: DatabaseSync,
  order: CommitOrder,
  pairs: KnownPairs,
  keys: IdempotencyKeys,
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
      (select id from conversations where low = min(?1, ?3) and high = max(?1, ?3))
        as conversation`);

  const beginConversation = database.prepare(`
    insert into conversations
      (low_newest, high_newest, low_number, high_number, low_turn, high_turn, low_unseen, high_unseen, last_at, low, high)
    values (?1, ?2, coalesce(?1, 0), coalesce(?2, 0), ?1 is not null, ?2 is not null, ?3, ?4, ?5, ?6, ?7)
    returning id, last_at, low_turn, high_turn`);
  const selectNumbers = database.prepare(
    'select low_number, high_number from conversations where id = ?',
  );
  const continueConversation = database.prepare(`
    update conversations set
      low_newest = coalesce(?1, low_newest), high_newest = coalesce(?2, high_newest),
      low_number = coalesce(?1, low_number), high_number = coalesce(?2, high_number),
      low_turn = low_turn + (?1 is not null), high_turn = high_turn + (?2 is not null),
      low_unseen = low_unseen + ?3, high_unseen = high_unseen + ?4, last_at = max(last_at, ?5)
    where id = ?6 returning id, last_at, low_turn, high_turn`);

  const insert = database.prepare(`
    insert into messages
      (seq, change, conversation, sender, key, text, picture_id, picture_width, picture_height, hidden, created_at,
       sent_at, reply_to, forwarded)
    values (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`);

  /** The message stored under this key; it may be refused now, although it was accepted then. */
  function findEarlier({ idempotency, ...message }: NewMessage): AppendResult | undefined {
    const sender = parseId(message.senderId)?.key;
    const earlier = idempotency && sender !== undefined && keys.find(sender, idempotency.key);
    if (!earlier) return undefined;
    const isSame =
      (earlier.body_hash === null || earlier.body_hash === idempotency.bodyHash) &&
      earlier.receiver === parseId(message.receiverId)?.key;
    return isSame
      ? { kind: 'repeated', message: toSentMessage(earlier, message) }
      : { kind: 'keyReused' };
  }

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
    const conversation = readIntegerOrNull(row, 'conversation');
    return { sender, receiver, conversation, isHidden: row.is_hidden === 1 };
  }

  /** Adds a message to both sides, or to the sender's alone. */
  function keepConversation(
    { sender, receiver, conversation, isHidden }: Scope,
    seq: number,
    at: number,
  ): { conversation: number; place: number; sides: StoredSides } {
    const [low, high] = [Math.min(sender, receiver), Math.max(sender, receiver)];
    const seqFor = (person: number) => (isHidden && person === receiver ? null : seq);
    const unseenBy = (person: number) => (person === receiver && !isHidden ? 1 : 0);
    const news = [seqFor(low), seqFor(high), unseenBy(low), unseenBy(high), toPlace(at)];
    const before = conversation === null ? undefined : selectNumbers.get(conversation);
    const row =
      (conversation === null
        ? beginConversation.get(...news, low, high)
        : continueConversation.get(...news, conversation)) ?? {};
    const sideOf = (person: number) => {
      const side = person === low ? 'low' : 'high';
      return {
        before: before ? readInteger(before, `${side}_number`) : 0,
        turn: readInteger(row, `${side}_turn`),
      };
    };
    return {
      conversation: readInteger(row, 'id'),
      place: readInteger(row, 'last_at'),
      sides: { sender: sideOf(sender), ...(!isHidden && { receiver: sideOf(receiver) }) },
    };
  }

  return {
    appendMessage({ at, ...asked }): AppendResult {
      const { idempotency, quote, ...message } = asked;
      const { senderId, receiverId } = message;
      const known = pairs.find(senderId, receiverId);
      const scope = known ?? findScope(message);
      if (typeof scope === 'string') return findEarlier(asked) ?? { kind: scope };
      const { sender, isHidden } = scope;

      const seq = order.nextNumber();
      if (idempotency && !keys.claim({ ...idempotency, sender, seq })) {
        return findEarlier(asked) ?? { kind: 'keyReused' };
      }

      const { conversation, place, sides } = keepConversation(scope, seq, at);
      const sentAt = toSentAt(place, at);
      if (!known) pairs.remember(senderId, receiverId, { ...scope, conversation });
      const { text = null, picture } = message;
      const size = [picture?.width ?? null, picture?.height ?? null];
      insert.run(
        seq,
        conversation,
        sender,
        idempotency?.key ?? null,
        text,
        picture?.id ?? null,
        ...size,
        isHidden ? 1 : 0,
        place,
        sentAt,
        toReplyTo(quote),
        message.forwarded ? 1 : 0,
      );
      const _id = formatId(seq, place);
      return {
        kind: 'stored',
        message: {
          ...message,
          _id,
          change: seq,
          seen: false,
          delivered: false,
          ...(isHidden && { hidden: true }),
          ...(quote && { replyTo: quote.forSender }),
          ...readTimes(place, sentAt),
        },
        sides,
      };
    },
  };
}

/** Idempotency keys of clients, stored in the same commits as what was done under them. */

/** Pruning is part of a commit, so it runs in steps of some ms; each deletes more keys than came since the last. */
const PRUNE_SLICE = 500;
const CLAIMS_BETWEEN = 250;

interface Claim {
  sender: number;
  key: string;
  bodyHash: string;
  seq: number;
}

export interface IdempotencyKeys {
  /** Claims the key for message `seq`; returns false if it is already used, perhaps in the same transaction. */
  claim(claim: Claim): boolean;
  /** `body_hash`, the columns of the message sent under the key, and `receiver`; undefined if it was not a send. */
  find(sender: number, key: string): Row | undefined;
  /** Deletes some old keys, in one of many calls. */
  prune(): void;
}

export function prepareIdempotencyKeys(database: DatabaseSync): IdempotencyKeys {
  const insert = database.prepare(`
    insert into operations (target, sender, key, kind, body_hash, at)
    values (?, ?, ?, 'send', ?, (select ms from operating_time))
    on conflict (key, sender) do nothing`);

  const select = database.prepare(`
    select o.body_hash, c.low + c.high - m.sender as receiver, ${MESSAGE_COLUMNS}
    from operations o join messages m on m.seq = o.target ${MESSAGE_JOINS}
    where o.sender = ? and o.key = ? and o.kind = 'send'`);

  const prune = database.prepare(`
    delete from operations where rowid in (
      select number from (
        select rowid as number, at from operations order by rowid limit ${PRUNE_SLICE}
      )
      where at < (select ms from operating_time) - ${KEYS_KEPT_MS})`);

  let claims = 0;
  function pruneSometimes() {
    if (claims % CLAIMS_BETWEEN === 0) prune.run();
    claims += 1;
  }

  return {
    claim({ seq, sender, key, bodyHash }) {
      pruneSometimes();
      return insert.run(seq, sender, key, bodyHash).changes === 1;
    },
    find: (sender, key) => select.get(sender, key),
    prune: pruneSometimes,
  };
}

/**
 * A cache of who may write to whom: most messages follow another one between the same two people. Only this thread
 * writes, so it sees every change that matters, and clears the cache.
 */

/** A sender from whom the receiver's account accepts messages. */
interface Pair {
  /** Keys of their rows. */
  sender: number;
  receiver: number;
  conversation: number;
  /** The receiver has blocked the sender. */
  isHidden: boolean;
}

export interface KnownPairs {
  find(senderId: UserId, receiverId: UserId): Pair | undefined;
  remember(senderId: UserId, receiverId: UserId, pair: Pair): void;
  /** After a change of a block or an account, or a rollback. */
  forgetAll(): void;
}

const MAX_PAIRS = 10_000;

export function createKnownPairs(): KnownPairs {
  const known = new Map<string, Pair>();
  return {
    find: (senderId, receiverId) => known.get(senderId + receiverId),
    remember(senderId, receiverId, pair) {
      if (known.size >= MAX_PAIRS) known.clear();
      known.set(senderId + receiverId, pair);
    },
    forgetAll: () => known.clear(),
  };
}
