/** Guessing passwords: how often, from where, and which ones are no passwords at all. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listNetworks, toNetwork } from '../../server/domain/known-places.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, logIn as openSession, signUp } from './support/calls.ts';

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

const logIn = (email: string, password: string, from = '192.0.2.1', cookie = '') =>
  call(server.url, 'POST', '/auth/login', {
    body: { email, password },
    headers: { 'x-forwarded-for': from, cookie },
  });
const guess = async (member: Pick<Member, 'email'>, from?: string, cookie?: string) =>
  (await logIn(member.email, 'not the password', from, cookie)).status;

/** One after the other. */
async function statusesOf(count: number, ask: (number: number) => Promise<number>) {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) statuses.push(await ask(number));
  return statuses;
}

describe('Failed logins', () => {
  let ada: Member;
  beforeEach(async () => {
    server = await startServer({ clock, config: limits });
    ada = await signUp(server.url);
  });

  test('to one account are limited, told in words and in Retry-After, and over after a while', async () => {
    expect([await guess(ada), await guess(ada)]).toEqual([401, 401]);
    const refused = await logIn(ada.email.toUpperCase(), ada.password);
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, message: 'Too many attempts. Try again in 15 minutes.' },
    });
    expect(refused.headers.get('retry-after')).toBe('900');
    const { dataDir } = server;
    await server.stop();
    server = await startServer({ clock, config: limits, dataDir });
    expect((await logIn(ada.email, ada.password)).status).toBe(429);
    now += 15 * MINUTE_MS;
    expect((await logIn(ada.email, ada.password)).status).toBe(200);
  });

  test('are limited for an account that does not exist just the same', async () => {
    const nobody = { email: 'nobody@example.org' };
    for (let number = 0; number < 2; number += 1) {
      expect(await guess(nobody, '192.0.2.7')).toBe(await guess(ada, '192.0.2.8'));
    }
    const known = await logIn(ada.email, 'x', '192.0.2.8');
    const unknown = await logIn(nobody.email, 'x', '192.0.2.7');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  test('of a stranger do not lock the owner out, and right ones do not count', async () => {
    for (let number = 0; number < 2; number += 1) await guess(ada, '203.0.113.9');
    // More than are allowed from everywhere together: whoever is refused and goes on does not count there.
    const refused = await statusesOf(25, () => guess(ada, '203.0.113.9'));
    expect(new Set(refused)).toEqual(new Set([429]));
    // Nor against the others of that network.
    expect(await guess({ email: 'colleague@example.org' }, '203.0.113.9')).toBe(401);
    const entered = await statusesOf(6, async () => (await logIn(ada.email, ada.password)).status);
    expect(new Set(entered)).toEqual(new Set([200]));
  });

  test('from one address to many accounts are limited, and for IPv6 a household is one address', async () => {
    const tried = await statusesOf(5, (number) =>
      guess({ email: `p${number}@example.org` }, `2001:db8:0:1::${number}`),
    );
    expect(tried).toEqual([401, 401, 401, 401, 429]);
    expect(toNetwork('::1')).toBe('0:0:0:0::/64');
    expect(toNetwork('192.0.2.1')).toBe('192.0.2.1');
  });

  test('are counted for the wider networks of IPv6, too, of which somebody may have many small ones', async () => {
    const tried = await statusesOf(30, (number) =>
      guess(ada, `2001:db8:7:${(number * 0x100).toString(16)}::1`),
    );
    // Twice 4: as many as four households may.
    expect(tried.filter((status) => status === 401)).toHaveLength(8);
    // What was refused there did not count against the account.
    expect(await guess(ada, '2001:db8:8::1')).toBe(401);
    expect(listNetworks('2001:db8:7:abcd::1').map(({ network }) => network)).toEqual([
      '2001:db8:7:abcd::/64',
      '2001:db8:7:ab00::/56',
      '2001:db8:7:0::/48',
    ]);
    expect(listNetworks('192.0.2.1')).toEqual([{ network: '192.0.2.1', times: 1 }]);
  });

  test('that come all at once are counted one by one', async () => {
    const tried = await Promise.all(Array.from({ length: 10 }, () => guess(ada)));
    expect(tried.filter((status) => status === 401)).toHaveLength(2);
  });

  describe('from everywhere to one account are limited in the end, but do not lock out', () => {
    /** As many as strangers have. */
    const guessFromEverywhere = async (member: Member) => {
      const tried = await statusesOf(25, (number) => guess(member, `198.51.100.${number}`));
      expect(tried.filter((status) => status === 401)).toHaveLength(20);
      expect((await logIn(member.email, member.password, '203.0.113.200')).status).toBe(429);
    };

    test('a network from which the account has signed in before', async () => {
      expect((await logIn(ada.email, ada.password, '2001:db8:0:1::5')).status).toBe(200);
      await guessFromEverywhere(ada);
      expect((await logIn(ada.email, ada.password, '2001:db8:0:1::6')).status).toBe(200);
      // There guesses are counted all the same.
      const tried = await statusesOf(3, () => guess(ada, '2001:db8:0:1::7'));
      expect(tried).toEqual([401, 401, 429]);
    });

    test('a browser from which the account has signed in before, wherever it is, also after a logout', async () => {
      const cookie = readBrowserCookie(await logIn(ada.email, ada.password));
      await guessFromEverywhere(ada);
      // A neighbour there has used up what the network may.
      for (let number = 0; number < 5; number += 1) await guess(ada, '203.0.113.50');
      const entered = await logIn(ada.email, ada.password, '203.0.113.50', cookie);
      expect(entered.status).toBe(200);
      expect(readBrowserCookie(entered)).toBe(cookie);
      const tried = await statusesOf(3, (number) => guess(ada, `203.0.113.6${number}`, cookie));
      expect(tried).toEqual([401, 401, 429]);
    });

    test('nobody but those: the cookie of another account, or an invented one, is a stranger’s', async () => {
      const eve = await signUp(server.url);
      const cookie = readBrowserCookie(await logIn(eve.email, eve.password, '203.0.113.9'));
      await guessFromEverywhere(ada);
      for (const each of [cookie, `duet-browser=${'a'.repeat(43)}`, 'duet-browser=x']) {
        expect((await logIn(ada.email, ada.password, '203.0.113.9', each)).status).toBe(429);
      }
    });

    /** Name and value. */
    function readBrowserCookie({ headers }: { headers: Headers }): string {
      const cookie = headers.getSetCookie().find((each) => each.startsWith('duet-browser='));
      expect(cookie).toMatch(
        /^duet-browser=[\w-]{43}; Path=\/api\/v1\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
      );
      return cookie?.split(';')[0] ?? '';
    }
  });

  test('with a stolen session do not keep the owner from changing the password', async () => {
    const { token } = await openSession(server.url, ada);
    const change = async (token: string, password: string) => {
      const fields = { password, newPassword: 'quite another one' };
      return (await call(server.url, 'PUT', '/auth/password', { token, body: fields })).status;
    };
    const tried = await statusesOf(3, (number) => change(token, `guess ${number}`));
    expect(tried).toEqual([400, 400, 429]);
    expect(await change(ada.token, ada.password)).toBe(200);
  });
});

