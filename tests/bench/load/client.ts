/** The load generator as the benchmark sees it: a process that carries out orders. */
import { join } from 'node:path';
import { startProcess } from '../child-process.ts';
import { retryWhenDisturbed } from '../run-quietly.ts';
import type { Delivery, LoadOrder, Order, ResultOf } from './orders.ts';

export interface Generator {
  /** Rejects when the order could not be carried out. */
  order<Given extends Order>(order: Given): Promise<ResultOf<Given>>;
}

export async function withGenerator<Result>(
  use: (generator: Generator) => Promise<Result>,
): Promise<Result> {
  const generator = startProcess(join(import.meta.dirname, 'generator.ts'));
  try {
    return await use({
      async order<Given extends Order>(order: Given) {
        const answer = await generator.ask<{ result: ResultOf<Given>; failed?: string }>(order);
        if (answer.failed !== undefined) throw new Error(answer.failed);
        return answer.result;
      },
    });
  } finally {
    await generator.stop();
  }
}

/** The quietest of at most so many tries, with the losses of all: a server that loses messages loses them in each. */
export async function measureDelivery(
  generator: Generator,
  load: LoadOrder,
  tries = 1,
): Promise<Delivery> {
  const all: Delivery[] = [];
  const quietest = await retryWhenDisturbed(tries, async () => {
    const delivery = await generator.order(load);
    all.push(delivery);
    return delivery;
  });
  const sum = (what: 'lost' | 'doubled') => all.reduce((total, each) => total + each[what], 0);
  return { ...quietest, lost: sum('lost'), doubled: sum('doubled') };
}
