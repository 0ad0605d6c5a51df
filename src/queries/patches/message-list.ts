/**
 * A list of messages: sorted by `createdAt`, then `_id`; each `_id` once. All functions are pure,
 * and answer the list they were given when nothing changes.
 */
import type { MessageId, UserId } from '../../protocol/entities.ts';
import type { MessageRange } from '../../protocol/events.ts';
import type { ConversationMessage, MessageList } from '../entities.ts';

/** Both are ISO 8601 in UTC in one format, so that they sort as text. */
export function compareMessages(a: ConversationMessage, b: ConversationMessage): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  if (a._id === b._id) return 0;
  return a._id < b._id ? -1 : 1;
}

/**
 * Adds a message where it belongs, which is nearly always the end. One that is there already only
 * gains what it did not know: that it was delivered or seen, and its outbox key.
 */
export function appendMessage(list: MessageList, message: ConversationMessage): MessageList {
  const known = list.findIndex((other) => other._id === message._id);
  const old = list[known];
  if (old) {
    const merged = mergeMessage(old, message);
    return merged === old ? list : list.with(known, merged);
  }
  let index = list.length;
  for (let before = list[index - 1]; before; before = list[index - 1]) {
    if (compareMessages(before, message) < 0) break;
    index -= 1;
  }
  return list.toSpliced(index, 0, message);
}

/** Delivery only ever advances, so the order in which the two were heard of does not matter. */
export function mergeMessage(
  old: ConversationMessage,
  message: ConversationMessage,
): ConversationMessage {
  const seen = old.seen || message.seen;
  const delivered = old.delivered || message.delivered;
  const outboxKey = old.outboxKey ?? message.outboxKey;
  if (seen === old.seen && delivered === old.delivered && outboxKey === old.outboxKey) return old;
  return {
    ...old,
    seen,
    ...(delivered !== undefined && { delivered }),
    ...(outboxKey !== undefined && { outboxKey }),
  };
}

/** Sorted, each once, from messages in any order. */
export function toMessageList(messages: readonly ConversationMessage[]): MessageList {
  const byId = new Map<MessageId, ConversationMessage>();
  let isSorted = true;
  let last: ConversationMessage | undefined;
  for (const message of messages) {
    const old = byId.get(message._id);
    byId.set(message._id, old ? mergeMessage(old, message) : message);
    if (last && compareMessages(last, message) >= 0) isSorted = false;
    last = message;
  }
  return isSorted ? messages : [...byId.values()].sort(compareMessages);
}

/** A receipt: whose messages, which of them, and what became of them. */
export interface Receipt extends MessageRange {
  senderId: UserId;
  state: 'seen' | 'delivered';
}

/** Marks the messages of a receipt. Ids sort in the order of creation where receipts exist. */
export function applyReceipt(list: MessageList, receipt: Receipt): MessageList {
  const { senderId, state, from, upTo } = receipt;
  const first = list[0];
  const last = list.at(-1);
  if (!first || !last || last._id < from || first._id > upTo) return list;
  let result = list;
  list.forEach((message, index) => {
    if (message.senderId !== senderId || message[state]) return;
    if (message._id < from || message._id > upTo) return;
    result = result.with(index, { ...message, [state]: true });
  });
  return result;
}
