/**
 * A sent message is in the outbox until its answer arrives. Before that, an event or a page may bring the same message
 * under an id that cannot be matched yet. Any message that looks like it is hidden until then, so that it is never
 * shown twice.
 */
import type { MessageContent, MessageId, UserId } from '../../protocol/entities.ts';
import type { ConversationMessage, MessageList } from '../entities.ts';
import { type Conversation, findNewest, listMessages } from './conversation.ts';

/** The newest message at that time, by the server's clock. */
export interface LastKnown {
  _id: MessageId;
  createdAt: string;
  /** Other messages known then with the same time: neither times nor ids may distinguish them from later ones. */
  beside?: readonly MessageId[];
}

/** An own message without an answer. */
export interface AwaitedMessage {
  senderId: UserId;
  content: MessageContent;
  /**
   * The newest message of the conversation when it was sent; null: there was none; undefined: the conversation was not
   * loaded.
   */
  after: LastKnown | null | undefined;
  /** By this device's clock, ISO 8601. */
  createdAt: string;
}

/** Most difference between two machines' clocks, in ms; exact enough to decide what is new. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether a message may be the awaited one. */
export function isAwaited(message: ConversationMessage, awaited: AwaitedMessage): boolean {
  if (message.senderId !== awaited.senderId) return false;
  // A message with this window's key already has its answer.
  if (message.outboxKey !== undefined) return false;
  return isSince(message, awaited) && hasContent(message, awaited.content);
}

function isSince(message: ConversationMessage, { after, createdAt }: AwaitedMessage): boolean {
  if (after === null) return true;
  if (after !== undefined) {
    const { createdAt: lastAt } = after;
    return message.createdAt > lastAt || (message.createdAt === lastAt && !isKnown(message, after));
  }
  return Date.parse(message.createdAt) > Date.parse(createdAt) - CLOCKS_DIFFER_MS;
}

const isKnown = ({ _id }: ConversationMessage, { _id: lastId, beside = [] }: LastKnown): boolean =>
  _id === lastId || beside.includes(_id);

/** The value of `AwaitedMessage.after` for a loaded conversation. */
export function findLastKnown(conversation: Conversation): LastKnown | null {
  const newest = findNewest(conversation.history, conversation.tail);
  if (!newest) return null;
  const { _id, createdAt } = newest;
  const beside = listMessages(conversation)
    .filter((message) => message.createdAt === createdAt && message._id !== _id)
    .map((message) => message._id);
  return { _id, createdAt, beside };
}

/** A server stores a picture under its own address, so any picture may be the one. */
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
