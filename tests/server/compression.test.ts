/** Long answers come compressed to whom that helps, and are the same. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { send } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';

openPair();
beforeEach(async () => {
  for (let number = 0; number < 30; number += 1) {
    await send(server.url, ada, grace, `${number} words, words, words and 🎷`);
  }
});

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

test('A long answer is compressed as its reader takes it best, and a short one is sent as it is', async () => {
  const plain = await load(conversation(), {});
  for (const [accepted, name, decompress] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0.1', 'br', brotliDecompressSync],
    ['GZIP', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await load(conversation(), { 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': name,
      'content-length': String(body.length),
      'content-type': 'application/json; charset=utf-8',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(decompress(body)).toEqual(plain.body);
    expect(body.length).toBeLessThan(plain.body.length / 4);
  }
  for (const accepted of ['', 'gzip;q=0', 'zstd', `${'a,'.repeat(300)}br`]) {
    const { headers, body } = await load(conversation(), { 'accept-encoding': accepted });
    expect(headers['content-encoding'], accepted).toBeUndefined();
    expect(headers.vary).toContain('accept-encoding');
    expect(body).toEqual(plain.body);
  }
  const short = await load('/auth/check', { 'accept-encoding': 'br, gzip' });
  expect(short.headers['content-encoding']).toBeUndefined();
});
