/** The built app as the server hands it out, and what it answers in place of what is not there. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';

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

test('The service worker is asked for each time, and may fetch the files of the app and nothing else', async () => {
  const { headers } = await load('/service-worker.js');
  expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
});

describe('The page', () => {
  test.each(['/', '/login', '/profile', '/nothing/here?x=1.2', '/index.html'])(
    'is answered to %s, and asked for each time',
    async (path) => {
      const response = await load(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toBe(HTML);
    },
  );

  test.each(['/users/john.doe', '/nothing.html'])(
    'is answered to %s where it is opened in a window, since no route matches that either',
    async (path) => {
      const { port } = new URL(server.url);
      const ask = (headers: Record<string, string>) =>
        new Promise<string | undefined>((resolve, reject) => {
          // Fetch names its own mode, whatever it is told.
          get({ port, path, headers }, (answer) => {
            answer.resume();
            resolve(answer.headers['content-type']);
          }).on('error', reject);
        });
      expect(await ask({ 'sec-fetch-mode': 'navigate' })).toContain('text/html');
      expect(await ask({ accept: 'text/html,*/*;q=0.8' })).toContain('text/html');
      expect(await ask({ 'sec-fetch-mode': 'no-cors', accept: '*/*' })).toContain('json');
      expect(await ask({ accept: 'image/png,*/*;q=0.8' })).toContain('json');
    },
  );

  test('runs the scripts it was built with and no others', async () => {
    const policy = (await load('/login')).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update('let a = 1;').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
  });

  test('has the styles it was built with, those the build names, empty sheets, and a nonce each time', async () => {
    const answers = [await load('/login'), await load('/')];
    const empty = createHash('sha256').update('').digest('base64');
    const nonces = answers.map(({ headers }) => {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain(`style-src 'self' 'sha256-${empty}' 'nonce-`);
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
      expect(headers.get('server-timing')).toBe(`style-nonce;desc="${nonce}"`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });
});

test('A host can say that the page has no developer tools', async () => {
  const running = await startServer({ appFolder: folder, config: { DEVTOOLS: false } });
  onTestFinished(() => running.close());
  const { headers } = await fetch(running.url);
  expect(headers.get('server-timing')).toBe('devtools;desc="off"');
});

test('A page that is built anew while the server runs comes with the policy that it needs', async () => {
  const rebuilt = mkdtempSync(join(tmpdir(), 'duet-rebuilt-'));
  const page = join(rebuilt, 'index.html');
  writeFileSync(page, HTML);
  const running = await startServer({ appFolder: rebuilt });
  onTestFinished(async () => {
    await running.close();
    rmSync(rebuilt, { recursive: true });
  });
  await fetch(running.url);
  writeFileSync(page, HTML.replace('let a = 1;', 'let a = 2;'));
  utimesSync(page, 0, 0);
  const { headers } = await fetch(running.url);
  const hash = createHash('sha256').update('let a = 2;').digest('base64');
  expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`);
});

describe('A file', () => {
  test.each(['br', 'gzip'])('is answered as it was compressed before, in %s', async (encoding) => {
    const response = await load('/static/js/a.0123456789.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toMatch(/javascript/);
    expect(await response.text()).toBe(SCRIPT);
  });

  test('is kept for good when its name holds a hash, and asked for again otherwise', async () => {
    const hashed = await load('/static/js/a.0123456789.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const plain = await load('/favicon.svg');
    expect(plain.headers.get('cache-control')).toBe('no-cache');
    const unchanged = await load('/favicon.svg', {
      'if-none-match': plain.headers.get('etag') ?? '',
      // Without this, fetch asks for the whole file.
      'cache-control': 'max-age=0',
    });
    expect(unchanged.status).toBe(304);
  });
});

describe('What is not there', () => {
  test.each([
    '/static/js/b.0123456789.js',
    '/static/nothing',
    '/nothing.png',
    '/.secret',
    '/..%2f..%2fpackage.json',
    '/api',
    '/api/v1/nothing',
    '/api/v2/auth/check',
  ])('%s is refused without HTML', async (path) => {
    const response = await load(path, { accept: 'text/html' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.json()).toMatchObject({ success: false });
  });

  test('is refused for other methods, too', async () => {
    const response = await fetch(`${server.url}/login`, { method: 'POST' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe('Without a built app', () => {
  test('the server says how to build it, and the API works', async () => {
    const bare = await startServer();
    const page = await fetch(bare.url);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('npm run build');
    expect((await fetch(`${bare.url}/api/v1/auth/check`)).status).toBe(401);
    await bare.close();
  });
});
