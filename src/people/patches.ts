/** The list of people. Pure; unchanged data keeps its reference. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { compareTimes } from '../conversation/patches/message-order.ts';
import type { MessagePreview, User, UserId } from '../protocol/entities.ts';

type Users = readonly User[];

const positions = new WeakMap<Users, ReadonlyMap<UserId, number>>();

/** Each person's index; computed once for a list and all lists that `replaceUsers` makes from it. */
function positionsIn(users: Users): ReadonlyMap<UserId, number> {
  const known = positions.get(users);
  if (known) return known;
  const counted = new Map(users.map((user, index) => [user._id, index]));
  positions.set(users, counted);
  return counted;
}

export function findUser(users: Users, userId: UserId): User | undefined {
  const index = positionsIn(users).get(userId);
  return index === undefined ? undefined : users[index];
}

/** Changes those of these people who are in the list. */
export function replaceUsers(users: Users, changes: ReadonlyMap<UserId, Partial<User>>): Users {
  const known = positionsIn(users);
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
  positions.set(next, known);
  return next;
}

/** The preview with the newer message, of two for one conversation. */
export function newerPreview(
  a: MessagePreview | undefined,
  b: MessagePreview | undefined,
): MessagePreview | undefined {
  if (!a || !b) return a ?? b;
  const distance = compareTimes(a, b);
  if (distance !== 0) return distance > 0 ? a : b;
  return a._id >= b._id ? a : b;
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
