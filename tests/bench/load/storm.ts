/** Many people come online within seconds: what it costs the server to tell everybody. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChatSocket, connectSocket, isEvent } from './chat-socket.ts';
import type { Order, Storm } from './orders.ts';
import { startMeter } from './usage-meter.ts';

const SETTLE_WITHIN_MS = 120_000;
/** Silence of this length ends the storm. */
const QUIET_MS = 1_500;
const COMMA = 0x2c;

export async function runStorm(order: Extract<Order, { type: 'storm' }>): Promise<Storm> {
  const { target, people, seconds } = order;
  const sockets: ChatSocket[] = [];
  let frames = 0;
  let bytes = 0;
  let failed = 0;
  let settledAt = Number.NaN;
  let lastFrameAt = performance.now();
  let knowingAll = 0;

  const watch = () => {
    let known = 0;
    return (frame: Buffer) => {
      frames += 1;
      bytes += frame.length;
      lastFrameAt = performance.now();
      if (known >= people.length) return;
      if (isEvent(frame, 'getOnlineUsers')) known = countIds(frame);
      else if (isEvent(frame, 'presence')) known += frame.indexOf('"online":true') >= 0 ? 1 : 0;
      if (known < people.length) return;
      knowingAll += 1;
      settledAt = lastFrameAt;
    };
  };

  const stopMeter = startMeter(target.pid);
  const start = performance.now();
  const arrivals: Array<Promise<unknown>> = [];
  for (const [index, person] of people.entries()) {
    const wait = start + (index * seconds * 1_000) / people.length - performance.now();
    if (wait > 1) await sleep(wait);
    arrivals.push(
      connectSocket(target, person, watch()).then(
        (socket) => sockets.push(socket),
        () => {
          failed += 1;
        },
      ),
    );
  }
  await Promise.all(arrivals);
  const deadline = performance.now() + SETTLE_WITHIN_MS;
  while (performance.now() < Math.min(deadline, lastFrameAt + QUIET_MS)) await sleep(100);
  const usage = stopMeter();
  for (const socket of sockets) socket.close();
  const isSettled = knowingAll === people.length;
  return { frames, bytes, failed, settledMs: isSettled ? settledAt - start : Number.NaN, usage };
}

/** Of a frame `42["getOnlineUsers",["id","id"]]`. */
function countIds(frame: Buffer): number {
  let commas = 0;
  for (let at = frame.indexOf(COMMA); at >= 0; at = frame.indexOf(COMMA, at + 1)) commas += 1;
  return commas;
}
