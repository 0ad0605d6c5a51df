/** Long answers come compressed to whom that helps, and are the same. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { type Member, send, signUp } from './support/calls.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
  for (let number = 0; number < 30; number += 1) {
    await send(server.url, ada, grace, `${number} words, words, words and 🎷`);
  }
});
afterAll(() => server.close());

/** Without undici's own decompression. */
async function load(path: string, headers: Record<string, string>) {
  const asked = request(`${server.url}/api/v1${path}`, {
    headers: { token: ada.token, ...headers },
  }).end();
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (!answer) throw new Error('No answer came.');
  return { headers: answer.headers, body: await buffer(answer) };
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

test.each(['', 'gzip;q=0', 'zstd', `${'a,'.repeat(300)}br`])(
  'A long answer is sent as it is to who takes “%s”, and a short one to everybody',
  async (accepted) => {
    const { headers, body } = await load(conversation(), { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toContain('accept-encoding');
    expect(JSON.parse(body.toString())).toMatchObject({ success: true });
    const short = await load('/auth/check', { 'accept-encoding': 'br, gzip' });
    expect(short.headers['content-encoding']).toBeUndefined();
  },
);
