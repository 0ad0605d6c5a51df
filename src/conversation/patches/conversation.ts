/**
 * A conversation in the cache: the history in pages, and the tail of newer messages. Live events change only the tail,
 * so a message costs the same whatever the length. When the tail is long, its older part is sealed into pages. All
 * functions are pure and keep references of unchanged parts.
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

/** Length at which the tail is sealed; one page's worth stays. */
const MAX_TAIL = 2 * PAGE_SIZE;

/** All loaded messages, oldest first. */
export function listMessages({ history, tail }: Conversation): MessageList {
  return [...history.pages.flat(), ...tail];
}

/** The newest loaded message, even before there is a history. */
export function findNewest(
  history: History | undefined,
  tail: MessageList,
): ConversationMessage | undefined {
  return tail.at(-1) ?? history?.pages.at(-1)?.at(-1);
}

/** The newest loaded message that was not deleted. */
export function findNewestShown({ history, tail }: Conversation): ConversationMessage | undefined {
  for (const list of [tail, ...history.pages.toReversed()]) {
    const newest = list.findLast(({ deleted }) => !deleted);
    if (newest) return newest;
  }
  return undefined;
}

/** The loaded messages with the newest time. */
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

/** Adds one message in its place, once. */
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
 * Joins history and tail, of which one was fetched while the other changed. With equal times, messages that the pages
 * do not have come after them.
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

/** Whether the whole tail belongs after the pages. */
function isApart({ history: { pages }, tail }: Conversation): boolean {
  const newest = pages.at(-1)?.at(-1);
  const first = tail[0];
  if (!newest || !first) return true;
  const distance = compareTimes(first, newest);
  if (distance !== 0) return distance > 0;
  const ofMoment = tail.filter((message) => compareTimes(message, newest) === 0);
  return ofMoment.every((message) => findHolder(pages, message) === undefined);
}

/** Merges an answer that overlaps the loaded part, or begins directly after it. */
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

/** Marks these messages as seen, and scans back no farther than the oldest of them. */
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
