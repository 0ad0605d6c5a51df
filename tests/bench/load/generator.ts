/** The load generator's process: takes one order at a time over the IPC channel and answers it. */
import { runClosedLoop, runOpenLoop } from './delivery-phases.ts';
import { connectAll, type Meeting, meet } from './meeting.ts';
import type { Delivery, Order, Storm } from './orders.ts';
import { runStorm } from './storm.ts';

let meeting: Meeting | undefined;

process.on('disconnect', () => process.exit(1));
process.on('message', async (order: Order) => {
  const answer = await carryOut(order).then(
    (result) => ({ result }),
    (error: unknown) => ({ failed: String(error) }),
  );
  process.send?.(answer);
});

async function carryOut(order: Order): Promise<Delivery | Storm | undefined> {
  switch (order.type) {
    case 'meet':
      meeting = await meet(order.target, order.people);
      return undefined;
    case 'storm':
      return runStorm(order);
    case 'idle': {
      const { target, idle } = getMeeting();
      const { people, count } = order;
      const newcomers = Array.from({ length: count }, (_, index) => people[index % people.length]);
      const present = newcomers.flatMap((person) => person ?? []);
      await connectAll(target, present, () => undefined, idle);
      return undefined;
    }
    case 'closed':
      return runClosedLoop(getMeeting(), order);
    case 'open':
      return runOpenLoop(getMeeting(), order);
  }
}

function getMeeting(): Meeting {
  if (!meeting) throw new Error('Nobody has met yet.');
  return meeting;
}
