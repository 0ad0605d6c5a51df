/**
 * What open connections cost: memory of each idle one, and what a delivery costs beside so many.
 * Memory is that of the server's process after collecting garbage; the kernel's buffers do not count.
 * The naive server is left out: its full list to everybody at each connect makes thousands unreachable.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { measureDelivery, withGenerator } from '../load/client.ts';
import type { Delivery } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { readMemory } from '../process-usage.ts';
import { duet, type Rival, type RunningServer, relay, withPeople } from '../rivals.ts';
import { measureInRounds } from '../run-quietly.ts';

interface ConnectionsRound {
  /** Of one more connection, between the fewest and the most, in bytes. */
  memoryEach: number;
  /** At the plan's rate, for each count of connections. */
  deliveries: Map<number, Delivery>;
}
export type Connections = Map<string, ConnectionsRound[]>;

const RIVALS = [relay, duet];
/** People who only listen; each has as many connections as it takes. */
const LISTENERS = 900;
/** Memory is steady when it shrinks by less than half a percent between two readings. */
const STEADY = 0.995;
const READINGS = 20;
const BETWEEN_READINGS_MS = 1_500;

export const measureConnections = (plan: Plan): Promise<Connections> =>
  measureInRounds('connections', RIVALS, plan.connectionRounds, (rival) =>
    measureRound(rival, plan),
  );

function measureRound(rival: Rival, plan: Plan): Promise<ConnectionsRound> {
  const { rate, messageBytes: bytes, warmUpSeconds, seconds } = plan;
  const talkers = 2 * plan.pairs;
  return withPeople(rival, talkers + LISTENERS, (server, people) =>
    withGenerator(async (generator) => {
      const { target } = server;
      await generator.order({ type: 'meet', target, people: people.slice(0, talkers) });
      const listeners = people.slice(talkers);
      const deliveries = new Map<number, Delivery>();
      const memory: Array<{ count: number; bytes: number }> = [];
      let count = talkers;
      for (const next of plan.connections) {
        await generator.order({ type: 'idle', people: listeners, count: next - count });
        count = next;
        await sleep(warmUpSeconds * 1_000);
        const load = { type: 'open', rate, bytes, warmUpSeconds, seconds } as const;
        deliveries.set(count, await measureDelivery(generator, load, plan.tries));
        memory.push({ count, bytes: await readSettledMemory(server) });
      }
      return { memoryEach: computeSlope(memory.slice(-2)), deliveries };
    }),
  );
}

/** A heap that grew in the rush of connecting is given back step by step. */
async function readSettledMemory({ process }: RunningServer): Promise<number> {
  let before = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading += 1) {
    await process.ask('collect');
    await sleep(BETWEEN_READINGS_MS);
    const now = readMemory(process.pid);
    if (now > before * STEADY) return now;
    before = now;
  }
  return before;
}

function computeSlope([less, more]: Array<{ count: number; bytes: number }>): number {
  if (!less || !more) return Number.NaN;
  return (more.bytes - less.bytes) / (more.count - less.count);
}
