/** The list of people. Pure; unchanged data keeps its reference. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { compareIds } from '../conversation/patches/message-order.ts';
import type { MessagePreview, User, UserId } from '../protocol/entities.ts';
import type { PresenceChange } from '../protocol/events.ts';
import { toNameKey } from '../protocol/text.ts';

type Users = readonly User[];

const indexes = new WeakMap<Users, ReadonlyMap<UserId, number>>();

/** Each person's index; computed once for a list and all lists that `replaceUsers` makes from it. */
function indexesIn(users: Users): ReadonlyMap<UserId, number> {
  const known = indexes.get(users);
  if (known) return known;
  const counted = new Map(users.map((user, index) => [user._id, index]));
  indexes.set(users, counted);
  return counted;
}

export function findUser(users: Users, userId: UserId): User | undefined {
  const index = indexesIn(users).get(userId);
  return index === undefined ? undefined : users[index];
}

/** Changes those of these people who are in the list. */
export function replaceUsers(users: Users, changes: ReadonlyMap<UserId, Partial<User>>): Users {
  const known = indexesIn(users);
  const next = [...users];
  let isChanged = false;
  for (const [userId, change] of changes) {
    const index = known.get(userId);
    const user = index === undefined ? undefined : users[index];
    if (index === undefined || !user) continue;
    next[index] = replaceEqualDeep(user, { ...user, ...change });
    isChanged ||= next[index] !== user;
  }
  if (!isChanged) return users;
  indexes.set(next, known);
  return next;
}

/** The preview with the newer message, of two for one conversation. */
export function newerPreview(
  a: MessagePreview | undefined,
  b: MessagePreview | undefined,
): MessagePreview | undefined {
  if (!a || !b) return a ?? b;
  return compareIds(a, b) >= 0 ? a : b;
}

/** The later of two times, ISO 8601 in UTC. */
const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

/**
 * Merges a new answer: unchanged people keep their reference. No last visit becomes older than already known, and no
 * preview that has changed since `asked`, the list when the answer was requested; others may be gone. Blocked people have
 * no last visit.
 */
export function renewUsers(answer: Users, known: Users | undefined, asked = known): Users {
  if (!known) return answer;
  return answer.map((user) => {
    const before = findUser(known, user._id);
    const isSame = asked && before?.lastMessage === findUser(asked, user._id)?.lastMessage;
    const lastMessage = isSame
      ? user.lastMessage
      : newerPreview(before?.lastMessage, user.lastMessage);
    const lastSeenAt = user.blocked ? undefined : later(user.lastSeenAt, before?.lastSeenAt);
    return replaceEqualDeep(before, {
      ...user,
      ...(lastMessage && { lastMessage }),
      ...(lastSeenAt !== undefined && { lastSeenAt }),
    });
  });
}

/** The old list, if the new one has the same items in the same order. */
export function keepSame(before: unknown, now: readonly unknown[]): unknown {
  const isSame =
    Array.isArray(before) &&
    before.length === now.length &&
    before.every((item, index) => item === now[index]);
  return isSame ? before : now;
}

// The places of people without messages in the list: by name, like the server. Pure.

/** Adds a new person to the list. A person already in the list stays unchanged. */
export function putUser(users: readonly User[], user: User): readonly User[] {
  if (findUser(users, user._id)) return users;
  const at = users.findIndex((other) => !other.lastMessage && comesBefore(user, other));
  return users.toSpliced(at < 0 ? users.length : at, 0, user);
}

/** Moves a person whose name has changed since `before`. */
export function placeRenamed(
  users: readonly User[],
  before: readonly User[],
  userId: UserId,
): readonly User[] {
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

// Sets of people, such as who is online. Pure; unchanged data keeps its reference.

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
