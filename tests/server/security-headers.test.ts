/** Headers of every kind of answer, as current OWASP advice has them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openRaw } from './attack/support/raw.ts';
import { call, send, signUp } from './support/calls.ts';

let server: TestServer;
let appFolder: string;
beforeEach(async () => {
  appFolder = await mkdtemp(join(tmpdir(), 'duet-app-'));
  await writeFile(join(appFolder, 'index.html'), '<!doctype html><title>Duet</title>');
});
afterEach(async () => {
  await server.close();
  await rm(appFolder, { recursive: true });
});

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': expect.stringMatching(/^default-src '(none|self)'/),
};

const ON_PAGES = {
  ...EVERYWHERE,
  'content-security-policy': expect.stringMatching(/^default-src 'self'/),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
};

describe('Every answer', () => {
  test.each(['/', '/login', '/api/v1/auth/check', '/api/v1/nothing', '/healthz', '/static/x.js'])(
    'to %s has them',
    async (path) => {
      server = await startServer({ appFolder });
      const { headers } = await fetch(server.url + path);
      expect(Object.fromEntries(headers)).toMatchObject(EVERYWHERE);
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.getSetCookie()).toEqual([]);
    },
  );

  test.each([
    ['a call that does not exist', 'GET /api/v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a broken address', 'GET /api/v1/messages/%ZZ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['polling', 'GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['polling that is refused', 'GET /socket.io/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('to %s has them, and is kept nowhere', async (_what, request) => {
    server = await startServer({ appFolder });
    const connection = openRaw(server.url);
    connection.socket.write(request);
    const answer = await connection.until((received) => /\r\n\r\n.*\}/s.test(received));
    connection.socket.destroy();
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^x-frame-options: DENY\r$/im);
    expect(answer).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
  });

  test.each(['/', '/login', '/index.html'])('to %s has those of a page, too', async (path) => {
    server = await startServer({ appFolder });
    const { headers } = await fetch(server.url + path);
    expect(Object.fromEntries(headers)).toMatchObject(ON_PAGES);
  });

  test('sets no cookie that a call would take for a session', async () => {
    server = await startServer({ appFolder });
    const { email, password } = await signUp(server.url);
    const body = { email, password };
    const { headers } = await call(server.url, 'POST', '/auth/login', { body });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^duet-socket=.*Path=\/socket\.io;/),
      expect.stringMatching(/^duet-browser=.*Path=\/api\/v1\/auth;/),
    ]);
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const asked = await call(server.url, 'GET', '/auth/check', { headers: { cookie } });
    expect(asked.status).toBe(401);
  });

  test('asks for HTTPS from then on where people come by it', async () => {
    server = await startServer({ appFolder, config: { PUBLIC_URL: 'https://chat.example.org' } });
    const { headers } = await fetch(server.url);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    await server.close();
    // Other sites of the operator may be below it.
    const config = { PUBLIC_URL: 'https://chat.example.org', HTTPS_SUBDOMAINS: true };
    server = await startServer({ appFolder, config });
    const answer = await fetch(server.url);
    expect(answer.headers.get('strict-transport-security')).toMatch(/; includeSubDomains$/);
  });

  test('names whom the page may call: its own origin, and the backend it was built for', async () => {
    const policyOf = async () => {
      server = await startServer({ appFolder });
      const { headers } = await fetch(server.url);
      await server.close();
      return headers.get('content-security-policy')?.split('; ');
    };
    expect(await policyOf()).toContain("connect-src 'self' blob:");
    const built = '<meta name="backend" content="https://api.example.org"><title>Duet</title>';
    await writeFile(join(appFolder, 'index.html'), built);
    expect(await policyOf()).toContain(
      "connect-src 'self' blob: https://api.example.org wss://api.example.org",
    );
  });

  test('of the API is kept nowhere; a picture runs nothing, and is what it says', async () => {
    server = await startServer({ appFolder });
    const ada = await signUp(server.url);
    const grace = await signUp(server.url);
    const { image } = await send(server.url, ada, grace, { image: makeDataUrl(makePng(2, 2)) });
    const picture = await fetch(server.url + image);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="picture.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
      'referrer-policy': 'no-referrer',
    });
    const check = await fetch(`${server.url}/api/v1/auth/check`, { headers: { token: ada.token } });
    expect(check.headers.get('cache-control')).toBe('no-store');
  });
});
