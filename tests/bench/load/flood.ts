/**
 * One person who does everything far too often: sends over HTTP, and tells of typing over a socket that is
 * opened again as soon as it is cut. Paced, because what it takes of the machine itself is not the server's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PREFIX, paths, pathTo, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import { type ChatSocket, connectSocket } from './chat-socket.ts';
import { HttpPool } from './http-pool.ts';
import type { Flood, Order } from './orders.ts';

type FloodOrder = Extract<Order, { type: 'flood' }>;

const BURST_EVERY_MS = 10;
/** Requests that wait for their answers; who sends without end keeps a bounded number of connections. */
const MAX_WAITING = 64;
/** Between two attempts to get a socket. */
const KNOCK_EVERY_MS = 100;

export async function runFlood(order: FloodOrder): Promise<Flood> {
  const { target, person, victim, rate, seconds } = order;
  const pool = new HttpPool(target.url);
  const flood: Flood = { accepted: 0, refused: 0, sockets: 0, events: 0 };
  const body = '{"text":"again"}';
  const request =
    `POST ${API_PREFIX}${pathTo(paths.send, victim.id)} HTTP/1.1\r\nhost: ${new URL(target.url).host}\r\n` +
    `${TOKEN_HEADER}: ${person.token}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`;
  const typing = JSON.stringify({ userId: victim.id });
  const end = performance.now() + seconds * 1_000;
  let waiting = 0;
  let socket: ChatSocket | undefined;

  const knock = async () => {
    while (performance.now() < end) {
      socket = await connectSocket(target, person, () => undefined).catch(() => undefined);
      if (socket) {
        flood.sockets += 1;
        await socket.closed;
        socket = undefined;
      }
      await sleep(KNOCK_EVERY_MS);
    }
  };
  const knocking = knock();
  while (performance.now() < end) {
    for (let count = 0; count < (rate * BURST_EVERY_MS) / 1_000; count += 1) {
      socket?.emit('typing', typing);
      if (socket) flood.events += 1;
      if (waiting >= MAX_WAITING) continue;
      waiting += 1;
      pool.send(request, (status) => {
        waiting -= 1;
        if (status === 200) flood.accepted += 1;
        else flood.refused += 1;
      });
    }
    await sleep(BURST_EVERY_MS);
  }
  socket?.close();
  await knocking;
  pool.close();
  return flood;
}
