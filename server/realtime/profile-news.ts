/**
 * Tells everybody of changed profiles, but of one person at most once in an interval: each change goes to every
 * connection, so somebody who saves again and again would keep the server busy. The first goes out at once, and what
 * holds at the end of the interval then.
 */
import type { User, UserId } from '../../src/protocol/entities.ts';
import type { CrowdWriter } from './crowd-writer.ts';

const INTERVAL_MS = 1_000;

export function createProfileNews(tell: (user: User) => void): (user: User) => void {
  /** Whoever was told of a moment ago, with what has changed since. */
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
 * On this node, one person at a time. While its connections are told, other changes wait, of each person the last:
 * when many change theirs faster than all can hear of it, neither memory fills nor do those wait who come and go.
 */
export function createProfileTeller(crowd: CrowdWriter): (user: User) => void {
  const waiting = new Map<UserId, User>();
  let isTelling = false;

  async function tellWaiting(): Promise<void> {
    isTelling = true;
    // A person who is added meanwhile comes last.
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
