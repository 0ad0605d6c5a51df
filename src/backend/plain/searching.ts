/** Searches a loaded conversation, as an extended server would: a plain server has answered the whole of it. */
import type { SearchAnswer } from '../../conversation/entities.ts';
import { type Conversation, listMessages } from '../../conversation/patches/conversation.ts';
import type { Message, MessageId } from '../../protocol/entities.ts';
import { containsWords, toSearchWords } from '../../protocol/search-text.ts';

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
    if (message?.text !== undefined && containsWords(message.text, words)) messages.push(message);
    if (message && messages.length >= MAX_FOUND && index > 0) {
      return { messages, reached: { messageId: message._id, createdAt: message.createdAt } };
    }
    if (index % STEP === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  // While the kind of the server is not known, older messages may not be loaded.
  const oldest = conversation?.history.hasOlder ? all[0] : undefined;
  return { messages, ...(oldest && { reached: { createdAt: oldest.createdAt } }) };
}

/** The first message at `since` (ISO 8601) or later. */
export const findLoadedSince = (
  conversation: Conversation | undefined,
  since: string,
): Message | undefined =>
  (conversation ? listMessages(conversation) : []).find(
    ({ createdAt }) => Date.parse(createdAt) >= Date.parse(since),
  );
