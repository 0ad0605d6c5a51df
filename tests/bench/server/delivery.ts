/**
 * One load, measured. What it lost or delivered twice is kept in sight, whatever becomes of its other figures: a try
 * that others disturbed is not what is told of the speed, and a server that loses messages then loses them all the same.
 */
import type { Generator } from '../load/client.ts';
import type { Delivery, Order } from '../load/orders.ts';
import { retryWhenDisturbed } from '../run-quietly.ts';

type Load = Extract<Order, { type: 'open' | 'closed' }>;

/** The quietest of at most so many tries, with the losses of all. */
export async function measureDelivery(
  generator: Generator,
  load: Load,
  tries = 1,
): Promise<Delivery> {
  const all: Delivery[] = [];
  const quietest = await retryWhenDisturbed(tries, async () => {
    const { delivery } = await generator.order(load, 'delivery');
    all.push(delivery);
    return delivery;
  });
  return all.filter((each) => each !== quietest).reduce(addLosses, quietest);
}

/** `delivery` with what was lost in another besides, such as the one that warmed the server up for it. */
export function addLosses(delivery: Delivery, { lost, doubled }: Delivery): Delivery {
  return { ...delivery, lost: delivery.lost + lost, doubled: delivery.doubled + doubled };
}
