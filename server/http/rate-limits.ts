/**
 * What calls cost and who pays. A call with a session is charged to its account, over all devices; other calls to the
 * network of the client. Costs that are known only afterwards are charged then.
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
import { tooMany } from '../domain/errors.ts';
import { listNetworks, toNetwork } from '../domain/known-places.ts';
import type { Payer } from '../domain/ports/reader.ts';
import type { Credentials } from '../domain/ports/sessions.ts';
import type { Budgets } from '../limits/budgets.ts';
import type { Floods } from '../limits/floods.ts';
import { createGate, type Gate } from '../limits/gate.ts';
import type { Limiter, MemoryLimiter } from '../limits/limiter.ts';
import type { Presenter } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import { countBodyUnits } from './bodies.ts';
import type { Reservations } from './reservations.ts';

type Hook = onRequestAsyncHookHandler | onRequestHookHandler;

export type RateLimits = ReturnType<typeof createRateLimits>;

/** Bytes of an answer's JSON, before compression, for one unit. */
const ANSWER_BYTES_PER_UNIT = 16 * 1024;
/** Bytes of a file, which is read outside the event loop, for one unit. */
const FILE_BYTES_PER_UNIT = 64 * 1024;
const MS_PER_UNIT = 4;
/** A call may also be slow because others keep the server busy. */
const MOST_UNITS_OF_TIME = 50;

/**
 * Expensive calls keep their place for half the time in which the budget regains their cost, so nobody can spend a
 * saved minute at once. With four places, that is eight times as fast as the budget regains.
 */
const PAUSE_SHARE = 0.5;
const MOST_PAUSE_MS = 5_000;

/** Reads of an account that may wait: enough for fifty windows that reconnect at once. */
const WAITING_READS = 500;
/** Searches of an account that may wait: nobody types in more windows at the same time. */
const WAITING_SEARCHES = 4;

/** When a client whose calls fill a gate may retry. */
const FULL_WAIT_MS = 1_000;

const byNetwork = (request: FastifyRequest) => toNetwork(request.address);
const byAccount = (request: FastifyRequest) => readSession(request).userId;

/** Hooks for routes; each runs after the hooks that it needs, and before the body is read. */
export function createRateLimits(
  { calls, callMs, sends, signIns, network }: Budgets,
  floods: Floods,
  authenticate: onRequestHookHandler,
) {
  const reading = createGate({ atOnce: 4, waiting: WAITING_READS });
  const searching = createGate({ atOnce: 1, waiting: WAITING_SEARCHES });
  /** Ms for which requests keep their place after the answer. */
  const pauses = new WeakMap<FastifyRequest, number>();

  /** Returns the ms until a unit is left. */
  function charge(request: FastifyRequest, cost: number): number | Promise<number> {
    pauses.set(request, toPause(cost) + (pauses.get(request) ?? 0));
    return calls.charge(byAccount(request), cost);
  }
  const toPause = (cost: number) => Math.min(cost * callMs * PAUSE_SHARE, MOST_PAUSE_MS);

  /** A request whose client leaves while it waits is not served. */
  function waitFor(gate: Gate): onRequestHookHandler {
    return (request, { raw: response }, done) => {
      if (response.closed) return;
      const leave = gate.enter(byAccount(request), done);
      if (!leave) return done(tooMany(FULL_WAIT_MS));
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
  ): onRequestHookHandler {
    return (request, _reply, done) => {
      const cost = readCost(request);
      const wait = cost > 0 ? limiter.spend(readKey(request), cost) : 0;
      const end = (ms: number) => done(ms > 0 ? tooMany(ms) : undefined);
      // Without Redis no request waits for a promise.
      if (typeof wait === 'number') end(wait);
      else wait.then(end, done);
    };
  }
  const spendOnSignIn: onRequestAsyncHookHandler = async ({ address }) => {
    for (const { network, times } of listNetworks(address)) {
      const wait = await signIns.spend(network, 1 / times);
      if (wait > 0) throw tooMany(wait);
    }
  };
  const spendCalls = (cost: number) =>
    spend(calls, byAccount, (request) => cost + countBodyUnits(request));
  const callsOf = (cost: number): Hook[] => [authenticate, spendCalls(cost)];
  // Charged when a place is free: all earlier calls have been charged by then.
  const behind = (gate: Gate): Hook[] => [authenticate, waitFor(gate), spendCalls(1)];

  return {
    signIns: [spendOnSignIn],
    sends: [authenticate, spend(sends, byAccount, () => 1), spendCalls(0)],
    calls: callsOf(1),
    callsOf,
    /** A plain call that waits while too many others of the account are in progress. */
    reads: behind(reading),
    searches: behind(searching),
    /** Charged to the network, for routes without a session. */
    files: [
      spend(network, byNetwork, () => 1),
      (request, _reply, done) => floods.beginFairly(request.address, done),
    ] satisfies Hook[],

    payForFile(request: FastifyRequest, bytes: number): void {
      network.charge(byNetwork(request), bytes / FILE_BYTES_PER_UNIT);
    },

    /** Charges the account for a part of an answer. Resolves when the next part may be read. */
    async payForPart(request: FastifyRequest, bytes: number, signal: AbortSignal): Promise<void> {
      const cost = bytes / ANSWER_BYTES_PER_UNIT;
      const wait = await charge(request, cost);
      await sleep(Math.max(wait, toPause(cost)), undefined, { signal });
    },

    payForAnswer(request: FastifyRequest, bytes: number): void {
      const cost = Math.floor(bytes / ANSWER_BYTES_PER_UNIT);
      if (cost > 0) void charge(request, cost);
    },

    /** Charges the account for work done elsewhere. */
    payerOf: (request: FastifyRequest, reply: FastifyReply): Payer => ({
      signal: signalClose(reply),
      pay: (ms) => void charge(request, Math.min(ms / MS_PER_UNIT, MOST_UNITS_OF_TIME)),
    }),
  };
}

/** Charges the network for all requests outside the API: files, health checks, unknown addresses. */
export function chargeNetworks(app: FastifyInstance, network: MemoryLimiter, floods: Floods): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isCall = request.routeOptions.url?.startsWith(API_PREFIX) === true;
    if (isCall) return done();
    const wait = network.spend(byNetwork(request), 1 + countBodyUnits(request));
    if (wait > 0) done(tooMany(wait));
    else floods.beginFairly(request.address, done);
  });
}

/**
 * Delays refusals if there are many: for an account only those of its rate, since its other calls are paid; for
 * strangers all.
 */
export function slowRefusals(app: FastifyInstance, floods: Floods): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { statusCode: status } = reply;
    const { session } = request;
    const isRefusal = session ? status === 429 : status >= 400 && status < 500;
    if (!isRefusal) return done(null, payload);
    floods.refuse(session?.userId ?? byNetwork(request), () => done(null, payload));
  });
}

/** Aborted when the answer is sent, or the client has left. */
export function signalClose({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.closed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/** What the routes of the API share. */
export interface RouteContext extends Reservations {
  presenter: Presenter;
  /** Rejects if the session of a request has ended since then. */
  checkSession: (request: FastifyRequest) => Promise<unknown>;
  limits: RateLimits;
  pictureBodyBytes: number;
  makeTicket: Credentials['makeTicket'];
  isHttps: boolean;
}

export interface WithUserId {
  Params: { userId: string };
}
