/** What a delivery costs in a house as it is, at the plan's rate; and how often a call is worth timing. */
import { withGenerator } from '../load/client.ts';
import type { Delivery, Person } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import type { RunningServer } from '../rivals.ts';
import { measureDelivery } from './delivery.ts';

export function measureSending(
  server: RunningServer,
  people: Person[],
  plan: Plan,
): Promise<Delivery> {
  return withGenerator(async (generator) => {
    await generator.order({ type: 'meet', target: server.target, people }, 'done');
    const { rate, messageBytes: bytes, warmUpSeconds, seconds } = plan;
    const load = { type: 'open', rate, bytes, warmUpSeconds, seconds } as const;
    return measureDelivery(generator, load, plan.tries);
  });
}
