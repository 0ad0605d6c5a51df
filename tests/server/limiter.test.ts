/** Token buckets: what is taken and what is owed. Those that nodes share are in `cluster/limits.test.ts`. */
import { expect, test } from 'vitest';
import { createGate } from '../../server/limits/gate.ts';
import { createMemoryLimiter } from '../../server/limits/limiter.ts';

const MINUTE_MS = 60_000;

test('A bucket gives as many units as it holds, and one more each time that one has come back', () => {
  let now = 0;
  const limiter = createMemoryLimiter({ units: 7, perMs: MINUTE_MS }, () => now);
  expect(Array.from({ length: 7 }, () => limiter.spend('Ada', 1))).toEqual(Array(7).fill(0));
  expect(limiter.spend('Ada', 1)).toBeCloseTo(MINUTE_MS / 7);
  expect(limiter.spend('Grace', 1)).toBe(0);
  now += MINUTE_MS / 7;
  expect(limiter.spend('Ada', 1)).toBe(0);
  expect(limiter.spend('Ada', 1)).toBeGreaterThan(0);
});

test('A debt is paid before anything else, and lasts a minute at most', () => {
  let now = 0;
  const limiter = createMemoryLimiter({ units: 60, perMs: MINUTE_MS }, () => now);
  expect(limiter.spend('Ada', 70)).toBe(0);
  expect(limiter.spend('Ada', 1)).toBe(11_000);
  expect(limiter.charge('Ada', 1_000)).toBe(61_000);
  now += 61_000;
  expect(limiter.spend('Ada', 1)).toBe(0);
});

test('Of very many keys those charged longest ago are forgotten', () => {
  const limiter = createMemoryLimiter({ units: 1, perMs: MINUTE_MS }, () => 0);
  for (let key = 0; key < 50_001; key += 1) limiter.spend(`${key}`, 1);
  expect(limiter.spend('1', 1)).toBeGreaterThan(0);
  expect(limiter.spend('0', 1)).toBe(0);
});

test('A gate lets in few at a time, in order, and refuses when too many wait', () => {
  const gate = createGate({ atOnce: 1, waiting: 2 });
  const begun: string[] = [];
  const enter = (name: string) => gate.enter('Ada', () => begun.push(name));
  const [leaveFirst, leaveSecond, leaveThird] = [enter('first'), enter('second'), enter('third')];
  expect(enter('fourth')).toBeUndefined();
  expect(begun).toEqual(['first']);
  leaveSecond?.();
  leaveFirst?.();
  expect(begun).toEqual(['first', 'third']);
  leaveThird?.();
  enter('fifth');
  expect(begun).toEqual(['first', 'third', 'fifth']);
});
