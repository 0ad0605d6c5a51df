/** How often one may call, from where, and which other sites may. */
import { afterEach, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, signUp } from './support/calls.ts';

let server: TestServer;
afterEach(() => server.close());

const logIn = (from?: string) =>
  call(server.url, 'POST', '/auth/login', {
    body: { email: 'nobody@example.org', password: 'long enough' },
    headers: from === undefined ? {} : { 'x-forwarded-for': from },
  });

describe('The rate limits', () => {
  test('let a client wait that goes on in spite of a hundred refusals, and nobody else', async () => {
    const config = { RATE_LIMITS: true, CALLS_PER_MINUTE: 1 };
    // Nothing of the allowances comes back, however slow the machine is.
    server = await startServer({ config, now: () => 0 });
    const [ada, grace] = [await signUp(server.url), await signUp(server.url)];
    const check = async (member: Member) =>
      (await call(server.url, 'GET', '/auth/check', member)).status;
    const began = performance.now();
    const answered: string[] = [];
    // All at once, since refusals are forgiven with time.
    const flood = Promise.all(Array.from({ length: 200 }, () => check(ada)));
    const flooded = flood.then(() => answered.push('Ada'));
    expect(await check(grace)).toBe(200);
    answered.push('Grace');
    await flooded;
    expect(answered).toEqual(['Grace', 'Ada']);
    expect((await flood).filter((status) => status !== 429)).toEqual([200]);
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  test('believe a forwarded address only from a trusted proxy', async () => {
    const config = { RATE_LIMITS: true, SIGN_INS_PER_MINUTE: 1 };
    server = await startServer({ config });
    expect([(await logIn('192.0.2.1')).status, (await logIn('192.0.2.2')).status]).toEqual([
      401, 429,
    ]);
    // The log names the proxy once, with the setting.
    const remedy = /"msg":"proxy not trusted"|set TRUSTED_PROXIES=127\.0\.0\.1/g;
    expect(server.readLog().match(remedy)).toHaveLength(2);
    await server.close();
    server = await startServer({ config: { ...config, TRUSTED_PROXIES: ['127.0.0.0/8'] } });
    expect([(await logIn('192.0.2.1')).status, (await logIn('192.0.2.2')).status]).toEqual([
      401, 401,
    ]);
    expect((await logIn('192.0.2.1')).status).toBe(429);
    expect(server.readLog()).not.toContain('proxy not trusted');
  });
});

describe('Other sites', () => {
  const origin = 'https://elsewhere.example.org';
  const preflight = () =>
    fetch(`${server.url}/api/v1/auth/update-profile`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'token,content-type,idempotency-key',
      },
    });

  test('may call only when they are named, with what the contract needs, and read refusals', async () => {
    server = await startServer();
    const foreign = await preflight();
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    await server.close();
    server = await startServer({ config: { CORS_ORIGINS: [origin] } });
    const response = await preflight();
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'token, content-type, if-none-match, idempotency-key',
    );
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT');

    const refused = await call(server.url, 'GET', '/auth/check', { headers: { origin } });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
    const other = await call(server.url, 'GET', '/auth/check', {
      headers: { origin: 'https://evil.example.org' },
    });
    expect(other.headers.get('access-control-allow-origin')).not.toBe('https://evil.example.org');

    const polling = '/socket.io/?EIO=4&transport=polling&userId=x';
    const socket = await fetch(server.url + polling, { headers: { origin } });
    expect(socket.headers.get('access-control-allow-origin')).toBe(origin);
  });
});
