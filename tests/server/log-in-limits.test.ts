/** Guessing passwords: how often, from where, and which ones are no passwords at all. */
import { afterEach, describe, expect, test } from 'vitest';
import { toNetwork } from '../../server/domain/network.ts';
import { isCommonPassword } from '../../server/security/common-passwords.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, signUp } from './support/calls.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
let now = Date.now();
const clock = () => now;
afterEach(() => server.close());

const limits = {
  RATE_LIMITS: true,
  FAILED_LOG_INS_PER_ACCOUNT: 2,
  FAILED_LOG_INS_PER_ADDRESS: 4,
  TRUSTED_PROXIES: ['127.0.0.0/8'],
};

const logIn = (email: string, password: string, from = '192.0.2.1') =>
  call(server.url, 'POST', '/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  });
const guess = async (member: Pick<Member, 'email'>, from?: string) =>
  (await logIn(member.email, 'not the password', from)).status;

describe('Failed logins', () => {
  test('to one account are limited, told in words and in Retry-After, and over after a while', async () => {
    server = await startServer({ clock, config: limits });
    const ada = await signUp(server.url);
    expect([await guess(ada), await guess(ada)]).toEqual([401, 401]);
    const refused = await logIn(ada.email.toUpperCase(), ada.password);
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, message: 'That was too often. Try again in 15 minutes.' },
    });
    expect(refused.headers.get('retry-after')).toBe('900');
    now += 15 * MINUTE_MS;
    expect((await logIn(ada.email, ada.password)).status).toBe(200);
  });

  test('are limited for an account that does not exist just the same', async () => {
    server = await startServer({ clock, config: limits });
    const ada = await signUp(server.url);
    const nobody = { email: 'nobody@example.org' };
    for (let number = 0; number < 2; number += 1) {
      expect(await guess(nobody, '192.0.2.7')).toBe(await guess(ada, '192.0.2.8'));
    }
    const known = await logIn(ada.email, 'x', '192.0.2.8');
    const unknown = await logIn(nobody.email, 'x', '192.0.2.7');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  test('of a stranger do not lock the owner out, and right ones do not count', async () => {
    server = await startServer({ clock, config: limits });
    const ada = await signUp(server.url);
    for (let number = 0; number < 2; number += 1) await guess(ada, '203.0.113.9');
    // More than are allowed from everywhere together: whoever is refused and goes on does not count there.
    for (let number = 0; number < 25; number += 1) {
      expect(await guess(ada, '203.0.113.9')).toBe(429);
    }
    for (let number = 0; number < 6; number += 1) {
      expect((await logIn(ada.email, ada.password)).status).toBe(200);
    }
  });

  test('from one address to many accounts are limited, and for IPv6 a household is one address', async () => {
    server = await startServer({ clock, config: limits });
    const tried: number[] = [];
    for (let number = 0; number < 5; number += 1) {
      tried.push(await guess({ email: `p${number}@example.org` }, `2001:db8:0:1::${number}`));
    }
    expect(tried).toEqual([401, 401, 401, 401, 429]);
    expect(toNetwork('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(toNetwork('::1')).toBe('0:0:0:0::/64');
    expect(toNetwork('192.0.2.1')).toBe('192.0.2.1');
  });

  test('from everywhere to one account are limited in the end', async () => {
    server = await startServer({ clock, config: limits });
    const ada = await signUp(server.url);
    const tried: number[] = [];
    for (let number = 0; number < 21; number += 1)
      tried.push(await guess(ada, `198.51.100.${number}`));
    expect(tried.filter((status) => status === 401)).toHaveLength(20);
    expect(tried.at(-1)).toBe(429);
  });

  test('are still known after a restart', async () => {
    server = await startServer({ clock, config: limits });
    const ada = await signUp(server.url);
    for (let number = 0; number < 3; number += 1) await guess(ada);
    const { dataDir } = server;
    await server.stop();
    server = await startServer({ clock, config: limits, dataDir });
    expect((await logIn(ada.email, ada.password)).status).toBe(429);
  });

  test('that come all at once are counted one by one', async () => {
    server = await startServer({ clock, config: limits });
    const ada = await signUp(server.url);
    const tried = await Promise.all(Array.from({ length: 10 }, () => guess(ada)));
    expect(tried.filter((status) => status === 401)).toHaveLength(2);
  });
});

test('New accounts from one address are limited, and refused ones do not count', async () => {
  server = await startServer({ clock, config: { RATE_LIMITS: true, SIGN_UPS_PER_ADDRESS: 2 } });
  const ada = await signUp(server.url);
  const again = { fullName: 'A', email: ada.email, password: 'long and odd enough', bio: 'x' };
  const make = (body: object) => call(server.url, 'POST', '/auth/signup', { body });
  expect((await make(again)).status).toBe(409);
  await signUp(server.url);
  expect((await make({ ...again, email: 'new@example.org' })).status).toBe(429);
});

describe('A password', () => {
  test.each(['12345678', 'PassWord1', 'iloveyou1', 'qwertyuiop'])(
    'among the most used is refused: %s',
    async (password) => {
      server = await startServer();
      const body = { fullName: 'A', email: 'a@example.org', password, bio: 'x' };
      const answer = await call(server.url, 'POST', '/auth/signup', { body });
      expect(answer).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('among the most used') },
      });
    },
  );

  test('that is long and odd is taken, in any script', async () => {
    server = await startServer();
    for (const password of [
      'correct horse battery',
      '馬 電池 ホッチキス 正しい',
      ' '.repeat(4) + 'gaps'.repeat(2),
    ]) {
      expect(isCommonPassword(password)).toBe(false);
    }
  });
});
