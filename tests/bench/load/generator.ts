/** The load generator's process: takes one order at a time over the IPC channel and answers it. */

import { runClosedLoop, runOpenLoop } from './delivery-phases.ts';
import { connectAll, type Meeting, meet } from './meeting.ts';
import { type Answer, ORDER, type Order } from './orders.ts';
import { runStorm } from './storm.ts';

let meeting: Meeting | undefined;

process.on('disconnect', () => process.exit(1));
process.on('message', async (message) => {
  const answer = await carryOut(message).catch(
    (error: unknown): Answer => ({ type: 'failed', message: String(error) }),
  );
  process.send?.(answer);
});

async function carryOut(message: unknown): Promise<Answer> {
  const order = ORDER.parse(message);
  switch (order.type) {
    case 'meet':
      meeting = await meet(order.target, order.people);
      return { type: 'done' };
    case 'storm':
      return { type: 'storm', storm: await runStorm(order) };
    case 'idle':
      await idle(getMeeting(), order);
      return { type: 'done' };
    case 'closed':
      return { type: 'delivery', delivery: await runClosedLoop(getMeeting(), order) };
    case 'open':
      return { type: 'delivery', delivery: await runOpenLoop(getMeeting(), order) };
  }
}

async function idle(
  open: Meeting,
  { people, count }: Extract<Order, { type: 'idle' }>,
): Promise<void> {
  const newcomers = Array.from({ length: count }, (_, index) => people[index % people.length]);
  const present = newcomers.flatMap((person) => person ?? []);
  await connectAll(open.target, present, () => undefined, open.idle);
}

function getMeeting(): Meeting {
  if (!meeting) throw new Error('Nobody has met yet.');
  return meeting;
}
