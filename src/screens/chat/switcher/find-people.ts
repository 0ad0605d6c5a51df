/** Whom the quick switcher offers. */
import { go, type KeyResult, type SnapshotKey, snapshot } from 'fuzzysort';
import { findUser } from '../../../people/patches.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { orderUsers } from '../people/order.ts';

/** More than anybody reads; who is not among them is found by another letter. */
const MAX_FOUND = 20;
const MAX_RECENT = 12;
/** Who was talked with stands before a stranger whose name fits a little better. */
const RECENT_BONUS = 0.1;

export interface Found {
  userId: UserId;
  /** The name in parts; those at odd places are what was typed. */
  parts: readonly string[];
}

interface Directory {
  users: readonly User[];
  everybody: SnapshotKey<User>;
  /** Whom the person turned to in this window, the latest first, and then with whom there are messages. */
  recent: readonly User[];
  recentNames: SnapshotKey<User>;
}

/** Prepared once for as long as the same people are there. */
export function makeDirectory(users: readonly User[], opened: readonly UserId[]): Directory {
  const talkedWith = orderUsers(users, null)
    .map((id) => findUser(users, id))
    .filter((user) => user?.lastMessage);
  const turnedTo = opened.map((id) => findUser(users, id));
  const recent = [...new Set([...turnedTo, ...talkedWith])].filter((user) => user !== undefined);
  return {
    users,
    everybody: snapshot(users, { key: 'fullName' }),
    recent,
    recentNames: snapshot(recent, { key: 'fullName' }),
  };
}

/**
 * Whoever fits best what was typed; of nothing, the most recent but for the open one, and to somebody who has talked
 * with nobody yet, those who are there.
 */
export function findPeople(
  { users, everybody, recent, recentNames }: Directory,
  query: string,
  openId: UserId | null,
): readonly Found[] {
  if (query.trim() === '') {
    const others = recent.filter(({ _id }) => _id !== openId);
    return (others.length > 0 ? others : users.filter(({ _id }) => _id !== openId))
      .slice(0, MAX_RECENT)
      .map(({ _id, fullName }) => ({ userId: _id, parts: [fullName] }));
  }
  const familiar = new Map<User, KeyResult<User>>();
  const options = { limit: MAX_FOUND };
  for (const result of go(query, recentNames, options)) familiar.set(result.obj, result);
  const rank = ({ obj, score }: KeyResult<User>) => score + (familiar.has(obj) ? RECENT_BONUS : 0);
  const strangers = go(query, everybody, options).filter(({ obj }) => !familiar.has(obj));
  return [...familiar.values(), ...strangers]
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MAX_FOUND)
    .map(({ obj, target, indexes }) => ({ userId: obj._id, parts: split(target, indexes) }));
}

function split(name: string, indexes: ArrayLike<number>): string[] {
  const isMatch = new Set(Array.from(indexes));
  const parts = [''];
  for (let index = 0; index < name.length; index += 1) {
    const isOdd = parts.length % 2 === 0;
    if (isMatch.has(index) !== isOdd) parts.push('');
    parts.push(`${parts.pop() ?? ''}${name[index]}`);
  }
  return parts;
}
