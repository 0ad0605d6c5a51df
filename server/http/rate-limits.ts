/**
 * What calls cost and who pays. A call with a session is charged to its account, over all its devices; what comes
 * without one to the network it comes from. Costs that are known only afterwards are charged then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import { API_PREFIX } from '../../src/protocol/http.ts';
import { listNetworks, toNetwork } from '../domain/network.ts';
import type { Budgets } from '../limits/budgets.ts';
import { createGate, type Gate } from '../limits/gate.ts';
import { createMemoryLimiter, type Limiter, type MemoryLimiter } from '../limits/limiter.ts';
import { refuse } from '../limits/refusal.ts';
import { readSession } from './authenticate.ts';

type Hook = onRequestAsyncHookHandler | onRequestHookHandler;

/** Hooks for routes: each stands behind what its key needs, and before the body is read. */
export interface RateLimits {
  signIns: Hook[];
  sends: Hook[];
  /** A plain call: one unit. */
  calls: Hook[];
  /** A call that takes as much work as so many plain ones. */
  callsOf(cost: number): Hook[];
  /** A plain call that waits until few others of the account are under way. */
  reads: Hook[];
  searches: Hook[];
  /** Of the network, where no session is asked for. */
  files: Hook[];
  payForFile(request: FastifyRequest, bytes: number): void;
  /** Charges the account for a part of an answer. Resolves when the next may be read. */
  payForPart(request: FastifyRequest, bytes: number, signal: AbortSignal): Promise<void>;
  payForAnswer(request: FastifyRequest, answer: string | Buffer): void;
  /** Charges the account for what took so long elsewhere. */
  payForWork(request: FastifyRequest, ms: number): void;
}

/** Of the JSON as it is written, before it is compressed. */
const ANSWER_BYTES_PER_UNIT = 16 * 1024;
/** Read beside the event loop. */
const FILE_BYTES_PER_UNIT = 64 * 1024;
const BODY_BYTES_PER_UNIT = 64 * 1024;
/** A body may come without its length. */
const ASSUMED_BODY_BYTES = 1024 * 1024;
const MS_PER_UNIT = 4;
/** Work is slow, too, where others keep the server busy. */
const MOST_UNITS_OF_TIME = 50;

/**
 * Costly calls keep their place for half the time in which the budget gives back what they cost: then whoever has saved
 * up a whole minute cannot spend it at once. With four places that is eight times as fast as it comes back.
 */
const PAUSE_SHARE = 0.5;
const MOST_PAUSE_MS = 5_000;

/** Enough for fifty windows that come back at once. */
const WAITING_READS = 500;
/** Nobody types in more windows at a time. */
const WAITING_SEARCHES = 4;

/** After which somebody whose calls fill a gate may try again. */
const FULL_WAIT_MS = 1_000;

/** Refusals of an account or a network that are answered at once; a client that goes on in spite of them is no honest one. */
const QUICK_REFUSALS = { units: 100, perMs: 60_000 };

/** The others wait, and with them their connection, so that a flood of calls costs next to nothing. */
const SLOW_REFUSAL_MS = 1_000;

const byNetwork = (request: FastifyRequest) => toNetwork(request.address);
const byAccount = (request: FastifyRequest) => readSession(request).userId;

