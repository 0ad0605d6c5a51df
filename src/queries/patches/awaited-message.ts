/**
 * A message that this person sent stands in the outbox until its answer is there. Meanwhile an
 * event or a page may bring the very message, under an id that nobody can match yet. Whatever looks
 * like it stays out of sight until then, so that it is never shown twice.
 */
import type { MessageContent, UserId } from '../../protocol/entities.ts';
import type { ConversationMessage, MessageList } from '../entities.ts';
import { comparePositions, type Position } from './message-list.ts';

/** An own message without an answer. */
export interface AwaitedMessage {
  senderId: UserId;
  content: MessageContent;
  /**
   * The newest message of the conversation when it was sent; null: there was none; undefined:
   * the conversation was not loaded.
   */
  after: Position | null | undefined;
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
  if (after !== undefined) return comparePositions(message, after) > 0;
  return Date.parse(message.createdAt) > Date.parse(createdAt) - CLOCKS_DIFFER_MS;
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
