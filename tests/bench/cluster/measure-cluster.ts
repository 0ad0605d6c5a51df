/** The same load on one, two and three nodes, with the pairs on one node or on two. */
import { join } from 'node:path';
import { startProcess } from '../child-process.ts';
import { withGenerator } from '../load/client.ts';
import type { Target } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { measureInRounds } from '../run-quietly.ts';
import { type DeliveryRound, measureLoads } from '../server/deliveries.ts';
import type { Started } from './cluster-process.ts';

export interface Formation {
  name: string;
  nodes: number;
  hasRedis: boolean;
  isApart: boolean;
}

export const FORMATIONS: readonly Formation[] = [
  { name: 'one node, without Redis', nodes: 1, hasRedis: false, isApart: false },
  { name: 'one node', nodes: 1, hasRedis: true, isApart: false },
  { name: 'two nodes, pairs together', nodes: 2, hasRedis: true, isApart: false },
  { name: 'two nodes, pairs apart', nodes: 2, hasRedis: true, isApart: true },
  { name: 'three nodes, pairs together', nodes: 3, hasRedis: true, isApart: false },
  { name: 'three nodes, pairs apart', nodes: 3, hasRedis: true, isApart: true },
];

/** One list of rounds for each formation, by name. */
export type ClusterFigures = Map<string, DeliveryRound[]>;

export const measureCluster = (plan: Plan): Promise<ClusterFigures> =>
  measureInRounds('cluster', FORMATIONS, plan.slowRounds, (one) => measureFormation(one, plan));

async function measureFormation(formation: Formation, plan: Plan): Promise<DeliveryRound> {
  const { nodes, hasRedis, isApart } = formation;
  const cluster = startProcess(join(import.meta.dirname, 'cluster-process.ts'));
  try {
    const question = { nodes, hasRedis, people: 2 * plan.pairs };
    const { urls, people } = await cluster.ask<Started>(question);
    const [url = '', ...otherUrls] = urls;
    const target: Target = {
      ...{ kind: 'contract', sendsKeys: true, wantsExtras: true },
      ...{ url, otherUrls, isApart, pid: cluster.pid },
    };
    return await withGenerator(async (generator) => {
      await generator.order({ type: 'meet', target, people });
      return measureLoads(generator, plan);
    });
  } finally {
    await cluster.stop();
  }
}
