/** Searches a loaded conversation, like the server's search. */
import type { Message, MessageId } from '../protocol/entities.ts';
import { holdsWords, toSearchWords } from '../protocol/search-text.ts';
import { type Conversation, listMessages } from './patches/conversation.ts';

/** One step of a search, by the server or by this module. */
export interface SearchAnswer {
  /** Latest first. */
  messages: Message[];
  /** How far back it came; absent: to the beginning. With `messageId`, it can continue before that message. */
  reached?: { messageId?: MessageId; createdAt: string };
}

const MAX_FOUND = 50;
/** Messages after which the browser may paint. */
const STEP = 2_000;

/** Searches backwards from `before`, or from the newest message. */
export async function searchLoaded(
  conversation: Conversation | undefined,
  query: string,
  before?: MessageId,
): Promise<SearchAnswer> {
  const words = toSearchWords(query);
  const all = conversation ? listMessages(conversation) : [];
  const end = before === undefined ? all.length : all.findIndex(({ _id }) => _id === before);
  const messages: Message[] = [];
  for (let index = end - 1; index >= 0; index -= 1) {
    const message = all[index];
    if (message?.text !== undefined && holdsWords(message.text, words)) messages.push(message);
    if (message && messages.length >= MAX_FOUND && index > 0) {
      return { messages, reached: { messageId: message._id, createdAt: message.createdAt } };
    }
    if (index % STEP === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  // Older messages are not loaded and cannot be searched here.
  const oldest = conversation?.history.hasOlder ? all[0] : undefined;
  return { messages, ...(oldest && { reached: { createdAt: oldest.createdAt } }) };
}
