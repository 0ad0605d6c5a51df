/** The places of people without messages in the list: by name, like the server. Pure. */
import type { User, UserId } from '../protocol/entities.ts';
import { toNameKey } from '../protocol/text.ts';
import { findUser } from './patches.ts';

type Users = readonly User[];

/** Adds a new person to the list. A person already in the list stays unchanged. */
export function putUser(users: Users, user: User): Users {
  if (findUser(users, user._id)) return users;
  const at = users.findIndex((other) => !other.lastMessage && comesBefore(user, other));
  return users.toSpliced(at < 0 ? users.length : at, 0, user);
}

/** Moves a person whose name has changed since `before`. */
export function placeRenamed(users: Users, before: Users, userId: UserId): Users {
  const user = findUser(users, userId);
  if (!user || user.lastMessage || user.fullName === findUser(before, userId)?.fullName)
    return users;
  const others = users.filter((other) => other !== user);
  return putUser(others, user);
}

function comesBefore(one: User, other: User): boolean {
  const [key, otherKey] = [toNameKey(one.fullName), toNameKey(other.fullName)];
  if (key === otherKey) return one._id < other._id;
  return compareCodePoints(key, otherKey) < 0;
}

/** Databases compare UTF-8, whose order differs from that of UTF-16 in letters beyond the first plane. */
function compareCodePoints(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  const at = left.findIndex((letter, index) => letter !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? -1) - (right[at]?.codePointAt(0) ?? -1);
}
