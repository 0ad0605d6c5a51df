import { hash } from 'node:crypto';
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

  test('is recognised, and no other is', async () => {
    const hash = await credentials.hashPassword('correct horse');

    expect(await credentials.verifyPassword('correct horse', hash)).toBe(true);
    for (const wrong of ['Correct horse', 'correct horse ', '', 'battery staple']) {
      expect(await credentials.verifyPassword(wrong, hash)).toBe(false);
    }
  });

  test('is the same however its accents are typed', async () => {
    const hash = await credentials.hashPassword('caf\u00e9 au lait');
    expect(await credentials.verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
  });

  test('may hold any character', async () => {
    const password = 'пароль 👩‍👩‍👧 \0 \ud800';
    const hash = await credentials.hashPassword(password);
    expect(await credentials.verifyPassword(password, hash)).toBe(true);
  });

  test('is nobody’s where there is no account', async () => {
    expect(await credentials.verifyPassword('anything', undefined)).toBe(false);
  });

  test('is recognised from a hash that another program made, at another cost', async () => {
    // From the test vectors of the reference implementation (phc-winner-argon2, src/test.c).
    const hash =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await credentials.verifyPassword('password', hash)).toBe(true);
    expect(await credentials.verifyPassword('Password', hash)).toBe(false);
  });

  test('is not compared with something that is no hash', async () => {
    const compared = credentials.verifyPassword('password', 'password');
    await expect(compared).rejects.toThrow('not an argon2id PHC string');
  });

  test('waits for its turn in a flood, of which the rest is turned away at once', async () => {
    const cheap =
      '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

    const results = await Promise.allSettled(
      Array.from({ length: 300 }, () => credentials.verifyPassword('password', cheap)),
    );

    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(150);
    expect(refused.length).toBeLessThan(300);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'tooMany' });
    expect(await credentials.verifyPassword('password', cheap)).toBe(false);
  });

  test('has places left for those who have signed in from there before, whatever strangers do', async () => {
    const cheap =
      '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    const flood = Array.from({ length: 300 }, () => credentials.verifyPassword('password', cheap));
    const settled = Promise.allSettled(flood);
    const known = await Promise.all(
      Array.from({ length: 40 }, () => credentials.verifyPassword('Password', cheap, 'known')),
    );
    expect(known).toHaveLength(40);
    expect((await settled).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(
      200,
    );
  });
});

describe('a session token', () => {
  test('is 32 random bytes, of which only the hash is stored', () => {
    const { token, tokenHash } = credentials.issueToken();

    expect(token).toMatch(/^t-[\w-]{43}$/);
    expect(Buffer.from(token.slice(2), 'base64url')).toHaveLength(32);
    expect(tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(credentials.hashToken(token)).toBe(tokenHash);
    expect(credentials.issueToken().token).not.toBe(token);
  });

  test('has a ticket that finds the same session, and that is no token itself', () => {
    const { token, tokenHash } = credentials.issueToken();
    const ticket = credentials.makeTicket(token) ?? '';

    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(credentials.hashTicket(ticket)).toBe(tokenHash);
    expect(credentials.makeTicket(token)).toBe(ticket);
    for (const guess of [ticket, `t-${ticket}`]) {
      expect(credentials.hashToken(guess)).not.toBe(tokenHash);
    }
    expect(credentials.hashTicket(token)).not.toBe(tokenHash);
  });

  test('from before there were tickets is hashed in one step, and has none', () => {
    const token = 'x'.repeat(43);

    expect(credentials.hashToken(token)).toBe(hash('sha256', token));
    expect(credentials.makeTicket(token)).toBeUndefined();
  });
});
