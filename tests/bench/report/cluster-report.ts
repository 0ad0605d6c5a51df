/** One, two and three nodes beside each other. */
import { type ClusterFigures, FORMATIONS } from '../cluster/measure-cluster.ts';
import type { Plan } from '../options.ts';
import type { DeliveryRound } from '../server/deliveries.ts';
import { compare, summarize } from '../statistics.ts';
import { formatReading, formatTable } from './markdown.ts';
import { computeCpu } from './server-figures.ts';

export function describeCluster(figures: ClusterFigures, plan: Plan): string {
  const base = figures.get('one node') ?? [];
  const rows = FORMATIONS.map(({ name }) => describeRow(name, figures.get(name) ?? [], base));
  return `${plan.pairs} pairs, texts of ${plan.messageBytes} bytes, all on one machine: nodes, PostgreSQL, Redis and the
generator share its cores, so what more nodes deliver is not to be seen here, but what it costs is. CPU is that of
the nodes, PostgreSQL and Redis together, for 10,000 deliveries. "Apart": sender and receiver are on different nodes.

${formatTable(
  `formation | deliveries/s, full load | CPU ms, full load | against one node | p50 ms at ${plan.rate}/s | p99 ms at ${plan.rate}/s | CPU ms at ${plan.rate}/s | against one node`,
  rows,
)}`;
}

function describeRow(name: string, rounds: DeliveryRound[], base: DeliveryRound[]): string[] {
  const cpuOf = (which: 'open' | 'closed', of: DeliveryRound[]) =>
    of.map((round) => computeCpu(round[which]));
  const read = (values: number[]) => formatReading(summarize(values));
  const ratio = (which: 'open' | 'closed') =>
    formatReading(compare(cpuOf(which, rounds), cpuOf(which, base)), '×');
  return [
    name,
    read(rounds.map(({ closed }) => (closed.delivered / closed.usage.wallMs) * 1_000)),
    read(cpuOf('closed', rounds)),
    ratio('closed'),
    read(rounds.map(({ open }) => open.p50)),
    read(rounds.map(({ open }) => open.p99)),
    read(cpuOf('open', rounds)),
    ratio('open'),
  ];
}
