/**
 * A list of messages: sorted by `sortsAt`, else `createdAt`, then as the server answered them, as they came or by
 * `_id`; each `_id` once. All functions are pure, and return the list they were given when nothing changes.
 */
import type { MessageId, UserId } from '../../protocol/entities.ts';
import type { MessageRange } from '../../protocol/events.ts';
import type { ConversationMessage, MessageList } from '../entities.ts';

/** Where a message stands in the order of a conversation. */
export type Position = Pick<ConversationMessage, 'createdAt' | 'sortsAt' | '_id'>;

export function comparePositions(a: Position, b: Position): number {
  const times = compareTimes(a, b);
  if (times !== 0 || a._id === b._id) return times;
  return a._id < b._id ? -1 : 1;
}

/** Times are ISO 8601 in UTC in one format, so that they sort as text. */
export function compareTimes(a: Times, b: Times): number {
  const [first, second] = [placeOf(a), placeOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

type Times = Pick<Position, 'createdAt' | 'sortsAt'>;

/** The moment by which a message takes its place. */
export const placeOf = ({ createdAt, sortsAt }: Times): string => sortsAt ?? createdAt;

export type Compare = typeof comparePositions;

/**
 * A message that has just come is the last of its moment: for a server whose ids do not tell which was
 * first, or one that writes whole seconds.
 */
export const compareAsCame =
  (message: Position): Compare =>
  (a, b) =>
    compareTimes(a, b) || Number(a._id === message._id) - Number(b._id === message._id);

/**
 * Messages of one moment stand as in an answer: a server knows its order best. What the answer does not
 * have came before it begins, or since it was written.
 */
export function compareAsIn(answer: MessageList): Compare {
  const ranks = new Map(answer.map(({ _id }, index) => [_id, index]));
  const [first] = answer;
  const rankOf = (one: Position) =>
    ranks.get(one._id) ?? (first && comparePositions(one, first) < 0 ? -1 : answer.length);
  return (a, b) => compareTimes(a, b) || rankOf(a) - rankOf(b);
}

/** Puts messages of one moment in order. */
export function sortMoments(list: MessageList, compare: Compare): MessageList {
  const isInOrder = list.every((message, index) => {
    const before = list[index - 1];
    return !before || compare(before, message) <= 0;
  });
  return isInOrder ? list : list.toSorted(compare);
}

/** Adds a message where it belongs, which is nearly always the end; a repeat is merged. */
export function appendMessage(
  list: MessageList,
  message: ConversationMessage,
  compare: Compare = comparePositions,
): MessageList {
  const known = list.findLastIndex((other) => other._id === message._id);
  const old = list[known];
  if (old) {
    const merged = mergeMessage(old, message);
    return merged === old ? list : list.with(known, merged);
  }
  const before = list.findLastIndex((other) => compare(other, message) < 0);
  return list.toSpliced(before + 1, 0, message);
}

/**
 * Two versions of one message. Delivery only ever advances, so it does not matter in which order
 * they came.
 */
function mergeMessage(old: ConversationMessage, message: ConversationMessage): ConversationMessage {
  const seen = old.seen || message.seen;
  const delivered = old.delivered || message.delivered;
  const outboxKey = old.outboxKey ?? message.outboxKey;
  if (seen === old.seen && delivered === old.delivered && outboxKey === old.outboxKey) return old;
  // The outbox names the picture as it stands on the screen.
  const { image } = old.outboxKey === undefined && outboxKey !== undefined ? message : old;
  return {
    ...old,
    seen,
    ...(image !== undefined && { image }),
    ...(delivered !== undefined && { delivered }),
    ...(outboxKey !== undefined && { outboxKey }),
  };
}

/** Makes a list from an answer; one that repeats itself or is not in order is put right. */
export function toMessageList(answer: readonly ConversationMessage[]): MessageList {
  const byId = new Map<MessageId, ConversationMessage>();
  for (const message of answer) {
    const old = byId.get(message._id);
    byId.set(message._id, old ? mergeMessage(old, message) : message);
  }
  const isInOrder = answer.every((message, index) => {
    const before = answer[index - 1];
    return !before || compareTimes(before, message) <= 0;
  });
  if (isInOrder && byId.size === answer.length) return answer;
  // The sort is stable: messages of one moment stay as they were answered.
  return [...byId.values()].sort(compareTimes);
}

/** Takes over what other versions of the same messages know. */
export function mergeKnown(
  list: MessageList,
  versions: ReadonlyMap<MessageId, ConversationMessage>,
): MessageList {
  return mapList(list, (message) => {
    const version = versions.get(message._id);
    return version ? mergeMessage(message, version) : message;
  });
}

/** A receipt: whose messages, which of them, and what became of them. */
export interface Receipt extends MessageRange {
  senderId: UserId;
  state: 'seen' | 'delivered';
}

/** Marks the messages of a receipt. Where receipts exist, ids sort in the order of creation. */
export function applyReceipt(list: MessageList, receipt: Receipt): MessageList {
  const { senderId, state, from, upTo } = receipt;
  const first = list[0];
  const last = list.at(-1);
  if (!first || !last || last._id < from || first._id > upTo) return list;
  return mapList(list, (message) => {
    const isMeant = message.senderId === senderId && message._id >= from && message._id <= upTo;
    return isMeant && !message[state] ? { ...message, [state]: true } : message;
  });
}

/** Marks these messages as seen. */
export function markSeen(list: MessageList, ids: ReadonlySet<MessageId>): MessageList {
  return mapList(list, (message) =>
    ids.has(message._id) && !message.seen ? { ...message, seen: true } : message,
  );
}

/** Marks all messages of one sender as seen. */
export function markSeenFrom(list: MessageList, senderId: UserId): MessageList {
  return mapList(list, (message) =>
    message.senderId === senderId && !message.seen ? { ...message, seen: true } : message,
  );
}

/** `map` that keeps the list when it keeps every message. */
function mapList(
  list: MessageList,
  change: (message: ConversationMessage) => ConversationMessage,
): MessageList {
  let result: ConversationMessage[] | undefined;
  list.forEach((message, index) => {
    const changed = change(message);
    if (changed === message) return;
    result ??= [...list];
    result[index] = changed;
  });
  return result ?? list;
}
