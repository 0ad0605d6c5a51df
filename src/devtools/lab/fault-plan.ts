/**
 * The faults of the lab: which there are, their form in an address, so that a bug report can be reproduced, and how they
 * are drawn from a seed. Each stream (one call's method and path, one socket's events) draws its own numbers, so that a
 * seed gives a stream the same faults in any order of streams.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hashText } from '../../lib/hash-text.ts';

/** In the order of the panel and of an address. All but the first are shares of calls, events or writes, 0 to 1. */
export const FAULT_NAMES = [
  // Each call and event is delayed by a random part of it.
  'latencyMs',
  // Calls: carried out, but the answer is lost.
  'lostAnswers',
  // Calls: the connection ends before the server gets the call.
  'cutCalls',
  // Calls: answered 500, 429 with `Retry-After`, 401; not carried out.
  'errors',
  'refusals',
  'expiries',
  // Calls: no connection is possible for a while, and all connections end.
  'outages',
  // Events about messages: emitted twice; overtaken by the next one.
  'duplicates',
  'reorderings',
  // Events: the socket ends instead.
  'cutSockets',
  // Writes to the browser's storage: refused, as on a full disk.
  'fullStorage',
] as const;

type FaultName = (typeof FAULT_NAMES)[number];

/** Missing ones are 0. */
export type Faults = Partial<Record<FaultName, number>>;

/** What an address says. */
export interface FaultLink {
  faults: Faults;
  /** The same seed gives the same faults. */
  seed: number;
}

/** Networks that many know. */
export const PRESETS = {
  train: { latencyMs: 900, lostAnswers: 0.05, cutCalls: 0.05, outages: 0.05, cutSockets: 0.03 },
  lift: { latencyMs: 300, outages: 0.3, cutSockets: 0.1 },
  hotel: { latencyMs: 3_000, lostAnswers: 0.05, errors: 0.05, refusals: 0.05, reorderings: 0.2 },
} as const satisfies Record<string, Faults>;

const PREFIX = '#lab?';

/** The highest value of each: ms of latency; 1 for the others. */
export const maxOf = (name: FaultName): number => (name === 'latencyMs' ? 60_000 : 1);

/** Undefined if the address contains none. Invalid values are ignored. */
export function readFaults(hash: string): FaultLink | undefined {
  if (!hash.startsWith(PREFIX)) return undefined;
  const params = new URLSearchParams(hash.slice(PREFIX.length));
  const faults: Faults = {};
  for (const name of FAULT_NAMES) {
    const value = Number(params.get(name) ?? 0);
    if (value > 0 && value <= maxOf(name)) faults[name] = value;
  }
  const seed = Number(params.get('seed') ?? 0);
  return { faults, seed: Number.isSafeInteger(seed) ? seed : 0 };
}

export function writeFaults({ faults, seed }: FaultLink): string {
  const params = new URLSearchParams({ seed: String(seed) });
  for (const name of FAULT_NAMES) {
    const value = faults[name];
    if (value) params.set(name, String(value));
  }
  return `${PREFIX}${params}`;
}

export const OUTAGE_MS = 600;
const RETRY_AFTER_S = 1;

export type CallFault =
  | { kind: 'status'; status: number; retryAfterS?: number }
  | { kind: 'cut' }
  /** Carried out, but the connection ends without an answer. */
  | { kind: 'loseAnswer' }
  /** Not carried out; no connection is possible for `OUTAGE_MS`. */
  | { kind: 'outage' };

export const describeFault = (fault: { kind: string; status?: number }): string =>
  fault.status === undefined ? fault.kind : `${fault.kind} ${fault.status}`;

type EventFault = 'duplicate' | 'reorder' | 'cut' | undefined;

export type FaultPlan = ReturnType<typeof makeFaultPlan>;

export function makeFaultPlan(seed: number, faults: Faults) {
  const generators = new Map<string, ReturnType<typeof xoroshiro128plus>>();

  /** The stream's next number, from 0 to 1. */
  function draw(stream: string): number {
    let generator = generators.get(stream);
    if (!generator) {
      generator = xoroshiro128plus(hashText(`${seed} ${stream}`));
      generators.set(stream, generator);
    }
    return uniformFloat64(generator);
  }

  return {
    /** The fault of a call; undefined: none. */
    drawCall: (stream: string): CallFault | undefined =>
      choose<CallFault>(draw(stream), [
        [faults.lostAnswers, { kind: 'loseAnswer' }],
        [faults.cutCalls, { kind: 'cut' }],
        [faults.errors, { kind: 'status', status: 500 }],
        [faults.refusals, { kind: 'status', status: 429, retryAfterS: RETRY_AFTER_S }],
        [faults.expiries, { kind: 'status', status: 401 }],
        [faults.outages, { kind: 'outage' }],
      ]),
    drawEvent: (stream: string, isAboutMessages: boolean): EventFault =>
      choose<EventFault>(draw(stream), [
        [faults.cutSockets, 'cut'],
        [isAboutMessages ? faults.duplicates : 0, 'duplicate'],
        [isAboutMessages ? faults.reorderings : 0, 'reorder'],
      ]),
    /** In ms. */
    drawDelay: (stream: string): number => (faults.latencyMs ?? 0) * draw(`delay of ${stream}`),
    /** Whether a write to the browser's storage is refused. */
    drawFullStorage: (stream: string): boolean => draw(stream) < (faults.fullStorage ?? 0),
  };
}

function choose<Outcome>(
  drawn: number,
  shares: ReadonlyArray<readonly [number | undefined, Outcome]>,
): Outcome | undefined {
  let upTo = 0;
  for (const [share = 0, outcome] of shares) {
    upTo += share;
    if (drawn < upTo) return outcome;
  }
  return undefined;
}
