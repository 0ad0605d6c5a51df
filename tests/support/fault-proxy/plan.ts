/**
 * Which faults happen, drawn from a seed. Each stream (one call's method and path, one socket's events)
 * draws its own numbers, so that a seed gives a stream the same faults however the streams interleave.
 */
import { createHash } from 'node:crypto';
import type { Fault } from '../call-faults.ts';

/** Shares of calls or events that meet a fault, 0 to 1. What is left out does not happen. */
export interface Weather {
  /** Each call and each event waits a random part of this, in ms. */
  latencyMs?: number;
  /** Of the calls: done, but the answer never arrives. */
  lostAnswers?: number;
  /** Of the calls: the connection ends before the server hears of it. */
  cutCalls?: number;
  /** Of the calls: answered 500, not done. */
  errors?: number;
  /** Of the calls: answered 429 with `Retry-After`, not done. */
  refusals?: number;
  /** Of the calls: nobody can connect for `OUTAGE_MS`, and all connections end. */
  outages?: number;
  /** Of the events about messages: sent twice. */
  duplicates?: number;
  /** Of the events about messages: overtaken by the next one. */
  reorderings?: number;
  /** Of the events: the socket ends instead. */
  cutSockets?: number;
}

export const OUTAGE_MS = 600;
const RETRY_AFTER_S = 1;

export type EventFault = 'duplicate' | 'reorder' | 'cut' | undefined;

export interface FaultPlan {
  /** What a call meets; undefined: nothing. */
  drawCall(stream: string): Fault | { kind: 'outage' } | undefined;
  drawEvent(stream: string, isAboutMessages: boolean): EventFault;
  drawDelay(stream: string): number;
}

export function makeFaultPlan(seed: number, weather: Weather): FaultPlan {
  const positions = new Map<string, number>();

  /** The stream's next number, 0 to 1. */
  function draw(stream: string): number {
    const position = positions.get(stream) ?? 0;
    positions.set(stream, position + 1);
    const digest = createHash('sha256').update(`${seed} ${stream} ${position}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  }

  return {
    drawCall: (stream) =>
      choose(draw(stream), [
        [weather.lostAnswers, { kind: 'loseAnswer' }],
        [weather.cutCalls, { kind: 'cut' }],
        [weather.errors, { kind: 'status', status: 500 }],
        [weather.refusals, { kind: 'status', status: 429, retryAfterS: RETRY_AFTER_S }],
        [weather.outages, { kind: 'outage' }],
      ]),
    drawEvent: (stream, isAboutMessages) =>
      choose<EventFault>(draw(stream), [
        [weather.cutSockets, 'cut'],
        [isAboutMessages ? weather.duplicates : 0, 'duplicate'],
        [isAboutMessages ? weather.reorderings : 0, 'reorder'],
      ]),
    drawDelay: (stream) => (weather.latencyMs ?? 0) * draw(`delay of ${stream}`),
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
