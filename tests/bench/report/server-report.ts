/** The server's figures as text. */
import type { Storm } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { DISTURBED_FROM_CORES } from '../run-quietly.ts';
import type { ServerFigures } from '../server/measure-server.ts';
import { compare, summarize } from '../statistics.ts';
import { describeGoals, listServerGoals } from './goals.ts';
import { formatBytes, formatNumber, formatReading, formatTable } from './markdown.ts';
import { compareLatency, computeCpu, readRival } from './server-figures.ts';

export function describeServer(figures: ServerFigures, plan: Plan): string {
  return [
    '### Goals',
    ...describeDisturbance(figures),
    describeGoals(listServerGoals(figures)),
    '### Noise',
    `The same server measured twice in each round; what differs less cannot be told from noise.`,
    describeNoise(figures),
    `### As fast as it goes`,
    `${plan.pairs} pairs with ${plan.window} messages of ${plan.messageBytes} bytes under way in each, measured after ${plan.fullLoadWarmUpSeconds} s of it. A delivery counts when the receiver has the frame; the next message is sent when this one is received and acknowledged. The relay passes on what comes over its sockets; the http relay answers the contract's call for each message and passes it on: both store and check nothing. CPU is user and system time of the server's process for 10,000 deliveries.`,
    describeClosed(figures),
    `### At ${plan.rate} messages a second`,
    'Measured after the full load, so of servers that are warm. Arrivals are random (Poisson) and the same for all. Time is from writing the request to having the frame. `held` is deliveries for each message sent; p99 is compared only in rounds in which both servers kept up.',
    describeOpen(figures),
    '### Everybody comes online',
    `${formatNumber(plan.storm.people)} people within ${plan.storm.seconds} s. The naive server sends the full list to everybody at each change. All come twice, the second time when all have left again: the figures are of the second time, except where they say otherwise.`,
    describeStorms(figures),
    '### Idle connections',
    'Memory is what each further connection adds to the server process, after collecting garbage. Deliveries go on between a hundred people beside connections that only listen.',
    describeConnections(figures, plan),
  ].join('\n\n');
}

/** What another program takes changes one rival more than the other, so a verdict is worth less then. */
function describeDisturbance(figures: ServerFigures): string[] {
  const others = [...figures.deliveries.keys()].map((name) => readRival(figures, name).others);
  const most = Math.max(...others);
  if (!(most > DISTURBED_FROM_CORES)) return [];
  return [
    `**Other programs kept up to ${formatNumber(most)} cores busy while deliveries were measured. The verdicts below are not to be relied on; measure again on a machine that is left alone.**`,
  ];
}

function describeNoise(figures: ServerFigures): string {
  const once = readRival(figures, 'duet');
  const again = readRival(figures, 'duet, again');
  const own = readRival(figures, 'duet, own client');
  return formatTable(
    'ratio, round by round | deliveries/s | CPU at saturation | p99 at the fixed rate',
    [
      ['duet, again / duet', again, once] as const,
      ['duet, own client / duet (adds idempotency keys)', own, once] as const,
    ].map(([name, left, right]) => [
      name,
      formatReading(compare(left.perSecond, right.perSecond)),
      formatReading(compare(left.cpu, right.cpu)),
      formatReading(compareLatency(left, right)),
    ]),
  );
}

function describeClosed(figures: ServerFigures): string {
  const naive = readRival(figures, 'naive');
  return formatTable(
    'server | deliveries/s, of naive | CPU, of naive | deliveries/s | CPU ms/10,000 | p50 ms | p99 ms | not within 20 s | twice | refused | others, cores',
    [...figures.deliveries.keys()].map((name) => {
      const rival = readRival(figures, name);
      return [
        name,
        formatReading(compare(rival.perSecond, naive.perSecond), '×'),
        formatReading(compare(rival.cpu, naive.cpu), '×'),
        formatReading(summarize(rival.perSecond)),
        formatReading(summarize(rival.cpu)),
        formatReading(summarize(rival.closedP50)),
        formatReading(summarize(rival.closedP99)),
        ...[rival.lost, rival.doubled, rival.refused].map(String),
        formatNumber(rival.others),
      ];
    }),
  );
}

function describeOpen(figures: ServerFigures): string {
  const naive = readRival(figures, 'naive');
  return formatTable(
    'server | p99, of naive | CPU, of naive | held | p50 ms | p99 ms | CPU ms/10,000 | generator late p99 ms',
    [...figures.deliveries.keys()].map((name) => {
      const rival = readRival(figures, name);
      return [
        name,
        formatReading(compareLatency(rival, naive), '×'),
        formatReading(compare(rival.openCpu, naive.openCpu), '×'),
        formatReading(summarize(rival.held)),
        formatReading(summarize(rival.openP50)),
        formatReading(summarize(rival.openP99)),
        formatReading(summarize(rival.openCpu)),
        formatReading(summarize(rival.lateP99)),
      ];
    }),
  );
}

function describeStorms({ storms }: ServerFigures): string {
  const cpuOf = (list: Storm[]) => list.map(({ usage }) => usage.serverCpuMs);
  const bytesOf = (list: Storm[]) => list.map(({ bytes }) => bytes);
  const read = (name: string) => {
    const rounds = storms.get(name) ?? [];
    return { first: rounds.map(({ first }) => first), again: rounds.map(({ again }) => again) };
  };
  const naive = read('naive');
  return formatTable(
    'server | CPU the first time, of naive | CPU, of naive | bytes, of naive | CPU ms the first time | CPU ms | frames | bytes | all know all, ms | failed',
    [...storms.keys()].map((name) => {
      const { first, again } = read(name);
      return [
        name,
        formatReading(compare(cpuOf(first), cpuOf(naive.first)), '×'),
        formatReading(compare(cpuOf(again), cpuOf(naive.again)), '×'),
        formatReading(compare(bytesOf(again), bytesOf(naive.again)), '×'),
        formatReading(summarize(cpuOf(first))),
        formatReading(summarize(cpuOf(again))),
        formatReading(summarize(again.map(({ frames }) => frames))),
        formatBytes(summarize(bytesOf(again)).middle),
        formatReading(summarize(again.map(({ settledMs }) => settledMs))),
        String([...first, ...again].reduce((total, { failed }) => total + failed, 0)),
      ];
    }),
  );
}

function describeConnections({ connections }: ServerFigures, plan: Plan): string {
  const relay = (connections.get('relay') ?? []).map(({ memoryEach }) => memoryEach);
  return formatTable(
    `server | memory, of the relay | KiB each${plan.connections.map((count) => ` | CPU ms/10,000 beside ${formatNumber(count)}`).join('')}`,
    [...connections].map(([name, rounds]) => {
      const memory = rounds.map(({ memoryEach }) => memoryEach);
      return [
        name,
        formatReading(compare(memory, relay), '×'),
        formatReading(summarize(memory.map((bytes) => bytes / 1_024))),
        ...plan.connections.map((count) => {
          const measured = rounds.flatMap(({ deliveries }) => deliveries.get(count) ?? []);
          return formatReading(summarize(measured.map(computeCpu)));
        }),
      ];
    }),
  );
}
