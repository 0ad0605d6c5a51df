/** Whom the quick switcher offers. */
import type { QueryClient } from '@tanstack/react-query';
import { go, type KeyResult, type SnapshotKey, snapshot } from 'fuzzysort';
import type { User, UserId } from '../../../protocol/entities.ts';
import { getConversation } from '../../../queries/conversation.ts';
import { messageKeys } from '../../../queries/message-keys.ts';
import { compareTimes } from '../people/order.ts';

/** More than anybody reads; who is not among them is found by another letter. */
const MOST_FOUND = 20;
const MOST_RECENT = 12;
/** Who was talked with stands before a stranger whose name fits a little better. */
const RECENT_BONUS = 0.1;

export interface Found {
  userId: UserId;
  /** The name in parts; those at odd places are what was typed. */
  parts: readonly string[];
}

export interface Directory {
  everybody: SnapshotKey<User>;
  /** With whom there are messages, the latest first. */
  recent: readonly User[];
  recentNames: SnapshotKey<User>;
}

/** Prepared once for as long as the same people are there. */
export function makeDirectory(users: readonly User[], queryClient: QueryClient): Directory {
  const times = readTimes(users, queryClient);
  const recent = users
    .filter(({ _id }) => times.has(_id))
    .sort((a, b) => compareTimes(times.get(b._id) ?? '', times.get(a._id) ?? ''));
  return {
    everybody: snapshot(users, { key: 'fullName' }),
    recent,
    recentNames: snapshot(recent, { key: 'fullName' }),
  };
}

/** Whoever fits best what was typed; of nothing, whom the person talked with last, but for the open one. */
export function findPeople(
  { everybody, recent, recentNames }: Directory,
  query: string,
  openId: UserId | null,
): readonly Found[] {
  if (query.trim() === '') {
    return recent
      .filter(({ _id }) => _id !== openId)
      .slice(0, MOST_RECENT)
      .map(({ _id, fullName }) => ({ userId: _id, parts: [fullName] }));
  }
  const best = new Map<User, KeyResult<User>>();
  const options = { limit: MOST_FOUND };
  for (const result of go(query, recentNames, options)) best.set(result.obj, result);
  const rank = ({ obj, score }: KeyResult<User>) => score + (best.has(obj) ? RECENT_BONUS : 0);
  const strangers = go(query, everybody, options).filter(({ obj }) => !best.has(obj));
  return [...best.values(), ...strangers]
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MOST_FOUND)
    .map(({ obj, target, indexes }) => ({ userId: obj._id, parts: split(target, indexes) }));
}

/** When the newest message was, as far as the server tells (extension `listExtras`) or this window has read. */
function readTimes(users: readonly User[], queryClient: QueryClient): Map<UserId, string> {
  const times = new Map<UserId, string>();
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: messageKeys.all })) {
    const peerId = queryKey[1];
    if (typeof peerId !== 'string') continue;
    const conversation = getConversation(queryClient, peerId);
    const newest = conversation?.tail.at(-1) ?? conversation?.history.pages.at(-1)?.at(-1);
    if (newest) times.set(peerId, newest.createdAt);
  }
  for (const { _id, lastMessage } of users) {
    if (lastMessage) times.set(_id, lastMessage.createdAt);
  }
  return times;
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
