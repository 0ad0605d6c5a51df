/** Headers of every kind of answer, as current OWASP advice has them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { openRaw } from './attack/support/raw.ts';

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
};

const ON_PAGES = {
  'content-security-policy': expect.stringMatching(/^default-src 'self'/),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
};

test('Every answer has the headers of all, pages have theirs, too, and what is no page is kept nowhere', async () => {
  server = await startServer({ appFolder });
  for (const path of ['/', '/login', '/index.html', '/healthz', '/static/x.js']) {
    const { headers } = await fetch(server.url + path);
    const isPage = !/healthz|static/.test(path);
    const policy = {
      'content-security-policy': expect.stringMatching(/^default-src '(none|self)'/),
    };
    expect(Object.fromEntries(headers)).toMatchObject({
      ...EVERYWHERE,
      ...(isPage ? ON_PAGES : policy),
    });
    for (const name of ['strict-transport-security', 'server', 'x-powered-by', 'set-cookie']) {
      expect(headers.get(name)).toBeNull();
    }
  }
  for (const path of [
    '/api/v1/auth/check',
    '/api/v1/nothing',
    '/api/v1/messages/%ZZ',
    '/socket.io/?EIO=4&transport=polling',
    '/socket.io/',
  ]) {
    const connection = openRaw(server.url);
    connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answer = await connection.until((received) => /\r\n\r\n.*\}/s.test(received));
    connection.socket.destroy();
    for (const [name, value] of Object.entries(EVERYWHERE)) {
      expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
    }
    expect(answer).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
  }
});

test('Browsers are to use HTTPS from then on where people come by it, below it only if the operator says so', async () => {
  const PUBLIC_URL = 'https://chat.example.org';
  server = await startServer({ appFolder, config: { PUBLIC_URL } });
  const { headers } = await fetch(server.url);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  await server.close();
  server = await startServer({ appFolder, config: { PUBLIC_URL, HTTPS_SUBDOMAINS: true } });
  const answer = await fetch(server.url);
  expect(answer.headers.get('strict-transport-security')).toMatch(/; includeSubDomains$/);
});

test('A page may call its own origin and the backend that it was built for', async () => {
  const backend = 'https://api.example.org';
  const built = `<meta name="backend" content="${backend}"><title>Duet</title>`;
  for (const [html, more] of [
    ['<title>Duet</title>', ''],
    [built, ` ${backend} wss://api.example.org`],
  ] as const) {
    await writeFile(join(appFolder, 'index.html'), html);
    server = await startServer({ appFolder });
    const { headers } = await fetch(server.url);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain(`connect-src 'self' blob:${more}`);
    await server.close();
  }
});
