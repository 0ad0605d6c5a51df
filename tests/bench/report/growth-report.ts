/** How cost grows with the house: a table for the readers of numbers, curves for the plot. */
import type { Growth } from '../server/growth.ts';
import type { ServerFigures } from '../server/measure-server.ts';
import { median } from '../statistics.ts';
import type { Curve } from './growth-plot.ts';
import { formatBytes, formatNumber, formatTable } from './markdown.ts';
import { computeCpu } from './server-figures.ts';

export const PLOT_FILE = 'growth.svg';

export function describeGrowth({ messages, people }: Growth): string {
  return [
    `![Cost against size, both as multiples of the smallest](${PLOT_FILE})`,
    'Messages in one conversation, all seen. A page is the newest 50; the naive server knows no pages and answers all.',
    formatTable(
      [
        'server',
        'messages',
        'start ms',
        'page ms',
        'page bytes',
        'of a thousand, ms',
        'from the middle, ms',
        'CPU ms/10,000',
        'p99 ms',
      ],
      [...messages].flatMap(([name, points]) =>
        points.map((point) => [
          name,
          formatNumber(point.messages),
          formatNumber(median(point.startsMs)),
          formatNumber(point.page.ms),
          formatBytes(point.page.bytes),
          formatNumber(point.pageOfThousand.ms),
          formatNumber(point.middlePage?.ms ?? Number.NaN),
          formatNumber(computeCpu(point.sending)),
          formatNumber(point.sending.p99),
        ]),
      ),
    ),
    'People, each of whom has written to the reader of the list.',
    formatTable(
      [
        'server',
        'people',
        'list ms',
        'list bytes',
        'unchanged list ms',
        'answer',
        'CPU ms/10,000',
        'p99 ms',
      ],
      [...people].flatMap(([name, points]) =>
        points.map((point) => [
          name,
          formatNumber(point.people),
          formatNumber(point.list.ms),
          formatBytes(point.list.bytes),
          formatNumber(point.unchangedList?.ms ?? Number.NaN),
          point.unchangedList ? String(point.unchangedList.status) : '–',
          formatNumber(computeCpu(point.sending)),
          formatNumber(point.sending.p99),
        ]),
      ),
    ),
  ].join('\n\n');
}

export function listCurves({ growth, connections }: ServerFigures): Curve[] {
  const curves: Curve[] = [];
  for (const [name, points] of growth.messages) {
    const size = (point: (typeof points)[number]) => point.messages;
    add(
      curves,
      name,
      'page, by messages',
      points.map((point) => [size(point), point.page.ms]),
    );
    add(
      curves,
      name,
      'delivery CPU, by messages',
      points.map((point) => [size(point), computeCpu(point.sending)]),
    );
  }
  for (const [name, points] of growth.people) {
    add(
      curves,
      name,
      'list, by people',
      points.map((point) => [point.people, point.list.ms]),
    );
    add(
      curves,
      name,
      'delivery CPU, by people',
      points.map((point) => [point.people, computeCpu(point.sending)]),
    );
  }
  const rounds = connections.get('duet') ?? [];
  const counts = [...(rounds[0]?.deliveries.keys() ?? [])];
  add(
    curves,
    'duet',
    'delivery CPU, by connections',
    counts.map((count) => [
      count,
      median(rounds.flatMap(({ deliveries }) => deliveries.get(count) ?? []).map(computeCpu)),
    ]),
  );
  return curves;
}

function add(curves: Curve[], rival: string, what: string, values: Array<[number, number]>): void {
  const [first] = values;
  if (!first) return;
  const [size, cost] = first;
  const points = values.map(([x, y]) => ({ size: x / size, cost: y / cost }));
  curves.push({ name: `${rival}: ${what}`, isOurs: rival === 'duet', points });
}
