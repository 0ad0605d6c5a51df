/** Long answers come compressed to whom that helps, and are the same. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Member, send, signUp } from './support/calls.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
beforeAll(async () => {
  server = await startServer({ config: { CORS_ORIGINS: ['https://a.example.org'] } });
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
  for (let number = 0; number < 30; number += 1) {
    await send(server.url, ada, grace, `${number} words, words, words and 🎷`);
  }
});
afterAll(() => server.close());

/** Without undici's own decompression. */
function load(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      const asked = request(
        `${server.url}/api/v1${path}`,
        { headers: { token: ada.token, ...headers } },
        async (response) => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk);
          resolve({ headers: response.headers, body: Buffer.concat(chunks) });
        },
      );
      asked.on('error', reject).end();
    },
  );
}

const conversation = () => `/messages/${grace.id}`;

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['br', 'gzip;q=1.0, br;q=0.1', brotliDecompressSync],
  ['gzip', 'GZIP', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
])('A long answer is sent as %s to who takes %s', async (name, accepted, decompress) => {
  const plain = await load(conversation(), {});
  const { headers, body } = await load(conversation(), { 'accept-encoding': accepted });
  expect(headers).toMatchObject({
    'content-encoding': name,
    'content-length': String(body.length),
    'content-type': 'application/json; charset=utf-8',
    vary: expect.stringContaining('accept-encoding'),
  });
  expect(decompress(body)).toEqual(plain.body);
  expect(body.length).toBeLessThan(plain.body.length / 4);
});

test.each(['', 'identity', 'gzip;q=0', 'zstd', `${'a,'.repeat(300)}br`])(
  'A long answer is sent as it is to who takes “%s”',
  async (accepted) => {
    const { headers, body } = await load(conversation(), { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toContain('accept-encoding');
    expect(JSON.parse(body.toString())).toMatchObject({ success: true });
  },
);

test('Other sites are still told that the answer is theirs', async () => {
  const { headers } = await load(conversation(), {
    'accept-encoding': 'br',
    origin: 'https://a.example.org',
  });
  expect(headers.vary).toBe('Origin, accept-encoding');
});

test('Short answers and pictures are sent as they are', async () => {
  const { image } = await send(server.url, ada, grace, { image: makeDataUrl(makePng(200, 200)) });
  const accepted = { 'accept-encoding': 'br, gzip' };
  for (const path of ['/auth/check', (image ?? '').replace('/api/v1', '')]) {
    expect((await load(path, accepted)).headers['content-encoding']).toBeUndefined();
  }
});
