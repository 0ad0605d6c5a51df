/** The order of the people in the list. Pure. */

import { sortTimeOf } from '../../../conversation/patches/message-list.ts';
import type { User, UserId } from '../../../protocol/entities.ts';

type Users = readonly User[];
type Ids = readonly UserId[];

/** Higher ranks first, and each rank by recency. */
export const orderUsers = (users: Users, rankOf: (userId: UserId) => number): Ids =>
  orderByRecency(users).toSorted((a, b) => rankOf(b) - rankOf(a));

/** Sorted once per list, not for each letter of the search. */
const byRecency = new WeakMap<Users, Ids>();

/** Latest conversation first, if the server sends it (feature `listExtras`); all others in the server's order. */
export function orderByRecency(users: Users): Ids {
  const ids =
    byRecency.get(users) ??
    users.toSorted((a, b) => compareTimes(timeOf(b), timeOf(a))).map(({ _id }) => _id);
  byRecency.set(users, ids);
  return ids;
}

const timeOf = ({ lastMessage }: User): string => (lastMessage ? sortTimeOf(lastMessage) : '');

function compareTimes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The previous order, while the list is held; new people come last. */
export function keepPlaces(held: Ids, ordered: Ids): Ids {
  const present = new Set(ordered);
  const kept = held.filter((id) => present.delete(id));
  return [...kept, ...present];
}
