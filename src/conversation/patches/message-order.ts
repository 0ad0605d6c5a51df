/**
 * The order of messages. Messages with numbers (feature `changes`) are ordered by their ids. Any other server's have the
 * order of its answers; between two answers, that of their times.
 */
import type { Message } from '../../protocol/entities.ts';
import type { MessageList } from '../entities.ts';

/** The fields by which messages are ordered. */
export type OrderKey = Pick<Message, '_id' | 'change' | 'createdAt'>;

export type Compare = (a: OrderKey, b: OrderKey) => number;

/** 0 for two messages of which only the server knows the order. */
export function compareOrder(a: OrderKey, b: OrderKey): number {
  return a.change === undefined || b.change === undefined ? 0 : compareIds(a, b);
}

/** A plain server's events may come out of order. Its times are ISO 8601 in UTC, so they sort as text. */
export function compareArrivals(a: OrderKey, b: OrderKey): number {
  const distance = compareOrder(a, b);
  if (distance !== 0 || a.createdAt === b.createdAt || a._id === b._id) return distance;
  return a.createdAt < b.createdAt ? -1 : 1;
}

/** Ids of a server with numbers sort by creation. */
export function compareIds(a: { _id: string }, b: { _id: string }): number {
  if (a._id === b._id) return 0;
  return a._id < b._id ? -1 : 1;
}

/**
 * Compares by ids, or else by the order of the answer. Known messages that the answer lacks stay before it if they were
 * before its first message; the others come after it.
 */
export function compareAsIn(answer: MessageList, known: MessageList): Compare {
  const ranks = new Map(answer.map(({ _id }, index) => [_id, index]));
  const first = known.findIndex(({ _id }) => ranks.has(_id));
  for (const { _id } of first < 0 ? known : known.slice(0, first)) ranks.set(_id, -1);
  const rankOf = ({ _id }: OrderKey) => ranks.get(_id) ?? answer.length;
  return (a, b) => compareOrder(a, b) || rankOf(a) - rankOf(b);
}
