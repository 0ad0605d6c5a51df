/**
 * A message that this person sent stands in the outbox until its answer is there. Meanwhile an
 * event or a page may bring the very message, under an id that nobody can match yet. Whatever looks
 * like it stays out of sight until then, so that it is never shown twice.
 */
import type { MessageContent, MessageId, UserId } from '../../protocol/entities.ts';
import type { ConversationMessage, MessageList } from '../entities.ts';
import { type Conversation, listNewestMoment } from './conversation.ts';
import { compareTimes, type Position } from './message-order.ts';

/** The newest message that was there. */
export interface LastKnown extends Position {
  /** What was there of its moment beside it: neither times nor ids need tell that from what came since. */
  beside?: readonly MessageId[];
}

/** An own message without an answer. */
export interface AwaitedMessage {
  senderId: UserId;
  content: MessageContent;
  /**
   * The newest message of the conversation when it was sent; null: there was none; undefined:
   * the conversation was not loaded.
   */
  after: LastKnown | null | undefined;
  /** By this device's clock, ISO 8601. */
  createdAt: string;
}

/** So far apart are the clocks of two machines at most, in ms: enough for telling what is new. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether a message may be the one that is awaited. */
export function isAwaited(message: ConversationMessage, awaited: AwaitedMessage): boolean {
  if (message.senderId !== awaited.senderId) return false;
  // One with a key of this window has had its answer.
  if (message.outboxKey !== undefined) return false;
  return isSince(message, awaited) && hasContent(message, awaited.content);
}

function isSince(message: ConversationMessage, { after, createdAt }: AwaitedMessage): boolean {
  if (after === null) return true;
  if (after !== undefined) {
    const distance = compareTimes(message, after);
    return distance > 0 || (distance === 0 && !isKnown(message, after));
  }
  return Date.parse(message.createdAt) > Date.parse(createdAt) - CLOCKS_DIFFER_MS;
}

const isKnown = ({ _id }: ConversationMessage, { _id: lastId, beside = [] }: LastKnown): boolean =>
  _id === lastId || beside.includes(_id);

/** As `AwaitedMessage.after`, of a conversation that is loaded. */
export function findLastKnown(conversation: Conversation): LastKnown | null {
  const moment = listNewestMoment(conversation);
  const newest = moment.at(-1);
  if (!newest) return null;
  const { _id, createdAt, sortsAt } = newest;
  const beside = moment.slice(0, -1).map((message) => message._id);
  return {
    _id,
    createdAt,
    ...(sortsAt !== undefined && { sortsAt }),
    ...(beside.length > 0 && { beside }),
  };
}

/** A server keeps a picture under an address of its own, so that any picture may be the one. */
export function hasContent(message: ConversationMessage, content: MessageContent): boolean {
  return 'text' in content
    ? message.text?.trim() === content.text.trim()
    : message.image !== undefined && message.image !== '';
}

/** The list without the newest message that may be the awaited one. */
export function withoutAwaited(
  list: MessageList,
  awaited: AwaitedMessage | undefined,
): MessageList {
  if (!awaited) return list;
  const index = list.findLastIndex((message) => isAwaited(message, awaited));
  return index < 0 ? list : list.toSpliced(index, 1);
}
