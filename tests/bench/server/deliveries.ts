/**
 * Rivals under the same load, round by round: the closed loop for the most there is, then the open loop for latency.
 * In that order, since V8 still compiles a server's code after its first tens of thousands of requests, and a
 * write-ahead log that grows costs more to sync than one that is written over: at the plan's rate each would be
 * measured as it starts.
 */
import { type Generator, measureDelivery, withGenerator } from '../load/client.ts';
import type { Delivery, Person } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import {
  duet,
  duetAgain,
  duetOwnClient,
  httpRelay,
  naive,
  type Rival,
  relay,
  withPeople,
} from '../rivals.ts';
import { measureInRounds } from '../run-quietly.ts';

export interface DeliveryRound {
  /** At saturation. */
  closed: Delivery;
  /** At the plan's rate. */
  open: Delivery;
}

/** One list of rounds for each rival, by name. */
export type Deliveries = Map<string, DeliveryRound[]>;

const RIVALS = [relay, httpRelay, naive, duet, duetOwnClient, duetAgain];

export const measureDeliveries = (plan: Plan): Promise<Deliveries> =>
  measureInRounds('deliveries', RIVALS, plan.rounds, (rival) => measureRound(rival, plan));

/** `prepare` comes before people connect. */
export function measureRound(
  rival: Rival,
  plan: Plan,
  prepare?: (url: string, people: Person[]) => Promise<unknown>,
): Promise<DeliveryRound> {
  return withPeople(rival, 2 * plan.pairs, ({ target }, people) =>
    withGenerator(async (generator) => {
      await prepare?.(target.url, people);
      await generator.order({ type: 'meet', target, people });
      return measureLoads(generator, plan);
    }),
  );
}

export async function measureLoads(generator: Generator, plan: Plan): Promise<DeliveryRound> {
  const { rate, window, warmUpSeconds, fullLoadWarmUpSeconds, seconds, messageBytes: bytes } = plan;
  const full = { window, bytes, warmUpSeconds: fullLoadWarmUpSeconds, seconds };
  const steady = { rate, bytes, warmUpSeconds, seconds };
  return {
    closed: await measureDelivery(generator, { type: 'closed', ...full }, plan.tries),
    open: await measureDelivery(generator, { type: 'open', ...steady }, plan.tries),
  };
}
