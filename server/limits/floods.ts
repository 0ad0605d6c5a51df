/**
 * Slows clients that flood the server. What a connection costs until it is cut, and what a refusal costs, is paid by
 * waiting. New connections of one network are read one in a turn of the event loop, since one read may hold a thousand
 * requests; after some were cut, four in a second. An answer that refuses waits, and its connection with it. Others of the
 * same network wait too, but are served.
 */
import type { Socket } from 'node:net';
import { listNetworks, toNetwork } from '../domain/known-places.ts';
import { createGate } from './gate.ts';
import { createMemoryLimiter } from './limiter.ts';

/** Connections of one network that may be cut before the next ones wait; no honest client gets there. */
const CUTS = { units: 4, perMs: 60_000 };

/** Between two connections of a network that floods. */
const PAUSE_MS = 250;

/** More connections than one address may have. */
const WAITING = 1_000;

/** Requests of one network that are begun in one turn of the event loop. */
const AT_ONCE = 5;

/** Refusals per account or network that are answered at once; an honest client stops before it gets so many. */
const QUICK_REFUSALS = { units: 100, perMs: 60_000 };

const SLOW_REFUSAL_MS = 1_000;

export interface Floods {
  /** A connection from this address was cut, since it sent too much. */
  countCut(address: string): void;
  /** Reads a new connection after those of its network that came before; later if the network floods. */
  hold(socket: Socket, address: string): void;
  /** Begins a request without a session: now, or in a later turn, so that the requests of others come in between. */
  takeTurn(address: string, begin: () => void): void;
  /** Calls `answer` with a refusal of this account or network: at once, or later if there were too many. */
  refuse(whose: string, answer: () => void): void;
}

/** Slows nobody. */
export const NO_FLOODS: Floods = {
  countCut() {},
  hold() {},
  takeTurn: (_address, begin) => begin(),
  refuse: (_whose, answer) => answer(),
};

/** `now` is a clock that is never set back. */
export function createFloods(now: () => number): Floods {
  const cuts = createMemoryLimiter(CUTS, now);
  const refusals = createMemoryLimiter(QUICK_REFUSALS, now);
  /** In this turn, by network. */
  const begun = new Map<string, number>();
  const held = createGate({ atOnce: 1, waiting: WAITING });

  function takeTurn(address: string, begin: () => void): void {
    const network = toNetwork(address);
    const count = begun.get(network) ?? 0;
    if (count >= AT_ONCE) {
      setImmediate(takeTurn, address, begin);
      return;
    }
    if (begun.size === 0) setImmediate(() => begun.clear());
    begun.set(network, count + 1);
    begin();
  }

  return {
    countCut(address) {
      for (const { network, times } of listNetworks(address)) cuts.charge(network, 1 / times);
    },

    hold(socket, address) {
      const isFlooding = () =>
        listNetworks(address).some(({ network }) => cuts.spend(network, 0) > 0);
      let isRead = false;
      // Once Node has begun to read, which it does in this turn.
      process.nextTick(() => {
        if (!isRead) socket.pause();
      });
      const leave = held.enter(toNetwork(address), () => {
        isRead = true;
        if (socket.isPaused()) socket.resume();
        if (isFlooding()) setTimeout(() => leave?.(), PAUSE_MS).unref();
        else setImmediate(() => leave?.());
      });
      if (!leave) socket.destroy();
      socket.once('close', () => {
        if (!isRead) leave?.();
      });
    },

    takeTurn,

    refuse(whose, answer) {
      if (refusals.spend(whose, 1) === 0) answer();
      else setTimeout(answer, SLOW_REFUSAL_MS);
    },
  };
}
