/** A thread of people who are connected and say nothing, and who come back by the app's rules when they are cut. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { connectSocket } from '../bench/load/chat-socket.ts';
import type { Person, Target } from '../bench/load/orders.ts';

const { url, people }: { url: string; people: Person[] } = workerData;
const target: Target = { kind: 'contract', url, pid: 0, sendsKeys: true, wantsExtras: true };

let connected = 0;
const tell = (change: number) => {
  connected += change;
  parentPort?.postMessage(connected);
};

async function stay(person: Person): Promise<void> {
  for (;;) {
    const socket = await connectSocket(target, person, () => {}).catch(() => undefined);
    if (socket) {
      tell(1);
      await socket.closed;
      tell(-1);
    }
    await sleep(500 + Math.random() * 2_000);
  }
}

for (const [index, person] of people.entries()) {
  if (index % 50 === 0) await sleep(20);
  void stay(person);
}
