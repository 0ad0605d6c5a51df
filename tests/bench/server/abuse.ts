/**
 * What others notice of abuse: deliveries at the plan's rate, first alone and then beside thousands of idle
 * connections and somebody who floods the server. With all limits on, as it is shipped; only those on
 * connections from one address are lifted, since everybody here comes from the same.
 */
import { withGenerator } from '../load/client.ts';
import type { Delivery, Flood } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { duet, withPeople } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';

export interface AbuseRound {
  alone: Delivery;
  beside: Delivery;
  flood: Flood;
}

/** People behind the idle connections. */
const IDLERS = 100;
/** Requests and events a second of the one who floods: hundreds of times what the limits allow. */
const FLOOD_RATE = 2_000;
const ENVIRONMENT = { RATE_LIMITS: 'on', CONNECTIONS_PER_ADDRESS: '100000' };

export async function measureAbuse(plan: Plan): Promise<AbuseRound[]> {
  const rounds: AbuseRound[] = [];
  for (let round = 0; round < plan.slowRounds; round += 1) {
    logProgress(`abuse, round ${round + 1} of ${plan.slowRounds}`);
    rounds.push(await measureRound(plan));
  }
  return rounds;
}

function measureRound(plan: Plan): Promise<AbuseRound> {
  const { rate, messageBytes: bytes, warmUpSeconds, seconds } = plan;
  const talkers = 2 * plan.pairs;
  return withPeople(
    duet,
    talkers + IDLERS + 1,
    async ({ target }, people) => {
      const [person, victim] = [people.at(-1), people[talkers]];
      if (!person || !victim) throw new Error('Nobody is there.');
      return withGenerator((generator) =>
        withGenerator(async (flooder) => {
          const load = { type: 'open', rate, bytes, warmUpSeconds, seconds } as const;
          const idlers = people.slice(talkers, -1);
          await generator.order({ type: 'meet', target, people: people.slice(0, talkers) }, 'done');
          const { delivery: alone } = await generator.order(load, 'delivery');
          await generator.order(
            { type: 'idle', people: idlers, count: plan.idleBesideAbuse },
            'done',
          );
          const flooding = flooder.order(
            {
              type: 'flood',
              target,
              person,
              victim,
              rate: FLOOD_RATE,
              seconds: warmUpSeconds + seconds,
            },
            'flood',
          );
          const { delivery: beside } = await generator.order(load, 'delivery');
          return { alone, beside, flood: (await flooding).flood };
        }),
      );
    },
    ENVIRONMENT,
  );
}
