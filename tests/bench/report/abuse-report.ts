/** The figures of attacks as text. */
import type { MemoryAttack } from '../../support/memory-attack.ts';
import type { CostlyReads } from '../server/costly-reads.ts';
import { formatNumber, formatTable } from './markdown.ts';

export function describeAbuse(costlyReads: readonly CostlyReads[], memory: MemoryAttack): string {
  return [
    '### Beside one account that asks too much',
    'Sixteen others exchange 150 messages a second, while one person asks for the same thing over 20 connections as fast as the answers come. In the control that person asks a server that only answers 429. All limits are on, and the attack begins with the warm-up. p50 may be 3 times that of the control, p99 8 times.',
    formatTable(
      [
        'one person asks for',
        'control p50 ms',
        'p99 ms',
        'beside p50 ms',
        'p99 ms',
        'times',
        'answered',
        '429',
      ],
      costlyReads.map(({ kind, control, beside, flood }) => [
        kind,
        ...[control.p50, control.p99, beside.p50, beside.p99].map((ms) => ms.toFixed(1)),
        `${(beside.p50 / control.p50).toFixed(1)}, ${(beside.p99 / control.p99).toFixed(1)}`,
        formatNumber(flood.accepted),
        formatNumber(flood.refused),
      ]),
    ),
    '### Memory under a thousand connections',
    'From 250 accounts: answers that are not read, uploads that do not end, and windows that do not read while others write to them, for a minute. The growth may be 512 MB.',
    formatTable(
      ['idle MB', 'at most MB', 'growth MB'],
      [[memory.idle, memory.peak, memory.peak - memory.idle].map(toMegabytes)],
    ),
  ].join('\n\n');
}

const toMegabytes = (bytes: number): string => formatNumber(Math.round(bytes / 1024 / 1024));
