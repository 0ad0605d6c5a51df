/** A server whose clock is wrong: by the time of day nobody is signed out, and by the time that passed everybody. */
import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { WRONG_CLOCKS } from './store-contract/wrong-clocks.ts';
import { call, signUp } from './support/calls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
afterEach(() => server.close());

test.each(WRONG_CLOCKS)('Nobody is signed out by a clock that %s', async (_what, byMs) => {
  let day = Date.now();
  let passed = 0;
  const options = { clock: () => day, now: () => passed };
  server = await startServer(options);
  const ada = await signUp(server.url);
  const check = async () => (await call(server.url, 'GET', '/auth/check', ada)).status;

  // It is wrong while the server runs, when it starts, and right again.
  day += byMs;
  expect(await check()).toBe(200);
  await server.stop();
  passed = 0;
  server = await startServer({ ...options, dataDir: server.dataDir });
  expect(await check()).toBe(200);
  day -= byMs;
  expect(await check()).toBe(200);
  passed += 29 * DAY_MS;
  expect(await check()).toBe(200);
  passed += 31 * DAY_MS;
  expect(await check()).toBe(401);
});
