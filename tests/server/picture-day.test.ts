/** How many pictures a person may send in a day, and what becomes of a profile picture that is replaced. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PictureDayResponse, UpdateProfileResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePngOf } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';

const HOUR_MS = 60 * 60 * 1000;
const MB = 1_000_000;

let now: number;
const options = { clock: () => now, config: { PICTURE_BYTES_PER_DAY: 2 * MB } };
let server: TestServer;
let ada: Member;
let ben: Member;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 15, 12);
  server = await startServer(options);
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
});
afterEach(() => server.close());

const makeImage = (bytes: number) => makeDataUrl(makePngOf(bytes));

const post = (bytes: number, { to = ben.id, key = undefined as string | undefined } = {}) =>
  call(server.url, 'POST', `/messages/send/${to}`, {
    token: ada.token,
    body: { image: makeImage(bytes) },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

const saveProfile = (profilePic?: string) =>
  call<UpdateProfileResponse>(server.url, 'PUT', '/auth/update-profile', {
    token: ada.token,
    body: { fullName: 'Ada', bio: 'Here', profilePic },
  });

async function readDay() {
  const { body } = await call<PictureDayResponse>(server.url, 'GET', '/auth/picture-day', {
    token: ada.token,
  });
  if (!body.success) throw new Error(body.message);
  return body;
}

test('A day’s pictures are told before they are all sent, counted once, and only if they are stored', async () => {
  expect(await readDay()).toMatchObject({ bytes: 0, limit: 2 * MB });
  const key = '0190c5d1-7e4f-7000-8000-000000000001';
  for (const _ of [1, 2, 3]) expect((await post(MB, { key })).status).toBe(200);
  now += HOUR_MS;
  expect((await post(100, { to: '69690000000000000000beef' })).status).toBe(404);
  await saveProfile(makeImage(300_000));
  await call(server.url, 'PUT', `/messages/block/${ben.id}`, { token: ada.token });
  expect((await post(100)).status).toBe(400);
  const endsAt = new Date(now + 23 * HOUR_MS).toISOString();
  expect(await readDay()).toMatchObject({ bytes: 1.3 * MB, endsAt });
});

test('A day’s pictures end with a refusal that says when there are more, also after a restart; small ones and texts still go out', async () => {
  await post(1.5 * MB);
  expect((await post(MB)).status).toBe(413);
  expect((await post(0.5 * MB)).status).toBe(200);
  now += 20 * HOUR_MS;
  await server.stop();
  server = await startServer({ dataDir: server.dataDir, ...options });
  for (const refused of [await post(100), await saveProfile(makeImage(100))]) {
    expect(refused).toMatchObject({
      status: 413,
      body: {
        success: false,
        message:
          'That is more than the 2 MB of pictures that you may send in a day. Pictures can be sent again in 4 hours, texts at any time.',
      },
    });
    expect(refused.headers.get('retry-after')).toBe(String(4 * 60 * 60));
  }
  expect(await send(server.url, ada, ben, 'Hello')).toBeDefined();
  expect(await send(server.url, ben, ada, { image: makeImage(100) })).toBeDefined();
  now += 4 * HOUR_MS;
  expect((await post(100)).status).toBe(200);
});

test('A profile picture is gone with the next one, and stays with a change of the name', async () => {
  const save = async (profilePic?: string) => {
    const { body } = await saveProfile(profilePic);
    if (!body.success) throw new Error(body.message);
    return body.user.profilePic ?? '';
  };
  const statusOf = async (address: string) => (await fetch(server.url + address)).status;
  const first = await save(makeImage(100));
  expect(await save()).toBe(first);
  expect(await statusOf(first)).toBe(200);
  const second = await save(makeImage(200));
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
});
