/** Calls one after the other on one connection: what a single reader waits for. */
import { API_PREFIX, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import { HttpPool } from '../load/http-pool.ts';
import type { Person } from '../load/orders.ts';
import { median } from '../statistics.ts';

export interface Call {
  /** Below the API's prefix. */
  path: string;
  as: Person;
  headers?: Record<string, string>;
}

export interface TimedCall {
  ms: number;
  status: number;
  bytes: number;
}

/**
 * Makes each call `times` times and answers the medians. The calls take turns, so that whatever disturbs
 * the machine disturbs them alike. The first turn is not counted.
 */
export async function timeCalls(url: string, calls: Call[], times: number): Promise<TimedCall[]> {
  const pool = new HttpPool(url);
  const taken = calls.map((): TimedCall[] => []);
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [index, call] of calls.entries()) {
      const result = await timeCall(pool, url, call);
      if (turn > 0) taken[index]?.push(result);
    }
  }
  pool.close();
  return taken.map((results) => {
    const last = results.at(-1) ?? { status: 0, bytes: 0 };
    return { ...last, ms: median(results.map(({ ms }) => ms)) };
  });
}

function timeCall(pool: HttpPool, url: string, { path, as, headers }: Call): Promise<TimedCall> {
  const lines = Object.entries({ host: new URL(url).host, [TOKEN_HEADER]: as.token, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const request = `GET ${API_PREFIX}${path} HTTP/1.1\r\n${lines}\r\n`;
  const began = performance.now();
  return new Promise((resolve) => {
    pool.send(request, (status, bytes) =>
      resolve({ ms: performance.now() - began, status, bytes }),
    );
  });
}
