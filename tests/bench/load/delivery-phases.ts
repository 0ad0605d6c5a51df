/** The two ways of loading a server with messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRandom } from '../../../server/seed/random.ts';
import { startMeter } from '../process-usage.ts';
import { quantile } from '../statistics.ts';
import { Ledger } from './ledger.ts';
import type { Meeting } from './meeting.ts';
import type { Delivery, Order } from './orders.ts';

type ClosedOrder = Extract<Order, { type: 'closed' }>;
type OpenOrder = Extract<Order, { type: 'open' }>;

/** More than any server of this kind delivers on one core. */
const MAX_PER_SECOND = 200_000;
const DRAIN_WITHIN_MS = 20_000;
const RETRY_AFTER_MS = 50;
/** Arrivals are the same for every rival. */
const SEED = '7';

/** A message's place in the window is free again when it is both accepted and received. */
export async function runClosedLoop(meeting: Meeting, order: ClosedOrder): Promise<Delivery> {
  const capacity = Math.ceil(MAX_PER_SECOND * (order.warmUpSeconds + order.seconds));
  const ledger = new Ledger(capacity);
  /** Pair of each message under way; the half-done ones stand in `halfDone`. */
  const pairOf = new Map<number, number>();
  const halfDone = new Set<number>();
  let isOpen = true;
  let refused = 0;

  const send = (pair: number) => {
    if (!isOpen) return;
    const number = ledger.issue();
    pairOf.set(number, pair);
    meeting.send(pair, number, order.bytes, (accepted) => {
      if (accepted) return advance(number);
      refused += 1;
      pairOf.delete(number);
      setTimeout(() => send(pair), RETRY_AFTER_MS);
    });
  };
  const advance = (number: number) => {
    if (!halfDone.delete(number)) {
      halfDone.add(number);
      return;
    }
    const pair = pairOf.get(number);
    if (pair === undefined) return;
    pairOf.delete(number);
    send(pair);
  };
  meeting.handleReceipt = (number) => {
    if (ledger.receive(number)) advance(number);
  };

  for (let place = 0; place < order.window; place += 1) {
    for (let pair = 0; pair < meeting.pairs; pair += 1) send(pair);
  }
  await sleep(order.warmUpSeconds * 1_000);
  const stopMeter = startMeter(meeting.target.pid);
  const from = performance.now();
  await sleep(order.seconds * 1_000);
  const until = performance.now();
  const usage = stopMeter();
  isOpen = false;
  return finish(ledger, { from, until, refused, lateP99: Number.NaN, usage });
}

export async function runOpenLoop(meeting: Meeting, order: OpenOrder): Promise<Delivery> {
  const random = makeRandom(SEED);
  const ledger = new Ledger(
    Math.ceil(order.rate * (order.warmUpSeconds + order.seconds) * 2) + 1_000,
  );
  const lateness: number[] = [];
  let refused = 0;
  meeting.handleReceipt = (number) => ledger.receive(number);
  const handleAck = (accepted: boolean) => {
    if (!accepted) refused += 1;
  };

  let due = performance.now();
  const sendUntil = async (end: number) => {
    while (performance.now() < end) {
      for (let now = performance.now(); due <= now && due < end; now = performance.now()) {
        lateness.push(now - due);
        const number = ledger.issue();
        meeting.send(ledger.sent % meeting.pairs, number, order.bytes, handleAck);
        due -= (Math.log(1 - random.next()) / order.rate) * 1_000;
      }
      await sleep(1);
    }
  };
  const from = due + order.warmUpSeconds * 1_000;
  const until = from + order.seconds * 1_000;
  await sendUntil(from);
  lateness.length = 0;
  const stopMeter = startMeter(meeting.target.pid);
  await sendUntil(until);
  const usage = stopMeter();
  const lateP99 = quantile(
    lateness.sort((a, b) => a - b),
    0.99,
  );
  return finish(ledger, { from, until, refused, lateP99, usage });
}

/** Waits for what is still under way; what does not come is lost. */
async function finish(
  ledger: Ledger,
  phase: { from: number; until: number } & Pick<Delivery, 'refused' | 'lateP99' | 'usage'>,
): Promise<Delivery> {
  const deadline = performance.now() + DRAIN_WITHIN_MS;
  while (ledger.missing > phase.refused && performance.now() < deadline) await sleep(50);
  // One that comes twice comes the second time soon after.
  await sleep(200);
  const { from, until, ...rest } = phase;
  return {
    ...ledger.measure(from, until),
    lost: Math.max(0, ledger.missing - rest.refused),
    doubled: ledger.doubled,
    ...rest,
  };
}
