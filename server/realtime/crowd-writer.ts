/**
 * Sends the same event to many connections of this node. Ten thousand writes block the event loop for 200 ms, so they
 * are sent in small groups, with pauses in which other calls are served.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { User, UserId } from '../../src/protocol/entities.ts';
import {
  type EventName,
  encodeEvent,
  framePackets,
  type Payload,
  writePackets,
} from './packets.ts';
import type { SocketServer } from './socket-server.ts';

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

/** Others wait at most this long, and one more write. */
const TURN_MS = 0.5;

/** A call takes several turns of the event loop; without a pause it would wait for some writes in each turn. */
const PAUSE_MS = 1;

const NOBODY: ReadonlySet<UserId> = new Set();

export function createCrowdWriter(io: SocketServer, { turnMs = TURN_MS } = {}): CrowdWriter {
  const { adapter, sockets } = io.of('/');
  let latest: Promise<unknown> = Promise.resolve();

  async function tellEach(ids: string[], tell: (id: string) => void): Promise<number> {
    let busyMs = 0;
    let start = performance.now();
    for (const id of ids) {
      tell(id);
      const spentMs = performance.now() - start;
      if (spentMs < turnMs) continue;
      busyMs += spentMs;
      await sleep(PAUSE_MS);
      start = performance.now();
    }
    return busyMs + performance.now() - start;
  }

  return {
    tell(event, { room, to, about, describe }) {
      const ids = room === undefined ? adapter.sids.keys() : (adapter.rooms.get(room) ?? []);
      const hereNow = to ?? [...ids];
      if (hereNow.length === 0) return Promise.resolve(0);
      const named = new Set(about);
      const encode = (apart: ReadonlySet<UserId>) => {
        const payload = describe(apart);
        return payload ? [encodeEvent(event, payload)] : [];
      };
      const packets = encode(NOBODY);
      const frames = framePackets(packets);

      function tellOne(id: string): void {
        const socket = sockets.get(id);
        if (!socket) return;
        const { apart } = socket.data;
        const isApart = [...apart].some((userId) => named.has(userId));
        const theirs = isApart ? encode(apart) : packets;
        if (theirs.length > 0) writePackets(socket.conn, theirs, isApart ? undefined : frames);
      }

      const telling = latest.then(() => tellEach(hereNow, tellOne));
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
