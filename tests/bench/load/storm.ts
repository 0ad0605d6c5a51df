/** Many people come online within seconds: what it costs the server to tell everybody. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startMeter } from '../process-usage.ts';
import { type ChatSocket, connectSocket, isEvent } from './chat-socket.ts';
import type { Order, Storm } from './orders.ts';

/** A server may hold changes back while it is busy telling others. */
const SETTLE_WITHIN_MS = 90_000;
/** When everybody knows all, silence of this length ends the storm. */
const QUIET_MS = 1_500;
const FAILED_SETTLE_MS = 20_000;
const LOOK_EVERY_MS = 50;
const COMMA = 0x2c;
const ID = /[0-9a-f]{24}/g;

export async function runStorm(order: Extract<Order, { type: 'storm' }>): Promise<Storm> {
  const { target, people, seconds } = order;
  const sockets: ChatSocket[] = [];
  let frames = 0;
  let bytes = 0;
  let failed = 0;
  let lastFrameAt = performance.now();
  /** Whom each client knows to be online. */
  const knowledge = people.map(() => ({ ids: new Set<string>(), count: 0 }));

  const watch = (index: number) => (frame: Buffer) => {
    frames += 1;
    bytes += frame.length;
    lastFrameAt = performance.now();
    const known = knowledge[index];
    if (!known) return;
    const isList = isEvent(frame, 'getOnlineUsers');
    if (isList && !target.wantsExtras) known.count = countIds(frame);
    else if (isList || isEvent(frame, 'presence')) {
      for (const id of findIds(frame)) known.ids.add(id);
      known.count = known.ids.size;
    }
  };
  const isSettled = () => knowledge.every(({ count }) => count >= people.length);

  const stopMeter = startMeter(target.pid);
  const start = performance.now();
  const arrivals: Array<Promise<unknown>> = [];
  for (const [index, person] of people.entries()) {
    const wait = start + (index * seconds * 1_000) / people.length - performance.now();
    if (wait > 1) await sleep(wait);
    arrivals.push(
      connectSocket(target, person, watch(index)).then(
        (socket) => sockets.push(socket),
        () => {
          failed += 1;
        },
      ),
    );
  }
  await Promise.all(arrivals);
  // Who was turned away never comes, so nobody would ever know all.
  const deadline = performance.now() + (failed > 0 ? FAILED_SETTLE_MS : SETTLE_WITHIN_MS);
  let settledAt = Number.NaN;
  while (performance.now() < deadline) {
    if (Number.isNaN(settledAt) && isSettled()) settledAt = performance.now();
    if (settledAt && performance.now() > lastFrameAt + QUIET_MS) break;
    await sleep(LOOK_EVERY_MS);
  }
  const usage = stopMeter();
  for (const socket of sockets) socket.close();
  return { frames, bytes, failed, settledMs: settledAt - start, usage };
}

/** Of a frame `42["getOnlineUsers",["id","id"]]`. */
function countIds(frame: Buffer): number {
  let commas = 0;
  for (let at = frame.indexOf(COMMA); at >= 0; at = frame.indexOf(COMMA, at + 1)) commas += 1;
  return commas;
}

/** The people a frame names; in a storm nobody leaves. */
function findIds(frame: Buffer): string[] {
  return frame.toString('latin1').match(ID) ?? [];
}
