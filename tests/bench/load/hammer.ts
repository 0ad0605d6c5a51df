/** One person who makes the same call again and again over many connections, and reads what comes. */
import { Agent, request as ask } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOKEN_HEADER } from '../../../src/protocol/http.ts';
import type { Flood, Order } from './orders.ts';

/** Refusals cost an attacker nothing: without a pause it would only measure how fast its own process is. */
const AFTER_REFUSAL_MS = 5;

export async function runHammer(order: Extract<Order, { type: 'hammer' }>): Promise<Flood> {
  const { url, method, path, body, person, connections, seconds } = order;
  const flood: Flood = { accepted: 0, refused: 0, sockets: 0, events: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = {
    [TOKEN_HEADER]: person.token,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const options = { agent, method, headers };
  const end = performance.now() + seconds * 1_000;
  const stop = AbortSignal.timeout(seconds * 1_000);

  const askOnce = () =>
    new Promise<number | undefined>((resolve) => {
      ask(`${url}${path}`, { ...options, signal: stop }, (answer) => {
        answer.resume();
        answer.once('close', () => resolve(answer.statusCode));
      })
        .once('error', () => resolve(undefined))
        .end(body);
    });
  async function hammer(): Promise<void> {
    while (performance.now() < end) {
      const status = await askOnce();
      if (status === 200) flood.accepted += 1;
      if (status === 429) flood.refused += 1;
      if (status !== 200) await sleep(AFTER_REFUSAL_MS);
    }
  }
  await Promise.all(Array.from({ length: connections }, hammer));
  agent.destroy();
  return flood;
}
