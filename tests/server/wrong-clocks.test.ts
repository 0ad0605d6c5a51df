/** What a clock that is wrong does to sessions. */
import { expect, onTestFinished, test } from 'vitest';
import { watchClocks } from '../../server/domain/clocks.ts';
import { startServer } from '../support/server.ts';
import { checkSession, signUp } from './support/calls.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('What is old by the clock may be deleted, but not at the first look, nor for a day after a clock jumped', () => {
  let [day, passed] = [0, 0];
  const pass = (ms: number) => {
    day += ms;
    passed += ms;
  };
  const maySweep = watchClocks(
    () => day,
    () => passed,
  );
  expect(maySweep()).toBe(false);
  pass(30 * DAY_MS);
  expect(maySweep()).toBe(true);
  day += MINUTE_MS / 2;
  expect(maySweep()).toBe(true);
  for (const byMs of [365 * DAY_MS, -365 * DAY_MS]) {
    day += byMs;
    expect(maySweep()).toBe(false);
    pass(DAY_MS - 1);
    expect(maySweep()).toBe(false);
    pass(1);
    expect(maySweep()).toBe(true);
  }
});

test('A session is refused while the clock is past its end, and holds again when that is put right', async () => {
  let day = Date.now();
  const options = { clock: () => day, now: () => 0 };
  let server = await startServer(options);
  onTestFinished(() => server.close());
  const ada = await signUp(server.url);
  const check = () => checkSession(server.url, ada);

  day += 40 * DAY_MS;
  expect(await check()).toBe(401);
  await server.stop();
  server = await startServer({ ...options, dataDir: server.dataDir });
  expect(await check()).toBe(401);
  for (const _ of [1, 2]) {
    day -= 40 * DAY_MS;
    expect(await check()).toBe(200);
  }
});