export function createRateLimits(
  { calls, callMs, sends, signIns, network }: Budgets,
  now: () => number,
): RateLimits {
  const quickRefusals = createMemoryLimiter(QUICK_REFUSALS, now);
  const reading = createGate({ atOnce: 4, waiting: WAITING_READS });
  const searching = createGate({ atOnce: 1, waiting: WAITING_SEARCHES });
  /** Ms that requests keep their place when they are answered. */
  const pauses = new WeakMap<FastifyRequest, number>();

  /** Resolves to the ms until a unit is left. An account in debt waits for no place. */
  async function charge(request: FastifyRequest, cost: number): Promise<number> {
    const account = byAccount(request);
    pauses.set(request, toPause(cost) + (pauses.get(request) ?? 0));
    const wait = await calls.charge(account, cost);
    if (wait > 0) {
      for (const gate of [reading, searching]) gate.refuseWaiting(account, refuse(wait));
    }
    return wait;
  }
  const toPause = (cost: number) => Math.min(cost * callMs * PAUSE_SHARE, MOST_PAUSE_MS);

  async function rejectWith(key: string, wait: number): Promise<never> {
    if (quickRefusals.spend(key, 1) > 0) await sleep(SLOW_REFUSAL_MS);
    throw refuse(wait);
  }

  function refuseDebtors(gate: Gate): onRequestAsyncHookHandler {
    return async (request) => {
      const account = byAccount(request);
      if (!gate.hasPlace(account)) await take(calls, account, 0);
    };
  }

  /** One that goes while it waits is not served. */
  function waitFor(gate: Gate): onRequestHookHandler {
    return (request, { raw: response }, done) => {
      if (response.closed) return;
      const account = byAccount(request);
      const leave = gate.enter(account, done);
      if (!leave) {
        rejectWith(account, FULL_WAIT_MS).catch(done);
        return;
      }
      response.once('close', () => {
        const pause = Math.min(pauses.get(request) ?? 0, MOST_PAUSE_MS);
        if (pause < 1) leave();
        else setTimeout(leave, pause).unref();
      });
    };
  }

  function spend(
    limiter: Limiter,
    readKey: (request: FastifyRequest) => string,
    readCost: (request: FastifyRequest) => number,
  ): onRequestAsyncHookHandler {
    return async (request) => {
      const cost = readCost(request);
      if (cost > 0) await take(limiter, readKey(request), cost);
    };
  }
  async function take(limiter: Limiter, key: string, cost: number): Promise<void> {
    const wait = await limiter.spend(key, cost);
    if (wait > 0) await rejectWith(key, wait);
  }
  const spendOnSignIn: onRequestAsyncHookHandler = async ({ address }) => {
    for (const { network, times } of listNetworks(address)) await take(signIns, network, 1 / times);
  };
  const callsOf = (cost: number) => [
    spend(calls, byAccount, (request) => cost + countBodyUnits(request)),
  ];
  const plainCalls = callsOf(1);
  // Charged when there is a place: what is under way has been paid for by then.
  const behind = (gate: Gate): Hook[] => [refuseDebtors(gate), waitFor(gate), ...plainCalls];

  return {
    signIns: [spendOnSignIn],
    sends: [spend(sends, byAccount, () => 1), spend(calls, byAccount, countBodyUnits)],
    calls: plainCalls,
    callsOf,
    reads: behind(reading),
    searches: behind(searching),
    files: [spend(network, byNetwork, () => 1)],

    payForFile(request, bytes) {
      network.charge(byNetwork(request), bytes / FILE_BYTES_PER_UNIT);
    },

    async payForPart(request, bytes, signal) {
      const cost = bytes / ANSWER_BYTES_PER_UNIT;
      const wait = await charge(request, cost);
      await sleep(Math.max(wait, toPause(cost)), undefined, { signal });
    },

    payForAnswer(request, answer) {
      const cost = Math.floor(Buffer.byteLength(answer) / ANSWER_BYTES_PER_UNIT);
      if (cost > 0) void charge(request, cost);
    },

    payForWork(request, ms) {
      void charge(request, Math.min(ms / MS_PER_UNIT, MOST_UNITS_OF_TIME));
    },
  };
}

/** Stands before what compresses answers. */
export function chargeLongAnswers(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (request.session && isWhole) limits.payForAnswer(request, payload);
    done(null, payload);
  });
}

/** Charges the network for all that is no call of the API: files, health checks, addresses of nothing. */
export function chargeNetworks(app: FastifyInstance, network: MemoryLimiter): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isCall = request.routeOptions.url?.startsWith(API_PREFIX) === true;
    const wait = isCall ? 0 : network.spend(byNetwork(request), 1);
    done(wait > 0 ? refuse(wait) : undefined);
  });
}

/** Aborts when the client has the answer, or has gone. */
export function signalClose({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.closed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Small bodies are part of the call. */
function countBodyUnits({ headers }: FastifyRequest): number {
  const isOfUnknownLength = headers['transfer-encoding'] !== undefined;
  const bytes = isOfUnknownLength ? ASSUMED_BODY_BYTES : Number(headers['content-length'] ?? 0);
  return Math.floor(bytes / BODY_BYTES_PER_UNIT);
}
