/** The order of the people in the list. Pure. */

import { sortTimeOf } from '../../../conversation/patches/message-order.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import type { UnseenCounts } from '../../../stores/unseen.ts';

type Users = readonly User[];
type Ids = readonly UserId[];

/**
 * Latest conversation first, if the server sends it (feature `listExtras`); all others in the server's order. With
 * `unseen`, people with unseen messages come first.
 */
export function orderUsers(users: Users, unseen: UnseenCounts | null): Ids {
  const ids = byRecency.get(users) ?? orderByRecency(users);
  byRecency.set(users, ids);
  return unseen ? ids.toSorted((a, b) => Number(unseen.has(b)) - Number(unseen.has(a))) : ids;
}

/** Sorted once per list, not for each letter of the search. */
const byRecency = new WeakMap<Users, Ids>();

const orderByRecency = (users: Users): Ids =>
  users.toSorted((a, b) => compareTimes(timeOf(b), timeOf(a))).map(({ _id }) => _id);

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
