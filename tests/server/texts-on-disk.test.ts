/** Texts do not fill the disk: a person has so many bytes, and the end of the disk is kept for what is small. */
import { afterEach, expect, test } from 'vitest';
import type { SendResponse } from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let now = 0;
let server: TestServer;
let ada: Member;
let ben: Member;
afterEach(() => server.close());

async function start(options: TestServerOptions): Promise<void> {
  now = 1_000;
  server = await startServer({ now: () => now, ...options });
  ada = await signUp(server.url, 'Ada');
  ben = await signUp(server.url, 'Ben');
}

const post = (from: Member, to: Member, body: object) =>
  call<SendResponse>(server.url, 'POST', `/messages/send/${to.id}`, { token: from.token, body });

test('The texts of one person in a day are counted in bytes, forwarded ones and edits included, and come back bit by bit', async () => {
  await start({ config: { TEXT_BYTES_PER_DAY: 4_000 } });
  const first = await send(server.url, ada, ben, '語'.repeat(1_000));
  expect((await post(ada, ben, { forwardOf: first._id })).status).toBe(200);

  const refused = [
    await post(ada, ben, { text: 'more' }),
    await call(server.url, 'PUT', `/messages/edit/${first._id}`, {
      token: ada.token,
      body: { text: 'shorter', version: first.change },
    }),
  ];
  const message = expect.stringMatching(/^You have sent more text than a day allows\./);
  for (const { status, body, headers } of refused) {
    expect({ status, body }).toMatchObject({ status: 429, body: { success: false, message } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(DAY_MS / 2 / 1000 - 10);
  }
  expect((await post(ben, ada, { text: 'Others write on.' })).status).toBe(200);

  now += DAY_MS / 2 + 60_000;
  expect((await post(ada, ben, { text: 'again' })).status).toBe(200);
});

test('A disk without room for texts refuses texts and edits, and still takes what is small', async () => {
  const disk = { blocks: 8_000, bavail: 101, bsize: 4096 };
  await start({ readDisk: async () => disk });
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
  expect(await post(ada, ben, { text: 'No room.' })).toMatchObject(full);
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
  expect((await post(ben, ada, { text: 'Room again.' })).status).toBe(200);
});
