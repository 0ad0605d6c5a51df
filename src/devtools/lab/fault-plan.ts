/**
 * Draws faults from a seed. Each stream (one call's method and path, one socket's events) draws its own numbers, so
 * that a seed gives a stream the same faults in any order of streams.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hashText } from '../../lib/hash-text.ts';
import type { Weather } from './weather.ts';

export const OUTAGE_MS = 600;
const RETRY_AFTER_S = 1;

export type CallFault =
  /** Not carried out; answered with this status. */
  | { kind: 'status'; status: number; retryAfterS?: number }
  /** Not carried out; the connection ends without an answer. */
  | { kind: 'cut' }
  /** Carried out, but the connection ends without an answer. */
  | { kind: 'loseAnswer' }
  /** Not carried out; no connection is possible for `OUTAGE_MS`. */
  | { kind: 'outage' };

export const describeFault = (fault: { kind: string; status?: number }): string =>
  fault.status === undefined ? fault.kind : `${fault.kind} ${fault.status}`;

type EventFault = 'duplicate' | 'reorder' | 'cut' | undefined;

export interface FaultPlan {
  /** The fault of a call; undefined: none. */
  drawCall(stream: string): CallFault | undefined;
  drawEvent(stream: string, isAboutMessages: boolean): EventFault;
  /** In ms. */
  drawDelay(stream: string): number;
  /** Whether a write to the browser's storage is refused. */
  drawFullStorage(stream: string): boolean;
}

export function makeFaultPlan(seed: number, weather: Weather): FaultPlan {
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
    drawCall: (stream) =>
      choose<CallFault>(draw(stream), [
        [weather.lostAnswers, { kind: 'loseAnswer' }],
        [weather.cutCalls, { kind: 'cut' }],
        [weather.errors, { kind: 'status', status: 500 }],
        [weather.refusals, { kind: 'status', status: 429, retryAfterS: RETRY_AFTER_S }],
        [weather.expiries, { kind: 'status', status: 401 }],
        [weather.outages, { kind: 'outage' }],
      ]),
    drawEvent: (stream, isAboutMessages) =>
      choose<EventFault>(draw(stream), [
        [weather.cutSockets, 'cut'],
        [isAboutMessages ? weather.duplicates : 0, 'duplicate'],
        [isAboutMessages ? weather.reorderings : 0, 'reorder'],
      ]),
    drawDelay: (stream) => (weather.latencyMs ?? 0) * draw(`delay of ${stream}`),
    drawFullStorage: (stream) => draw(stream) < (weather.fullStorage ?? 0),
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
