/** How many pictures and how much text a person may send in a day, and what a full disk still takes. */
import { beforeEach, expect, test } from 'vitest';
import type { OwnUserResponse, PictureDayResponse, SendResponse } from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import { makeDataUrl, makePngOf } from '../support/pictures.ts';
import { askFor, call, type Member, send } from './support/calls.ts';
import { ada, grace as ben, restart, server, startPair } from './support/pair.ts';

const HOUR_MS = 60 * 60 * 1000;
const MB = 1_000_000;

let now: number;
const options = { clock: () => now, config: { PICTURE_BYTES_PER_DAY: 2 * MB } };
beforeEach(async () => {
  now = Date.UTC(2026, 0, 15, 12);
  await startPair(options);
});

const makeImage = (bytes: number) => makeDataUrl(makePngOf(bytes));

const post = (bytes: number, { to = ben.id, key = undefined as string | undefined } = {}) =>
  call(server.url, 'POST', `/messages/send/${to}`, {
    token: ada.token,
    body: { image: makeImage(bytes) },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

const saveProfile = (profilePic?: string) =>
  call<OwnUserResponse>(server.url, 'PUT', '/auth/update-profile', {
    token: ada.token,
    body: { fullName: 'Ada', bio: 'Here', profilePic },
  });

const readDay = () => askFor<PictureDayResponse>(server.url, 'GET', '/auth/picture-day', ada);

test('A day’s pictures are told before they are all sent, counted once, and only if they are stored', async () => {
  expect(await readDay()).toMatchObject({ bytes: 0, limit: 2 * MB });
  const key = '0190c5d1-7e4f-7000-8000-000000000001';
  for (const _ of [1, 2, 3]) expect((await post(MB, { key })).status).toBe(200);
  now += HOUR_MS;
  expect((await post(100, { to: '69690000000000000000beef' })).status).toBe(404);
  await saveProfile(makeImage(300_000));
  expect((await post(100)).status).toBe(200);
  await call(server.url, 'PUT', `/messages/block/${ben.id}`, { token: ada.token });
  expect((await post(100)).status).toBe(400);
  const endsAt = new Date(now + 23 * HOUR_MS).toISOString();
  // The smallest file takes a block of the disk.
  expect(await readDay()).toMatchObject({ bytes: 1.3 * MB + 4096, endsAt });
});

test('A day’s pictures end with a refusal that says when there are more, also after a restart; small ones and texts still go out', async () => {
  await post(1.5 * MB);
  expect((await post(MB)).status).toBe(413);
  expect((await post(0.5 * MB)).status).toBe(200);
  now += 20 * HOUR_MS;
  await server.stop();
  await restart({ dataDir: server.dataDir, ...options });
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

const postAs = (from: Member, to: Member, body: object) =>
  call<SendResponse>(server.url, 'POST', `/messages/send/${to.id}`, { token: from.token, body });

test('The texts of one person in a day are counted in bytes, forwarded ones and edits included, and come back bit by bit', async () => {
  await startPair({ now: () => now, config: { TEXT_BYTES_PER_DAY: 4_000 } });
  const first = await send(server.url, ada, ben, '語'.repeat(1_000));
  expect((await postAs(ada, ben, { forwardOf: first._id })).status).toBe(200);

  const refused = [
    await postAs(ada, ben, { text: 'more' }),
    await call(server.url, 'PUT', `/messages/edit/${first._id}`, {
      token: ada.token,
      body: { text: 'shorter', version: first.change },
    }),
  ];
  const message = expect.stringMatching(/^You have sent more text than a day allows\./);
  for (const { status, body, headers } of refused) {
    expect({ status, body }).toMatchObject({ status: 429, body: { success: false, message } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(12 * 60 * 60 - 10);
  }
  expect((await postAs(ben, ada, { text: 'Others write on.' })).status).toBe(200);

  now += 12 * HOUR_MS + 60_000;
  expect((await postAs(ada, ben, { text: 'again' })).status).toBe(200);
});

test('A disk without room for texts refuses texts and edits, and still takes what is small', async () => {
  const disk = { blocks: 8_000, bavail: 101, bsize: 4096 };
  await startPair({ now: () => now, readDisk: async () => disk });
  const sent = await send(server.url, ada, ben, 'There is room.');

  const untilHealthIs = (status: number) =>
    eventually(async () => {
      now += 1_000;
      expect((await fetch(`${server.url}/healthz`)).status).toBe(status);
    });
  disk.bavail = 99;
  await untilHealthIs(503);
  const full = {
    status: 503,
    body: { success: false, message: expect.stringMatching(/^The disk of the server is full/) },
  };
  expect(await postAs(ada, ben, { text: 'No room.' })).toMatchObject(full);
  const { token } = ada;
  const edit = { token, body: { text: 'Edited.', version: sent.change } };
  expect(await call(server.url, 'PUT', `/messages/edit/${sent._id}`, edit)).toMatchObject(full);

  const mark = await call(server.url, 'PUT', `/messages/mark/${sent._id}`, { token: ben.token });
  expect(mark.status).toBe(200);
  const deletion = await call(server.url, 'PUT', `/messages/delete/${sent._id}`, { token });
  expect(deletion.status).toBe(200);
  expect((await call(server.url, 'POST', '/auth/logout', { token })).status).toBe(200);

  disk.bavail = 101;
  await untilHealthIs(200);
  expect((await postAs(ben, ada, { text: 'Room again.' })).status).toBe(200);
});
