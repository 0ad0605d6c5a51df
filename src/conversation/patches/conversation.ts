/**
 * A conversation in the cache: the history in pages, and the tail of what came since. Live events
 * touch the tail alone, so that a message costs the same whatever the length; when the tail has
 * grown long, its older part is sealed into pages. All functions are pure and keep the references
 * of whatever they do not change.
 */
import type { MessageId } from '../../protocol/entities.ts';
import { PAGE_SIZE } from '../../protocol/limits.ts';
import type { ConversationMessage, History, MessageList } from '../entities.ts';
import { addToPages, changePages, cutIntoPages, findHolder } from './history.ts';
import { appendMessage, markSeen, mergeKnown, sortMoments } from './message-list.ts';
import {
  type Compare,
  compareAsCame,
  compareAsIn,
  comparePositions,
  compareTimes,
  type Position,
} from './message-order.ts';

export interface Conversation {
  history: History;
  tail: MessageList;
}

/** Length at which the tail is sealed; a page's worth of it stays. */
const MAX_TAIL = 2 * PAGE_SIZE;

/** All messages that are loaded, oldest first. */
export function listMessages({ history, tail }: Conversation): MessageList {
  return [...history.pages.flat(), ...tail];
}

/** The newest message that is loaded, also before there is a history. */
export function findNewest(
  history: History | undefined,
  tail: MessageList,
): ConversationMessage | undefined {
  return tail.at(-1) ?? history?.pages.at(-1)?.at(-1);
}

/** The messages of the newest moment that is loaded. */
export function listNewestMoment({ history, tail }: Conversation): MessageList {
  const newest = findNewest(history, tail);
  if (!newest) return [];
  const isEarlier = (message: Position) => compareTimes(message, newest) < 0;
  const lists = [...history.pages, tail];
  const first = lists.findLastIndex((list) => list.some(isEarlier));
  return lists
    .slice(Math.max(0, first))
    .flat()
    .filter((message) => !isEarlier(message));
}

/** Adds one message, wherever it belongs and once. */
export function addMessage(
  conversation: Conversation,
  message: ConversationMessage,
  compare: Compare = comparePositions,
): Conversation {
  const { pages } = conversation.history;
  const newest = pages.at(-1)?.at(-1);
  const holder = findHolder(pages, message);
  if (holder !== undefined || (newest && compare(message, newest) <= 0)) {
    const history = addToPages(conversation.history, message, compare, holder);
    return history === conversation.history ? conversation : { ...conversation, history };
  }
  const tail = appendMessage(conversation.tail, message, compare);
  return tail === conversation.tail ? conversation : sealTail({ ...conversation, tail });
}

function sealTail(conversation: Conversation): Conversation {
  const { history, tail } = conversation;
  if (tail.length < MAX_TAIL) return conversation;
  const sealed = tail.length - (tail.length % PAGE_SIZE) - PAGE_SIZE;
  return {
    history: { ...history, pages: [...history.pages, ...cutIntoPages(tail.slice(0, sealed))] },
    tail: tail.slice(sealed),
  };
}

/**
 * Makes history and tail fit together when one was read while the other moved on. Of one moment, what the
 * pages do not have came after them.
 */
export function joinConversation(conversation: Conversation): Conversation {
  const { history, tail } = conversation;
  if (isApart(conversation) && tail.length < MAX_TAIL) return conversation;
  const start: Conversation = { history, tail: [] };
  return tail.reduce(
    (joined, message) => addMessage(joined, message, compareAsCame(message)),
    start,
  );
}

/** Whether all of the tail belongs after the pages. */
function isApart({ history: { pages }, tail }: Conversation): boolean {
  const newest = pages.at(-1)?.at(-1);
  const first = tail[0];
  if (!newest || !first) return true;
  const distance = compareTimes(first, newest);
  if (distance !== 0) return distance > 0;
  const ofMoment = tail.filter((message) => compareTimes(message, newest) === 0);
  return ofMoment.every((message) => findHolder(pages, message) === undefined);
}

/** Takes over an answer that reaches back into what is there, or begins right after it. */
export function mergeAnswer(conversation: Conversation, answer: MessageList): Conversation {
  const versions = new Map(answer.map((message) => [message._id, message]));
  const compare = compareAsIn(answer);
  const merge = (list: MessageList) => sortMoments(mergeKnown(list, versions), compare);
  const history = changePages(conversation.history, merge);
  const tail = merge(conversation.tail);
  const isSame = history === conversation.history && tail === conversation.tail;
  for (const list of [...history.pages, tail]) {
    for (const { _id } of list) versions.delete(_id);
  }
  const start = isSame ? conversation : { history, tail };
  return [...versions.values()].reduce(
    (merged, message) => addMessage(merged, message, compare),
    start,
  );
}

/** Marks these messages as seen, and walks back only as far as they stand. */
export function markConversationSeen(
  { history, tail }: Conversation,
  ids: ReadonlySet<MessageId>,
): Conversation {
  const countIn = (list: MessageList) => list.filter(({ _id }) => ids.has(_id)).length;
  let left = ids.size - countIn(tail);
  let { pages } = history;
  for (let index = pages.length - 1; index >= 0 && left > 0; index -= 1) {
    const page = pages[index] ?? [];
    const count = countIn(page);
    if (count > 0) pages = pages.with(index, markSeen(page, ids));
    left -= count;
  }
  return {
    history: pages === history.pages ? history : { ...history, pages },
    tail: markSeen(tail, ids),
  };
}
