/**
 * The order of messages: by `sortsAt`, else `createdAt`, then as the server answered them, as they came or by `_id`. Apart
 * from the lists that it sorts, since the first screen needs it without them.
 */
import type { ConversationMessage, MessageList } from '../entities.ts';

/** Where a message stands in the order of a conversation. */
export type Position = Pick<ConversationMessage, 'createdAt' | 'sortsAt' | '_id'>;

export function comparePositions(a: Position, b: Position): number {
  const times = compareTimes(a, b);
  if (times !== 0 || a._id === b._id) return times;
  return a._id < b._id ? -1 : 1;
}

/** Times are ISO 8601 in UTC in one format, so that they sort as text. */
export function compareTimes(a: Times, b: Times): number {
  const [first, second] = [placeOf(a), placeOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

type Times = Pick<Position, 'createdAt' | 'sortsAt'>;

/** The moment by which a message takes its place. */
export const placeOf = ({ createdAt, sortsAt }: Times): string => sortsAt ?? createdAt;

export type Compare = typeof comparePositions;

/**
 * A message that has just come is the last of its moment: for a server whose ids do not tell which was
 * first, or one that writes whole seconds.
 */
export const compareAsCame =
  (message: Position): Compare =>
  (a, b) =>
    compareTimes(a, b) || Number(a._id === message._id) - Number(b._id === message._id);

/**
 * Messages of one moment stand as in an answer: a server knows its order best. What the answer does not
 * have came before it begins, or since it was written.
 */
export function compareAsIn(answer: MessageList): Compare {
  const ranks = new Map(answer.map(({ _id }, index) => [_id, index]));
  const [first] = answer;
  const rankOf = (one: Position) =>
    ranks.get(one._id) ?? (first && comparePositions(one, first) < 0 ? -1 : answer.length);
  return (a, b) => compareTimes(a, b) || rankOf(a) - rankOf(b);
}
