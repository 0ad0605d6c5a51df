/** The people that the quick switcher offers. */
import { go, type KeyResult, type SnapshotKey, snapshot } from 'fuzzysort';
import { findUser } from '../../../people/patches.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { foldText } from '../../../protocol/search-text.ts';
import { orderByRecency } from '../people/use-people.ts';
import { splitPlaces, type TextPart } from '../search/find-matches.ts';

/** More than anybody reads; another letter finds the rest. */
const MAX_FOUND = 20;
const MAX_RECENT = 12;
/** People with conversations come before others whose names match a little better. */
const RECENT_BONUS = 0.1;

export interface Found {
  userId: UserId;
  /** The name; the typed text matches it. */
  parts: readonly TextPart[];
}

interface Named {
  user: User;
  /** All searches compare names in this way. */
  folded: string;
}

interface Directory {
  users: readonly User[];
  everybody: SnapshotKey<Named>;
  /** People opened in this window, latest first, then people with messages. */
  recent: readonly User[];
  recentNames: SnapshotKey<Named>;
}

/** Prepared once for the same people. */
export function makeDirectory(everybody: readonly User[], opened: readonly UserId[]): Directory {
  // Nobody is there to write to.
  const users = everybody.filter(({ deleted }) => !deleted);
  const talkedWith = orderByRecency(users)
    .map((id) => findUser(users, id))
    .filter((user) => user?.lastMessage);
  const turnedTo = opened.map((id) => findUser(users, id));
  const recent = [...new Set([...turnedTo, ...talkedWith])].filter((user) => user !== undefined);
  return {
    users,
    everybody: snapshot(users.map(fold), { key: 'folded' }),
    recent,
    recentNames: snapshot(recent.map(fold), { key: 'folded' }),
  };
}

/**
 * Ranks people by match with the query. Without a query: recent people first, without the open conversation; everybody
 * else if nobody is recent.
 */
export function findPeople(
  { users, everybody, recent, recentNames }: Directory,
  query: string,
  openId: UserId | null,
): readonly Found[] {
  const wanted = foldText(query).trim();
  if (wanted === '') {
    const others = recent.filter(({ _id }) => _id !== openId);
    return (others.length > 0 ? others : users.filter(({ _id }) => _id !== openId))
      .slice(0, MAX_RECENT)
      .map(({ _id, fullName }) => ({
        userId: _id,
        parts: [{ text: fullName, isMatch: false }],
      }));
  }
  const familiar = new Map<User, KeyResult<Named>>();
  const options = { limit: MAX_FOUND };
  for (const result of go(wanted, recentNames, options)) familiar.set(result.obj.user, result);
  const rank = ({ obj, score }: KeyResult<Named>) =>
    score + (familiar.has(obj.user) ? RECENT_BONUS : 0);
  const strangers = go(wanted, everybody, options).filter(({ obj }) => !familiar.has(obj.user));
  return [...familiar.values(), ...strangers]
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MAX_FOUND)
    .map(({ obj: { user }, indexes }) => ({
      userId: user._id,
      parts: splitPlaces(user.fullName, Array.from(indexes)),
    }));
}

const fold = (user: User): Named => ({ user, folded: foldText(user.fullName) });
