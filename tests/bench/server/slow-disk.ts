/**
 * A disk whose fsync takes 8 ms longer, by a library that is compiled and preloaded for the run: does the
 * event loop wait for it? Absent where there is no C compiler.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { withGenerator } from '../load/client.ts';
import type { Delivery } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { duet, naive, type Rival, withDirectory, withPeople } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { addLosses, measureDelivery } from './delivery.ts';

const FSYNC_DELAY_US = 8_000;
/** One insert after the other holds about a hundred a second on such a disk. */
const RATES = { gentle: 60, brisk: 300 };
const DELAY = z.object({ p50: z.number(), p99: z.number() });

export interface SlowDiskPoint {
  rival: string;
  rate: number;
  delivery: Delivery;
  /** Delay of the main thread's event loop while loaded, in ms. */
  loopDelay: z.infer<typeof DELAY>;
}

export function measureSlowDisk(plan: Plan): Promise<SlowDiskPoint[]> {
  return withDirectory(async (directory) => {
    const library = join(directory, 'slow-fsync.so');
    const source = join(import.meta.dirname, '../slow-fsync.c');
    const compiler = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source]);
    if (compiler.status !== 0) return [];
    const environment = { LD_PRELOAD: library, FSYNC_DELAY_US: String(FSYNC_DELAY_US) };
    return [
      await measure(naive, RATES.gentle, plan, environment),
      await measure(duet, RATES.gentle, plan, environment),
      await measure(duet, RATES.brisk, plan, environment),
    ];
  });
}

function measure(
  rival: Rival,
  rate: number,
  plan: Plan,
  environment: Record<string, string>,
): Promise<SlowDiskPoint> {
  logProgress(`slow disk, ${rate} messages a second: ${rival.name}`);
  const { messageBytes: bytes, warmUpSeconds, seconds } = plan;
  return withPeople(
    rival,
    2 * plan.pairs,
    ({ target, process }, people) =>
      withGenerator(async (generator) => {
        await generator.order({ type: 'meet', target, people }, 'done');
        const load = { type: 'open', rate, bytes, warmUpSeconds: 0 } as const;
        const before = await measureDelivery(generator, { ...load, seconds: warmUpSeconds });
        await process.ask('watch');
        const delivery = addLosses(await measureDelivery(generator, { ...load, seconds }), before);
        const loopDelay = DELAY.parse(await process.ask('read'));
        return { rival: rival.name, rate, delivery, loopDelay };
      }),
    environment,
  );
}
