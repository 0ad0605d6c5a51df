/**
 * A list of messages in order, each `_id` once. All functions are pure, and return the same
 * list if nothing changes.
 */
import type { Message, MessageId, UserId } from '../../protocol/entities.ts';
import type { MessageRange } from '../../protocol/events.ts';
import type { MessageList } from '../entities.ts';
import { mergeQuote } from './merge-quote.ts';
import { type Compare, compareArrivals, compareOrder } from './message-order.ts';

/** The same list if it is in order. */
export function sortMessages(list: MessageList, compare: Compare): MessageList {
  const isInOrder = list.every((message, index) => {
    const before = list[index - 1];
    return !before || compare(before, message) <= 0;
  });
  return isInOrder ? list : list.toSorted(compare);
}

/** Adds a message in its place, nearly always the end; a repeat is merged. */
export function appendMessage(
  list: MessageList,
  message: Message,
  compare: Compare = compareArrivals,
): MessageList {
  const known = list.findLastIndex((other) => other._id === message._id);
  const old = list[known];
  if (old) {
    const merged = mergeMessage(old, message);
    return merged === old ? list : list.with(known, merged);
  }
  const before = list.findLastIndex((other) => compare(other, message) <= 0);
  return list.toSpliced(before + 1, 0, message);
}

/**
 * Merges a version of a message into the known one. The version with the greater `change` is the later one; without
 * such numbers, that is the version that came later. Receipts only advance, so the order of the versions does not matter
 * for them.
 */
export function mergeMessage(old: Message, message: Message): Message {
  const seen = old.seen || message.seen;
  const delivered = old.delivered || message.delivered;
  const key = old.key ?? message.key;
  const isLater = isLaterVersion(old, message);
  const replyTo = isLater
    ? mergeQuote(message.replyTo, old.replyTo)
    : mergeQuote(old.replyTo, message.replyTo);
  const isSame =
    seen === old.seen && delivered === old.delivered && key === old.key && replyTo === old.replyTo;
  if (old.deleted || (isSame && !isLater)) return old;
  if (message.deleted) return toTombstone({ ...message, ...(key !== undefined && { key }) });
  // A message keeps its picture: the known address may be one of this page, and that of the outbox is on the screen.
  const { image = old.image } = old.key === undefined && key !== undefined ? message : old;
  return {
    ...(isLater ? message : old),
    ...(replyTo && { replyTo }),
    seen,
    ...(image !== undefined && { image }),
    ...(delivered !== undefined && { delivered }),
    ...(key !== undefined && { key }),
  };
}

/** What is left of a deleted message: its place and its sender. It does not count as unseen. */
export function toTombstone(message: Message): Message {
  const { _id, senderId, createdAt, change, key } = message;
  return {
    _id,
    senderId,
    createdAt,
    ...(change !== undefined && { change }),
    ...(key !== undefined && { key }),
    deleted: true,
    seen: true,
  };
}

function isLaterVersion(old: Message, message: Message): boolean {
  if (message.change === undefined) return old.change === undefined && message.text !== old.text;
  return old.change === undefined || message.change > old.change;
}

/** Makes a list from an answer; repeats and a wrong order are corrected. */
export function toMessageList(answer: readonly Message[]): MessageList {
  const byId = new Map<MessageId, Message>();
  for (const message of answer) {
    const old = byId.get(message._id);
    byId.set(message._id, old ? mergeMessage(old, message) : message);
  }
  return sortMessages(byId.size === answer.length ? answer : [...byId.values()], compareOrder);
}

/** Merges other versions of the same messages. */
export function mergeKnown(
  list: MessageList,
  versions: ReadonlyMap<MessageId, Message>,
): MessageList {
  return mapList(list, (message) => {
    const version = versions.get(message._id);
    return version ? mergeMessage(message, version) : message;
  });
}

/** A receipt: the messages of one sender, or of all but one, and their new state. */
export type Receipt = MessageRange & { state: 'seen' | 'delivered' } & (
    | { senderId: UserId }
    | { receiverId: UserId }
  );

/** Marks the messages of a receipt. Servers with receipts have ids that sort by creation. */
export function applyReceipt(list: MessageList, receipt: Receipt): MessageList {
  const { state, from, upTo } = receipt;
  const first = list[0];
  const last = list.at(-1);
  if (!first || !last || last._id < from || first._id > upTo) return list;
  return mapList(list, (message) => {
    const isInRange = message._id >= from && message._id <= upTo;
    const isMeant =
      'senderId' in receipt
        ? message.senderId === receipt.senderId
        : message.senderId !== receipt.receiverId;
    return isInRange && isMeant && !message[state] ? { ...message, [state]: true } : message;
  });
}

export function markSeen(list: MessageList, ids: ReadonlySet<MessageId>): MessageList {
  return mapList(list, (message) =>
    ids.has(message._id) && !message.seen ? { ...message, seen: true } : message,
  );
}

export function markSeenFrom(list: MessageList, senderId: UserId): MessageList {
  return mapList(list, (message) =>
    message.senderId === senderId && !message.seen ? { ...message, seen: true } : message,
  );
}

/** Like `map`, but returns the same list if no message changes. */
function mapList(list: MessageList, change: (message: Message) => Message): MessageList {
  let result: Message[] | undefined;
  list.forEach((message, index) => {
    const changed = change(message);
    if (changed === message) return;
    result ??= [...list];
    result[index] = changed;
  });
  return result ?? list;
}
