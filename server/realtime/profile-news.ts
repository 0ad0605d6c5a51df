/**
 * Announces changed profiles, at most once per person and interval. Each announcement goes to every connection, so a
 * person who saves again and again would keep the server busy. The first change is sent at once, the latest one at the
 * end of the interval.
 */
import type { User, UserId } from '../../src/protocol/entities.ts';
import type { CrowdWriter } from './crowd-writer.ts';

const INTERVAL_MS = 1_000;

export function createProfileNews(tell: (user: User) => void): (user: User) => void {
  /** People announced recently, with their latest change since then. */
  const told = new Map<UserId, User | undefined>();

  function tellNow(user: User): void {
    tell(user);
    told.set(user._id, undefined);
    setTimeout(endInterval, INTERVAL_MS, user._id).unref();
  }

  function endInterval(userId: UserId): void {
    const latest = told.get(userId);
    told.delete(userId);
    if (latest) tellNow(latest);
  }

  return (user) => {
    if (told.has(user._id)) told.set(user._id, user);
    else tellNow(user);
  };
}

/**
 * Sends profiles to this node's connections, one person at a time. Changes that come meanwhile wait, the latest one per
 * person. If profiles change faster than they can be sent, memory does not fill up and presence is not delayed.
 */
export function createProfileTeller(crowd: CrowdWriter): (user: User) => void {
  const waiting = new Map<UserId, User>();
  let isTelling = false;

  async function tellWaiting(): Promise<void> {
    isTelling = true;
    // A person who is added during the loop comes last.
    for (const [userId, user] of waiting) {
      waiting.delete(userId);
      await crowd.tell('profileChanged', {
        about: [],
        describe: () => [user],
      });
    }
    isTelling = false;
  }

  return (user) => {
    waiting.set(user._id, user);
    if (!isTelling) void tellWaiting();
  };
}
