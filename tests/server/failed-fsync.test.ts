/** A disk that fails in the middle of a commit: whether it is stored is unknown until a restart or the next commit. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { SendResponse } from '../../src/protocol/http.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { call, type Member, readConversation, readTexts, send, signUp } from './support/calls.ts';

const folder = mkdtempSync(join(tmpdir(), 'duet-fsync-'));
const library = join(folder, 'failing-fsync.so');
const flag = join(folder, 'fails');
const source = join(import.meta.dirname, 'support/failing-fsync.c');
const hasLibrary =
  process.platform === 'linux' &&
  spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source]).status === 0;

let server: ServerProcess;
afterEach(async () => {
  mendDisk();
  await server?.dispose();
});
afterAll(() => rmSync(folder, { recursive: true }));

const breakDisk = () => writeFileSync(flag, '');
const mendDisk = () => rmSync(flag, { force: true });

async function startWithPeople(): Promise<[Member, Member]> {
  server = await startServerProcess({
    LD_PRELOAD: library,
    FSYNC_FAILS_WHILE: flag,
    // Counting bytes would be a commit before that of the message.
    PICTURE_BYTES_PER_DAY: '0',
  });
  return [await signUp(server.url, 'Ada'), await signUp(server.url, 'Ben')];
}

const ask = (from: Member, to: Member, body: object, key: string) =>
  call<SendResponse>(server.url, 'POST', `/messages/send/${to.id}`, {
    token: from.token,
    body,
    headers: { 'idempotency-key': key },
  });

// Only a library that is compiled here lets one process' fsync fail.
describe.skipIf(!hasLibrary)('A message whose fsync failed', () => {
  test('is answered as unknown, and is there with its picture when a restart finds it in the log', async () => {
    const [ada, ben] = await startWithPeople();
    await send(server.url, ada, ben, 'before');
    const key = crypto.randomUUID();
    const body = { image: makeDataUrl(makePng(4, 4)) };
    breakDisk();
    const unknown = await ask(ada, ben, body, key);
    expect(unknown.status).toBe(504);
    expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0);
    await server.kill();
    mendDisk();
    await server.start();

    const read = async () => (await readConversation(server.url, ben, ada)).messages;
    const [, picture] = await read();
    const image = await fetch(`${server.url}${picture?.image}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const repeat = await ask(ada, ben, body, key);
    expect(repeat.body).toMatchObject({ newMessage: { _id: picture?._id } });
    expect(await read()).toHaveLength(2);
  });

  test('is not there once a later commit has reached the disk, and its repeat is stored once (STORE-2)', async () => {
    const [ada, ben] = await startWithPeople();
    await send(server.url, ada, ben, 'before');
    const key = crypto.randomUUID();
    breakDisk();
    expect((await ask(ada, ben, { text: 'unknown' }, key)).status).toBe(504);
    // Of what was not begun it is known that it was not stored.
    expect((await ask(ada, ben, { text: 'refused' }, crypto.randomUUID())).status).toBe(503);
    mendDisk();
    await send(server.url, ada, ben, 'after');
    await server.kill();
    await server.start();

    const texts = () => readTexts(server.url, ben, ada);
    expect(await texts()).toEqual(['before', 'after']);
    expect((await ask(ada, ben, { text: 'unknown' }, key)).status).toBe(200);
    expect((await ask(ada, ben, { text: 'unknown' }, key)).status).toBe(200);
    expect(await texts()).toEqual(['before', 'after', 'unknown']);
  });
});
