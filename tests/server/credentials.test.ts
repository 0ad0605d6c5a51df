import { describe, expect, test } from 'vitest';
import { createCredentials } from '../../server/security/credentials.ts';

const credentials = createCredentials();

describe('a password', () => {
  test('is kept as argon2id with the cost that OWASP asks for, salted each time', async () => {
    const [first, second] = await Promise.all([
      credentials.hashPassword('correct horse'),
      credentials.hashPassword('correct horse'),
    ]);

    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
  });

  test('is recognised however its accents are typed, and no other is', async () => {
    const hash = await credentials.hashPassword('caf\u00e9 👩‍👩‍👧 \0 \ud800');
    expect(await credentials.verifyPassword('cafe\u0301 👩‍👩‍👧 \0 \ud800', hash)).toBe(true);
    for (const wrong of ['Caf\u00e9 👩‍👩‍👧 \0 \ud800', 'caf\u00e9 👩‍👩‍👧 \0 \ud800 ', '']) {
      expect(await credentials.verifyPassword(wrong, hash)).toBe(false);
    }
    expect(await credentials.verifyPassword('anything', undefined)).toBe(false);
  });

  test('is recognised from a hash that another program made, at another cost', async () => {
    // From the test vectors of the reference implementation (phc-winner-argon2, src/test.c).
    const hash =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await credentials.verifyPassword('password', hash)).toBe(true);
    expect(await credentials.verifyPassword('Password', hash)).toBe(false);
  });

  test('waits for its turn in a flood, whose rest is turned away at once, but for those who signed in from there before', async () => {
    const cheap =
      '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const verify = (place?: 'known') => credentials.verifyPassword('password', cheap, place);
    const flood = Promise.allSettled(Array.from({ length: 300 }, () => verify()));
    const known = await Promise.all(Array.from({ length: 40 }, () => verify('known')));
    expect(known).toHaveLength(40);
    const refused = (await flood).filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(200);
    expect(refused.length).toBeLessThan(300);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'tooMany' });
    expect(await verify()).toBe(false);
  });
});

describe('a session token', () => {
  test('is 32 random bytes, of which only the hash is stored', () => {
    const { token, tokenHash } = credentials.issueToken();

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(credentials.hashToken(token)).toBe(tokenHash);
    expect(credentials.issueToken().token).not.toBe(token);
  });
});
