/**
 * Tells many connections of this node the same. Ten thousand writes take a fifth of a second, in which nobody else
 * would be served, so they go out a few at a time, with pauses that are long enough for others' calls.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { UserId } from '../../src/protocol/entities.ts';
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
   * Tells those who are here now, in the order of the calls. `describe` answers what to tell somebody who is apart
   * from these people, if anything: it is asked for each who is apart from one of those whom it is `about`, and once for
   * all others. Resolves with how long this thread was busy with it, in ms.
   */
  tell<Name extends EventName>(
    event: Name,
    news: {
      /** Without it and `to`, everybody. */
      room?: string;
      /** Ids of sockets, in place of a room. */
      to?: string[];
      about: Iterable<UserId>;
      describe: (apart: ReadonlySet<UserId>) => Payload<Name> | undefined;
    },
  ): Promise<number>;
}

/** What others wait for at most, beside one more write. */
const TURN_MS = 0.5;

/** A call takes several turns of the event loop; without a pause it would wait for a few writes in each of them. */
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
      // One that fails fails for its caller alone.
      latest = telling.catch(() => undefined);
      return telling;
    },
  };
}
