/**
 * Sends the same event to many connections of this node. Ten thousand writes block the event loop for 200 ms, so they
 * are sent in small groups, with pauses in which other calls are served.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { User, UserId } from '../../src/protocol/entities.ts';
import type { ServerToClientEvents } from '../../src/protocol/events.ts';
import type { SocketServer } from './socket-server.ts';

type EventName = keyof ServerToClientEvents;
type Payload<Name extends EventName> = Parameters<ServerToClientEvents[Name]>;

export interface CrowdWriter {
  /**
   * Sends to those who are connected now, in the order of the calls. `describe` returns the payload for somebody who is
   * apart from the given people, if any. It is called once for each receiver who is apart from somebody in `about`, and
   * once for all others. Resolves with the ms for which the event loop was blocked.
   */
  tell<Name extends EventName>(
    event: Name,
    news: {
      /** Without it and `to`: all connections. */
      room?: string;
      /** Socket ids, instead of a room. */
      to?: string[];
      about: Iterable<UserId>;
      describe: (apart: ReadonlySet<UserId>) => Payload<Name> | undefined;
    },
  ): Promise<number>;
}

/** How many are told without a pause: it takes about half a millisecond. */
const AT_ONCE = 25;

/** A call takes several turns of the event loop; without a pause it would wait for some writes in each turn. */
const PAUSE_MS = 1;

const NOBODY: ReadonlySet<UserId> = new Set();

export function createCrowdWriter(io: SocketServer, { atOnce = AT_ONCE } = {}): CrowdWriter {
  const { adapter, sockets } = io.of('/');
  let latest: Promise<unknown> = Promise.resolve();

  /** Resolves with the ms that it took, without the pauses. */
  async function tellInGroups(ids: string[], tell: (group: string[]) => void): Promise<number> {
    let busyMs = 0;
    for (let at = 0; at < ids.length; at += atOnce) {
      if (at > 0) await sleep(PAUSE_MS);
      const start = performance.now();
      tell(ids.slice(at, at + atOnce));
      busyMs += performance.now() - start;
    }
    return busyMs;
  }

  return {
    tell(event, { room, to, about, describe }) {
      const ids = room === undefined ? adapter.sids.keys() : (adapter.rooms.get(room) ?? []);
      const hereNow = to ?? [...ids];
      if (hereNow.length === 0) return Promise.resolve(0);
      const named = new Set(about);
      const payload = describe(NOBODY);

      function tellGroup(group: string[]): void {
        const others: string[] = [];
        for (const id of group) {
          const apart = sockets.get(id)?.data.apart ?? NOBODY;
          if (![...apart].some((userId) => named.has(userId))) {
            others.push(id);
            continue;
          }
          const theirs = describe(apart);
          if (theirs) sockets.get(id)?.emit(event, ...theirs);
        }
        // Each socket is in the room of its id. Socket.IO writes the event once for all of them.
        if (payload && others.length > 0) io.local.to(others).emit(event, ...payload);
      }

      const telling = latest.then(() => tellInGroups(hereNow, tellGroup));
      // An error is reported to its own caller only.
      latest = telling.catch(() => undefined);
      return telling;
    },
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
