/** The built app as the server hands it out, what it answers in place of what is not there, and the headers of all answers. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../support/make-folder.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openRaw } from './attack/support/raw.ts';

const HTML =
  '<!doctype html><script>let a = 1;</script><script src="/static/js/a.0123456789.js"></script>';
const SCRIPT = 'console.log("app");';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'duet-app-'));
  mkdirSync(join(folder, 'static/js'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), HTML);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(HTML));
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'service-worker.js'), SCRIPT);
  const script = join(folder, 'static/js/a.0123456789.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(folder, '.secret'), 'secret');
  server = await startServer({ appFolder: folder });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const load = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers });

const readPolicy = ({ headers }: Response) => headers.get('content-security-policy') ?? '';
const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');

test('The page is answered to every route, asked for each time, and runs only what it was built with', async () => {
  const nonces = new Set<string | undefined>();
  for (const path of ['/', '/login', '/profile', '/nothing/here?x=1.2', '/index.html']) {
    const response = await load(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const policy = readPolicy(response);
    expect(policy).toContain(`script-src 'self' 'sha256-${hashOf('let a = 1;')}';`);
    expect(policy).toContain(`style-src 'self' 'sha256-${hashOf('')}' 'nonce-`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
    expect(response.headers.get('server-timing')).toBe(`style-nonce;desc="${nonce}"`);
    nonces.add(nonce);
    expect(await response.text()).toBe(HTML);
  }
  expect(nonces.size).toBe(5);
});

test('A page that is built anew while the server runs comes with the policy that it needs, also without developer tools', async () => {
  const rebuilt = await makeFolder();
  const page = join(rebuilt, 'index.html');
  writeFileSync(page, HTML);
  const running = await startServer({ appFolder: rebuilt, config: { DEVTOOLS: false } });
  onTestFinished(() => running.close());
  expect((await fetch(running.url)).headers.get('server-timing')).toBe('devtools;desc="off"');
  expect(readPolicy(await fetch(running.url))).toContain("connect-src 'self' blob:;");
  // For another backend, which it may call.
  const backend = '<meta name="backend" content="https://api.example.org"><script>let a = 2;';
  writeFileSync(page, HTML.replace('<script>let a = 1;', backend));
  utimesSync(page, 0, 0);
  const policy = readPolicy(await fetch(running.url));
  expect(policy).toContain(`script-src 'self' 'sha256-${hashOf('let a = 2;')}';`);
  const backends = 'https://api.example.org wss://api.example.org';
  expect(policy).toContain(`connect-src 'self' blob: ${backends};`);
});

test('A file is answered as it was compressed before, and kept for good when its name holds a hash', async () => {
  for (const encoding of ['br', 'gzip']) {
    const response = await load('/static/js/a.0123456789.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe(SCRIPT);
  }
  const head = await fetch(`${server.url}/static/js/a.0123456789.js`, { method: 'HEAD' });
  expect(head.headers.get('vary')).toBe('accept-encoding');
  expect(await head.text()).toBe('');
  const plain = await load('/favicon.svg');
  expect(plain.headers.get('cache-control')).toBe('no-cache');
  const unchanged = await load('/favicon.svg', {
    'if-none-match': plain.headers.get('etag') ?? '',
    // Without this, fetch asks for the whole file.
    'cache-control': 'max-age=0',
  });
  expect(unchanged.status).toBe(304);
});

test('The service worker is asked for each time, and may fetch the files of the app and nothing else', async () => {
  const response = await load('/service-worker.js');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(readPolicy(response)).toBe("default-src 'none'; connect-src 'self'");
});

test('What is not there is refused without HTML', async () => {
  for (const path of [
    '/static/js/b.0123456789.js',
    '/static/nothing',
    '/nothing.png',
    '/.secret',
    '/..%2f..%2fpackage.json',
    '//index.html',
    '/static/..%2findex.html',
    '/api',
    '/api/v1/nothing',
    '/api/v2/auth/check',
  ]) {
    const response = await load(path, { accept: 'text/html' });
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ success: false });
  }
  const posted = await fetch(`${server.url}/login`, { method: 'POST' });
  expect(posted.status).toBe(404);
  expect(await posted.json()).toMatchObject({ success: false });
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
  for (const [more, policy] of [
    [{}, 'max-age=31536000'],
    [{ HTTPS_SUBDOMAINS: true }, 'max-age=31536000; includeSubDomains'],
  ] as const) {
    const config = { PUBLIC_URL: 'https://chat.example.org', ...more };
    const secure = await startServer({ appFolder: folder, config });
    const { headers } = await fetch(secure.url);
    expect(headers.get('strict-transport-security')).toBe(policy);
    await secure.close();
  }
});
