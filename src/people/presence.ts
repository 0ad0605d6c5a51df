/** Sets of people, such as who is online. Pure; unchanged data keeps its reference. */
import type { UserId } from '../protocol/entities.ts';
import type { PresenceChange } from '../protocol/events.ts';

type Online = ReadonlySet<UserId>;

/** Adds one person to a set of people, or removes one. */
export function setMember(
  people: ReadonlySet<UserId>,
  userId: UserId,
  isMember: boolean,
): ReadonlySet<UserId> {
  if (people.has(userId) === isMember) return people;
  const next = new Set(people);
  if (isMember) next.add(userId);
  else next.delete(userId);
  return next;
}

/** Applies presence changes in order. */
export function applyPresence(online: Online, changes: readonly PresenceChange[]): Online {
  if (changes.every((change) => online.has(change.userId) === change.online)) return online;
  const next = new Set(online);
  for (const change of changes) {
    if (change.online) next.add(change.userId);
    else next.delete(change.userId);
  }
  return next;
}

/** Replaces the whole list; the same people in another order are the same set. */
export function replaceOnline(
  online: Online | null | undefined,
  userIds: readonly UserId[],
): Online {
  const next = new Set(userIds);
  return next.size === online?.size && userIds.every((id) => online.has(id)) ? online : next;
}
