/**
 * The order of messages: by `sortsAt` or `createdAt`, then by the order of the answer, of arrival, or by `_id`. A
 * separate file, since the first screen needs it without the lists.
 */
import type { ConversationMessage, MessageList } from '../entities.ts';

/** The fields that decide a message's place in a conversation. */
export type Position = Pick<ConversationMessage, 'createdAt' | 'sortsAt' | '_id'>;

export function comparePositions(a: Position, b: Position): number {
  const times = compareTimes(a, b);
  if (times !== 0 || a._id === b._id) return times;
  return a._id < b._id ? -1 : 1;
}

/** Times are ISO 8601 in UTC in one format, so they sort as text. */
export function compareTimes(a: Times, b: Times): number {
  const [first, second] = [sortTimeOf(a), sortTimeOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

type Times = Pick<Position, 'createdAt' | 'sortsAt'>;

/** The time that decides a message's place. */
export const sortTimeOf = ({ createdAt, sortsAt }: Times): string => sortsAt ?? createdAt;

export type Compare = typeof comparePositions;

/**
 * A message that has just arrived is the last of its time: for a server whose ids do not sort, or whose times are whole
 * seconds.
 */
export const compareAsCame =
  (message: Position): Compare =>
  (a, b) =>
    compareTimes(a, b) || Number(a._id === message._id) - Number(b._id === message._id);

/**
 * Messages of equal time keep the order of the answer: the server knows it best. Others came before the answer begins,
 * or after it was written.
 */
export function compareAsIn(answer: MessageList): Compare {
  const ranks = new Map(answer.map(({ _id }, index) => [_id, index]));
  const [first] = answer;
  const rankOf = (one: Position) =>
    ranks.get(one._id) ?? (first && comparePositions(one, first) < 0 ? -1 : answer.length);
  return (a, b) => compareTimes(a, b) || rankOf(a) - rankOf(b);
}
