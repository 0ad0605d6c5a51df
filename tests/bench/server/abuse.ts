/**
 * What others notice of abuse: deliveries at the plan's rate, first alone and then beside thousands of idle
 * connections and somebody who floods the server. With all limits on, as it is shipped; only those on
 * connections from one address are lifted, since everybody here comes from the same. Before both the server is
 * warmed up, or what comes first would be measured as it starts.
 */
import { withGenerator } from '../load/client.ts';
import type { Delivery, Flood } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { duet, withPeople } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { addLosses, measureDelivery } from './delivery.ts';

export interface AbuseRound {
  alone: Delivery;
  beside: Delivery;
  flood: Flood;
}

/** People behind the idle connections. */
const IDLERS = 100;
/** Requests and events a second of the one who floods: hundreds of times what the limits allow. */
const FLOOD_RATE = 2_000;
/** Messages a second to warm up with: a full load would meet the limits, and so would what is measured after it. */
const WARM_UP_RATE = 3_000;
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
  const { rate, messageBytes: bytes, warmUpSeconds, fullLoadWarmUpSeconds, seconds } = plan;
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
          const hard = { warmUpSeconds: 0, seconds: fullLoadWarmUpSeconds, rate: WARM_UP_RATE };
          const idlers = people.slice(talkers, -1);
          await generator.order({ type: 'meet', target, people: people.slice(0, talkers) }, 'done');
          const warmUp = await measureDelivery(generator, { ...load, ...hard });
          const alone = addLosses(await measureDelivery(generator, load), warmUp);
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
          const beside = await measureDelivery(generator, load);
          return { alone, beside, flood: (await flooding).flood };
        }),
      );
    },
    ENVIRONMENT,
  );
}
