/** Sessions that are not looked up again at each call, and still end at once. */
import { describe, expect, test } from 'vitest';
import { createKnownSessions, type KnownSession } from '../../server/domain/sessions.ts';

const ADAS: KnownSession = {
  userId: 'ada',
  tokenHash: 'hash of a',
  expiresAt: 1_000_000,
  endsAt: 9_000_000,
};

function makeKnown() {
  const time = { now: 0 };
  const known = createKnownSessions(() => time.now);
  const reads: string[] = [];
  const find = async (token: string) =>
    known.get(token) ??
    known.learn(token, async () => {
      reads.push(token);
      return { ...ADAS, tokenHash: `hash of ${token}` };
    });
  return { known, time, reads, find };
}

describe('A session', () => {
  test('is looked up once for many calls, and again after two seconds', async () => {
    const { time, reads, find } = makeKnown();
    for (const now of [0, 500, 1_999]) {
      time.now = now;
      expect(await find('a')).toEqual(ADAS);
    }
    expect(reads).toEqual(['a']);
    time.now = 2_000;
    await find('a');
    expect(reads).toEqual(['a', 'a']);
  });

  test('that is unknown is looked up each time', async () => {
    const { reads, find, known } = makeKnown();
    expect(await known.learn('b', async () => undefined)).toBeUndefined();
    await find('b');
    expect(reads).toEqual(['b']);
  });

  test('is found by the token’s hash for as long as it is known', async () => {
    const { known, time, find } = makeKnown();
    await find('a');
    expect(known.find('hash of a')).toEqual(ADAS);
    time.now = 2_000;
    expect(known.find('hash of a')).toBeUndefined();
    time.now = 0;
    known.forget('hash of a');
    expect(known.find('hash of a')).toBeUndefined();
  });

  test('that is forgotten is looked up again', async () => {
    const { known, reads, find } = makeKnown();
    await find('a');
    known.forget('hash of a');
    await find('a');
    expect(reads).toEqual(['a', 'a']);
  });

  test('that ends while it is looked up is not remembered', async () => {
    const { known, reads, find } = makeKnown();
    await known.learn('a', async () => {
      known.forget('hash of a');
      return ADAS;
    });
    await find('a');
    expect(reads).toEqual(['a']);
  });

  test('whose end is put off is known with its new end', async () => {
    const { known, find } = makeKnown();
    await find('a');
    known.extend('hash of a', 2_000_000);
    expect(await find('a')).toEqual({ ...ADAS, expiresAt: 2_000_000 });
  });

  test('that was known longest makes room when there are very many', async () => {
    const { reads, find } = makeKnown();
    for (let number = 0; number <= 10_000; number += 1) await find(`session ${number}`);
    reads.length = 0;
    await find('session 10000');
    await find('session 1');
    expect(reads).toEqual([]);
    await find('session 0');
    expect(reads).toEqual(['session 0']);
  });
});
