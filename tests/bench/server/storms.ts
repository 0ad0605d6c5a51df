/**
 * What everybody's coming online costs: the naive server's full lists, ours to plain clients, ours to our own.
 * Everybody comes twice: a server that has just started runs code that is not compiled yet, on memory that the
 * kernel has not handed out before.
 */
import { withGenerator } from '../load/client.ts';
import type { Storm } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { duet, duetOwnClient, naive, type Rival, withPeople } from '../rivals.ts';
import { measureInRounds, retryWhenDisturbed, waitUntilIdle } from '../run-quietly.ts';

interface StormRound {
  /** Of a server that has just started. */
  first: Storm;
  /** When all had left again. */
  again: Storm;
}

export type Storms = Map<string, StormRound[]>;

const RIVALS = [naive, duet, duetOwnClient];

export const measureStorms = (plan: Plan): Promise<Storms> =>
  measureInRounds('storm', RIVALS, plan.slowRounds, (rival) => measureRound(rival, plan));

function measureRound(rival: Rival, plan: Plan): Promise<StormRound> {
  const { people: count, seconds } = plan.storm;
  return withPeople(rival, count, async ({ target }, people) => {
    const storm = () =>
      withGenerator((generator) => generator.order({ type: 'storm', target, people, seconds }));
    const first = await storm();
    const again = await retryWhenDisturbed(plan.tries, async () => {
      await waitUntilIdle(target.pid);
      return storm();
    });
    return { first, again };
  });
}
