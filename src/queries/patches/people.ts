/** Who exists and who is online. Pure; unchanged data keeps its reference. */
import type { User, UserId } from '../../protocol/entities.ts';

type Online = ReadonlySet<UserId>;

/** One person came or went. */
export function setOnline(online: Online, userId: UserId, isOnline: boolean): Online {
  if (online.has(userId) === isOnline) return online;
  const next = new Set(online);
  if (isOnline) next.add(userId);
  else next.delete(userId);
  return next;
}

/** The whole list came; the same people in another order are the same set. */
export function replaceOnline(online: Online, userIds: readonly UserId[]): Online {
  const next = new Set(userIds);
  return next.size === online.size && userIds.every((id) => online.has(id)) ? online : next;
}

const positions = new WeakMap<readonly User[], ReadonlyMap<UserId, number>>();

/** Where each person stands; counted once for a list and those made from it by `replaceUser`. */
function positionsIn(users: readonly User[]): ReadonlyMap<UserId, number> {
  const known = positions.get(users);
  if (known) return known;
  const counted = new Map(users.map((user, index) => [user._id, index]));
  positions.set(users, counted);
  return counted;
}

export function findUser(users: readonly User[], userId: UserId): User | undefined {
  const index = positionsIn(users).get(userId);
  return index === undefined ? undefined : users[index];
}

/** Changes one person who is in the list. */
export function replaceUser(
  users: readonly User[],
  userId: UserId,
  change: Partial<User>,
): readonly User[] {
  const index = positionsIn(users).get(userId);
  const user = index === undefined ? undefined : users[index];
  if (index === undefined || !user) return users;
  const next = users.with(index, { ...user, ...change });
  positions.set(next, positionsIn(users));
  return next;
}
