/** What everybody's coming online costs: the naive server's full lists, ours to plain clients, ours to our own. */

import { withGenerator } from '../load/client.ts';
import type { Storm } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { duet, duetOwnClient, naive, withPeople } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';

export type Storms = Map<string, Storm[]>;

const RIVALS = [naive, duet, duetOwnClient];

export async function measureStorms(plan: Plan): Promise<Storms> {
  const results: Storms = new Map(RIVALS.map(({ name }) => [name, []]));
  for (let round = 0; round < plan.slowRounds; round += 1) {
    const order = round % 2 === 0 ? RIVALS : RIVALS.toReversed();
    for (const rival of order) {
      logProgress(`storm, round ${round + 1} of ${plan.slowRounds}: ${rival.name}`);
      const answer = await withPeople(rival, plan.storm.people, ({ target }, people) =>
        withGenerator((generator) =>
          generator.order({ type: 'storm', target, people, seconds: plan.storm.seconds }, 'storm'),
        ),
      );
      results.get(rival.name)?.push(answer.storm);
    }
  }
  return results;
}
