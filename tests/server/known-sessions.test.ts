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

  test('is found by the hash of its token for as long as it is known, and looked up again once it is forgotten', async () => {
    const { known, time, reads, find } = makeKnown();
    expect(await known.learn('a', async () => undefined)).toBeUndefined();
    await find('a');
    expect(known.find('hash of a')).toEqual(ADAS);
    time.now = 2_000;
    expect(known.find('hash of a')).toBeUndefined();
    time.now = 0;
    known.forget('hash of a');
    expect(known.find('hash of a')).toBeUndefined();
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
});
