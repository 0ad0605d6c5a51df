/** In which order people stand in the list. Pure. */

import { placeOf } from '../../../conversation/patches/message-order.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import type { UnseenCounts } from '../../../stores/unseen.ts';

type Users = readonly User[];
type Ids = readonly UserId[];

/**
 * The latest conversation first, as far as the server tells (extension `listExtras`); all others as it
 * listed them. With `unseen`, those with unseen messages come before everybody else.
 */
export function orderUsers(users: Users, unseen: UnseenCounts | null): Ids {
  const ids = byRecency.get(users) ?? orderByRecency(users);
  byRecency.set(users, ids);
  return unseen ? ids.toSorted((a, b) => Number(unseen.has(b)) - Number(unseen.has(a))) : ids;
}

/** Sorted once for each list, and not for each letter in the search. */
const byRecency = new WeakMap<Users, Ids>();

const orderByRecency = (users: Users): Ids =>
  users.toSorted((a, b) => compareTimes(timeOf(b), timeOf(a))).map(({ _id }) => _id);

const timeOf = ({ lastMessage }: User): string => (lastMessage ? placeOf(lastMessage) : '');

function compareTimes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The order in which they stood, while the list is held; whoever is new comes last. */
export function keepPlaces(held: Ids, ordered: Ids): Ids {
  const present = new Set(ordered);
  const kept = held.filter((id) => present.delete(id));
  return [...kept, ...present];
}