test('New accounts from one address are limited, and so is asking which emails have one', async () => {
  server = await startServer({ clock, config: { RATE_LIMITS: true, SIGN_UPS_PER_ADDRESS: 3 } });
  const ada = await signUp(server.url);
  const again = { fullName: 'A', email: ada.email, password: 'long and odd enough', bio: 'x' };
  const make = async (body: object) =>
    (await call(server.url, 'POST', '/auth/signup', { body })).status;
  expect(await make({ ...again, password: 'short' })).toBe(400);
  expect([await make(again), await make(again), await make(again)]).toEqual([409, 409, 429]);
  expect(await make({ ...again, email: 'new@example.org' })).toBe(429);
});

test('Sign-ups and logins in a minute are counted for the wider networks of IPv6, too', async () => {
  server = await startServer({
    clock,
    config: { ...limits, FAILED_LOG_INS_PER_ADDRESS: 1000, SIGN_INS_PER_MINUTE: 2 },
    now: () => 0,
  });
  const tried = await statusesOf(12, (number) => {
    const from = `2001:db8:7:${(number * 0x100).toString(16)}::1`;
    return guess({ email: `p${number}@example.org` }, from);
  });
  // Each costs the widest a quarter, of which a whole has to be left.
  expect(tried).toEqual([...Array.from({ length: 5 }, () => 401), ...Array(7).fill(429)]);
});

test('A password is refused that is among the most used, or one’s own name or email, or the app’s name', async () => {
  server = await startServer();
  const person = { fullName: 'Ada of Lovelace', email: 'Ada.of.L@example.org', bio: 'x' };
  const refuse = async (password: string) => {
    const body = { ...person, password };
    const answer = await call(server.url, 'POST', '/auth/signup', { body });
    expect(answer.status).toBe(400);
    return answer.body.message;
  };
  for (const password of ['12345678', 'PassWord1', 'iloveyou1', 'qwertyuiop']) {
    expect(await refuse(password)).toContain('too common');
  }
  for (const password of [
    ...['ada.of.l@example.org', ' ADA.OF.L@example.org', 'Ada of Lovelace', 'adaoflovelace'],
    ...['Ada-of-L', 'DuetDuet', 'duet duet'],
  ]) {
    expect(await refuse(password)).toContain('your name, your email or the name of this app');
  }
  for (const password of [
    'Ada of Lovelace 1815',
    'a duet for two',
    '!!!!!!!!!!',
    '馬 電池 正しい',
  ]) {
    const body = { ...person, email: `${password.length}@example.org`, password };
    expect((await call(server.url, 'POST', '/auth/signup', { body })).status).toBe(200);
  }
});
