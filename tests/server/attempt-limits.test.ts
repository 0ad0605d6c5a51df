/** What counts as an attempt, on a real store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AttemptLimits, createAttemptLimits } from '../../server/domain/attempt-limits.ts';
import { DomainError } from '../../server/domain/errors.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import { createAttemptLimiters } from '../../server/limits/budgets.ts';
import { openDataFolder } from '../../server/storage.ts';

const options = { logInsPerAccount: 2, logInsPerAddress: 4, signUpsPerAddress: 2 };

let folder: string;
let store: Store;
let limits: AttemptLimits;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duet-attempts-'));
  ({ store } = await openDataFolder(folder, Date.now));
  limits = createAttemptLimits(createAttemptLimiters(store), options, (error) => {
    throw error;
  });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const who = { account: 'ada@example.org', address: '192.0.2.1' };
const busy = () => Promise.reject(new DomainError('tooMany', 'Too many people are signing in.'));

test('What a busy server puts off is neither a guess nor an account, and each account that is made counts', async () => {
  for (let time = 0; time < 5; time += 1) {
    await expect(limits.guardLogIn(who, busy)).rejects.toThrow('Too many people');
    await expect(limits.guardSignUp(who.address, busy)).rejects.toThrow('Too many people');
  }
  expect(await limits.guardLogIn(who, async () => 'Ada')).toBe('Ada');
  const signUp = () => limits.guardSignUp(who.address, async () => 'made');
  expect([await signUp(), await signUp()]).toEqual(['made', 'made']);
  await expect(signUp()).rejects.toThrow('Too many attempts');
});

test('Attempts that are refused for one account leave the others of the network alone', async () => {
  const wrong = async () => undefined;
  for (let time = 0; time < 2; time += 1) await limits.guardLogIn(who, wrong);
  for (let time = 0; time < 5; time += 1) {
    await expect(limits.guardLogIn(who, wrong)).rejects.toThrow('Too many attempts');
  }
  const colleague = { ...who, account: 'ben@example.org' };
  expect(await limits.guardLogIn(colleague, async () => 'Ben')).toBe('Ben');
});

test('A flood of refused attempts asks the store once in a second', async () => {
  let asked = 0;
  let now = 0;
  const makeLimiter = () => ({
    spend: async () => {
      asked += 1;
      return 60_000;
    },
    giveBack: async () => {},
  });
  const flooded = createAttemptLimits(
    makeLimiter,
    options,
    () => {},
    () => now,
  );
  const guess = () => flooded.guardCode(who.address, async () => undefined);
  for (let time = 0; time < 5; time += 1)
    await expect(guess()).rejects.toThrow('Too many attempts');
  expect(asked).toBe(1);
  now += 1_000;
  await expect(guess()).rejects.toThrow('Too many attempts');
  expect(asked).toBe(2);
});

test('A correct password counts even if the store fails to take the attempt back', async () => {
  const reports: unknown[] = [];
  const makeLimiter = createAttemptLimiters({
    ...store,
    forgiveAttempt: () => Promise.reject(new Error('The disk is full.')),
  });
  const failing = createAttemptLimits(makeLimiter, options, (error) => reports.push(error));
  expect(await failing.guardLogIn(who, async () => 'Ada')).toBe('Ada');
  expect(reports).toHaveLength(1);
});
