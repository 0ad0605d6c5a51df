/**
 * Slows clients that flood the server. What a connection costs until it is cut, and what a refusal costs, is paid by
 * waiting. One read may contain a thousand requests, which Node parses all. So as soon as a connection was cut, the others of
 * its network are read one in a turn of the event loop; after some cuts, only four new ones in a second are read. An
 * answer that refuses waits, and its connection with it. Others of the same network wait too, but are served.
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

/** Refusals per account or network that are answered at once; an honest client stops before it gets so many. */
const QUICK_REFUSALS = { units: 100, perMs: 60_000 };

const SLOW_REFUSAL_MS = 1_000;

export interface Floods {
  /** Follows a new connection of this address, and reads it later if the network floods. */
  follow(socket: Socket, address: string): void;
  /** A connection from this address was cut, since it sent too much. */
  countCut(address: string): void;
  /** Begins a request without a session: now, or in a later turn, so that the requests of others come in between. */
  beginFairly(address: string, begin: () => void): void;
  /** Calls `answer` with a refusal of this account or network: at once, or later if there were too many. */
  refuse(whose: string, answer: () => void): void;
}

export const NO_FLOODS: Floods = {
  follow() {},
  countCut() {},
  beginFairly: (_address, begin) => begin(),
  refuse: (_whose, answer) => answer(),
};

/** `now` is a clock that is never set back. */
export function createFloods(now: () => number): Floods {
  const cuts = createMemoryLimiter(CUTS, now);
  const refusals = createMemoryLimiter(QUICK_REFUSALS, now);
  /** Requests that wait for their turn, of each network that has begun one in this turn. */
  const waiting = new Map<string, Array<() => void>>();
  /** The widest network of each open connection that is read. */
  const open = new Map<Socket, string>();
  const slow = createGate({ atOnce: 1, waiting: WAITING });
  /** Connections that wait to be read, in order. */
  const paused = new Set<Socket>();

  function pause(socket: Socket): void {
    if (paused.size === 0) setImmediate(readNext);
    paused.add(socket);
    // Of a new connection, Node begins to read in this turn.
    process.nextTick(() => socket.pause());
  }

  function readNext(): void {
    const [socket] = paused;
    if (!socket) return;
    paused.delete(socket);
    socket.resume();
    if (paused.size > 0) setImmediate(readNext);
  }

  function beginFairly(address: string, begin: () => void): void {
    const network = toNetwork(address);
    const queue = waiting.get(network);
    if (queue) {
      queue.push(begin);
      return;
    }
    if (waiting.size === 0) setImmediate(beginNext);
    waiting.set(network, []);
    begin();
  }

  function beginNext(): void {
    for (const [network, queue] of waiting) {
      const begin = queue.shift();
      if (begin) begin();
      else waiting.delete(network);
    }
    if (waiting.size > 0) setImmediate(beginNext);
  }

  return {
    follow(socket, address) {
      const networks = listNetworks(address).map(({ network }) => network);
      const widest = networks.at(-1) ?? '';
      socket.once('close', () => {
        open.delete(socket);
        paused.delete(socket);
      });
      if (networks.every((network) => cuts.spend(network, 0) === 0)) {
        open.set(socket, widest);
        return;
      }
      process.nextTick(() => socket.pause());
      const leave = slow.enter(widest, () => {
        open.set(socket, widest);
        pause(socket);
        setTimeout(() => leave?.(), PAUSE_MS).unref();
      });
      if (!leave) socket.destroy();
      // One that was read holds its place until the pause is over.
      socket.prependOnceListener('close', () => {
        if (!open.has(socket)) leave?.();
      });
    },

    countCut(address) {
      const networks = listNetworks(address);
      for (const { network, times } of networks) cuts.charge(network, 1 / times);
      const widest = networks.at(-1)?.network;
      for (const [socket, network] of open) if (network === widest) pause(socket);
    },

    beginFairly,

    refuse(whose, answer) {
      if (refusals.spend(whose, 1) === 0) answer();
      else setTimeout(answer, SLOW_REFUSAL_MS);
    },
  };
}
