/** How many pictures a person may send in a day, and what becomes of a profile picture that is replaced. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PictureDayResponse, UpdateProfileResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePngOf } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';

const HOUR_MS = 60 * 60 * 1000;
const MB = 1_000_000;

let now: number;
let server: TestServer;
let ada: Member;
let ben: Member;
beforeEach(async () => {
  now = Date.UTC(2026, 0, 15, 12);
  server = await startServer({ clock: () => now, config: { PICTURE_BYTES_PER_DAY: 2 * MB } });
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

const saveProfile = (profilePic: string | undefined) =>
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

describe('A day’s pictures', () => {
  test('are told before they are all sent, and until when they count', async () => {
    expect(await readDay()).toMatchObject({ bytes: 0, limit: 2 * MB });
    await post(1.5 * MB);
    now += HOUR_MS;
    await saveProfile(makeImage(300_000));
    expect(await readDay()).toMatchObject({
      bytes: 1.8 * MB,
      endsAt: new Date(now + 23 * HOUR_MS).toISOString(),
    });
  });

  test('end with a refusal that says when there are more, and texts still go out', async () => {
    expect((await post(2 * MB)).status).toBe(200);
    now += 20 * HOUR_MS;
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

  test('leave room for a small one where a large one is refused', async () => {
    await post(1.5 * MB);
    expect((await post(MB)).status).toBe(413);
    expect((await post(0.5 * MB)).status).toBe(200);
  });

  test('count once what is sent twice, and nothing that is not stored', async () => {
    const key = '0190c5d1-7e4f-7000-8000-000000000001';
    for (const _ of [1, 2, 3]) expect((await post(MB, { key })).status).toBe(200);
    const nobody = '69690000000000000000beef';
    expect((await post(100, { to: nobody })).status).toBe(404);
    await call(server.url, 'PUT', `/messages/block/${ben.id}`, { token: ada.token });
    expect((await post(100)).status).toBe(400);
    expect((await readDay()).bytes).toBe(MB);
  });

  test('are counted on after a restart', async () => {
    await post(2 * MB);
    await server.stop();
    const config = { PICTURE_BYTES_PER_DAY: 2 * MB };
    server = await startServer({ dataDir: server.dataDir, clock: () => now, config });
    expect((await post(100)).status).toBe(413);
  });

  test('have no limit where it is 0', async () => {
    await server.close();
    server = await startServer({ config: { PICTURE_BYTES_PER_DAY: 0 } });
    [ada, ben] = [await signUp(server.url, 'Ada'), await signUp(server.url, 'Ben')];
    expect((await post(3 * MB)).status).toBe(200);
    expect(await readDay()).toMatchObject({ bytes: 0, limit: 0 });
  });
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
