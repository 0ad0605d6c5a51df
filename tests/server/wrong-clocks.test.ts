/** What a clock that is wrong does to sessions. */
import { afterEach, describe, expect, test } from 'vitest';
import { watchClocks } from '../../server/domain/clocks.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, signUp } from './support/calls.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('What is old by the clock may be deleted', () => {
  let [day, passed] = [0, 0];
  const pass = (ms: number) => {
    day += ms;
    passed += ms;
  };
  const watch = () =>
    watchClocks(
      () => day,
      () => passed,
    );

  test('not at the first look, and from then on while both clocks go on alike', () => {
    const maySweep = watch();
    expect(maySweep()).toBe(false);
    pass(30 * DAY_MS);
    expect(maySweep()).toBe(true);
    day += MINUTE_MS / 2;
    expect(maySweep()).toBe(true);
  });

  test.each([
    ['ahead', 365 * DAY_MS],
    ['back', -365 * DAY_MS],
  ])('not for a day after the clock jumped %s', (_where, byMs) => {
    const maySweep = watch();
    maySweep();
    day += byMs;
    expect(maySweep()).toBe(false);
    pass(DAY_MS - 1);
    expect(maySweep()).toBe(false);
    pass(1);
    expect(maySweep()).toBe(true);
  });
});

describe('A session', () => {
  let server: TestServer;
  afterEach(() => server.close());

  test('is refused while the clock is past its end, and holds again when that is put right', async () => {
    let day = Date.now();
    const options = { clock: () => day, now: () => 0 };
    server = await startServer(options);
    const ada = await signUp(server.url);
    const check = async () => (await call(server.url, 'GET', '/auth/check', ada)).status;

    day += 40 * DAY_MS;
    expect(await check()).toBe(401);
    await server.stop();
    server = await startServer({ ...options, dataDir: server.dataDir });
    expect(await check()).toBe(401);
    day -= 40 * DAY_MS;
    expect(await check()).toBe(200);
    day -= 40 * DAY_MS;
    expect(await check()).toBe(200);
  });
});
