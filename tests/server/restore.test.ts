/** A backup put back: over nothing, over a server that was killed, and not over one that runs. */
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { backUp } from '../../server/backup/back-up.ts';
import { restore } from '../../server/restore/restore.ts';
import { renewEpoch } from '../../server/store/sqlite/prepare-file.ts';
import { makeFolder } from '../support/make-folder.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { runProgram } from '../support/run-program.ts';
import { startServer } from '../support/server.ts';
import { call, type Member, readConversation, send, signUp } from './support/calls.ts';

let folder: string;
let dataDir: string;
let backup: string;
beforeEach(async () => {
  folder = await makeFolder();
  dataDir = join(folder, 'data');
  backup = join(folder, 'backup');
});

const put = (options: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({
    backup,
    dataFolder: dataDir,
    replaces: false,
    endsSessions: false,
    now: new Date(),
    ...options,
  });

interface Pair {
  ada: Member;
  grace: Member;
}

/** Two people, a text and a picture, and a backup of them. */
async function backUpPair(): Promise<Pair> {
  const server = await startServer({ dataDir: join(folder, 'first') });
  const ada = await signUp(server.url, 'Ada');
  const grace = await signUp(server.url, 'Grace');
  await send(server.url, ada, grace, 'Before');
  await send(server.url, ada, grace, { image: makeDataUrl(makePng(4, 4)) });
  await backUp(server.dataDir, backup);
  await server.close();
  return { ada, grace };
}

async function expectPair({ ada, grace }: Pair) {
  const server = await startServer({ dataDir });
  const { messages } = await readConversation(server.url, ada, grace);
  expect(messages.map((message) => message.text)).toEqual(['Before', undefined]);
  expect((await fetch(server.url + messages[1]?.image)).status).toBe(200);
  await send(server.url, ada, grace, 'Going on');
  await server.stop();
}

/** A server that wrote and was killed leaves a log beside its database: so does a copy of one that runs. */
async function leaveKilledServer(): Promise<Member> {
  const server = await startServer();
  const linus = await signUp(server.url, 'Linus');
  await send(server.url, linus, await signUp(server.url, 'Rob'), {
    image: makeDataUrl(makePng(5, 5)),
  });
  await cp(server.dataDir, dataDir, { recursive: true });
  await server.close();
  expect(await readdir(dataDir)).toContain('duet.db-wal');
  return linus;
}

test('npm run restore puts a backup into a folder without a database, and says what is valid again', async () => {
  const pair = await backUpPair();
  const check = async () => {
    const server = await startServer({ dataDir });
    const { status } = await call(server.url, 'GET', '/auth/check', pair.ada);
    await server.stop();
    return status;
  };
  // As after one that was interrupted.
  await mkdir(join(dataDir, 'restoring'), { recursive: true });
  await expect(startServer({ dataDir })).rejects.toThrow(
    'was interrupted: run `npm run restore` again',
  );
  // As an operator starts it.
  const first = await runProgram('restore', [backup], { DATA_DIR: dataDir });
  expect(first.code).toBe(0);
  expect(first.output).toContain(
    `Restored ${backup} into ${dataDir}: 2 people, 2 messages, 1 of 1 pictures.`,
  );
  expect(first.output).toContain('with --end-sessions everybody has to log in again');
  await expectPair(pair);
  expect(await check()).toBe(200);

  await rm(join(backup, 'pictures'), { recursive: true });
  const restored = await put({ replaces: true, endsSessions: true });
  expect(restored).toMatchObject({ pictures: 1, lostPictures: 1 });
  expect(await check()).toBe(401);
});

test('npm run restore refuses a folder with a database until it is told, and moves that aside with its log', async () => {
  const pair = await backUpPair();
  const { email, password } = await leaveKilledServer();
  await expect(put()).rejects.toThrow(/holds duet\.db, duet\.db-wal.*: add --replace, .*\.$/);
  const { before } = await put({ replaces: true });
  await expectPair(pair);

  // What was moved aside is a data folder, with what only its log held.
  const old = await startServer({ dataDir: before ?? '' });
  const { body } = await call(old.url, 'POST', '/auth/login', {
    body: { email, password },
  });
  expect(body).toMatchObject({ success: true });
  await old.stop();

  // The log of another database is never replayed over the copy.
  await rm(dataDir, { recursive: true });
  await leaveKilledServer();
  await rm(join(dataDir, 'duet.db'));
  await expect(put()).rejects.toThrow('holds duet.db-wal');
  await put({ replaces: true });
  await expectPair(pair);
});

test('npm run restore gives no id that was given after it, has another epoch each time that it is put back, and waits for the server to stop', async () => {
  const { ada, grace } = await backUpPair();
  const given = new Set<string>();
  const epochs = new Set<string>();
  for (const text of ['first', 'second']) {
    await put({ replaces: true });
    const server = await startServer({ dataDir });
    given.add((await send(server.url, ada, grace, text))._id.slice(8));
    epochs.add(server.store.epoch());
    await expect(put({ replaces: true })).rejects.toThrow('is in use by another Duet server');
    await server.stop();
    const again = await startServer({ dataDir });
    given.add((await send(again.url, ada, grace, `${text} again`))._id.slice(8));
    epochs.add(again.store.epoch());
    await again.stop();
  }
  expect([given.size, epochs.size]).toEqual([4, 2]);
});

test('npm run new-epoch gives another epoch, and higher numbers, to what was restored by other means', async () => {
  const first = await startServer({ dataDir });
  const ada = await signUp(first.url, 'Ada');
  const grace = await signUp(first.url, 'Grace');
  const sent = await send(first.url, ada, grace, 'Before');
  const epoch = first.store.epoch();
  const renew = () => renewEpoch(join(dataDir, 'duet.db'), () => {});
  expect(renew).toThrow('is in use by another Duet server');
  await first.stop();

  renew();
  const server = await startServer({ dataDir });
  expect(server.store.epoch()).not.toBe(epoch);
  const later = await send(server.url, ada, grace, 'After');
  const numberOf = ({ _id }: { _id: string }) => Number.parseInt(_id, 16);
  expect(numberOf(later) - numberOf(sent)).toBeGreaterThan(2 ** 32);
  await server.stop();
});

test('npm run restore puts back the database alone from the copy that an upgrade keeps', async () => {
  const pair = await backUpPair();
  await put();
  const copy = join(dataDir, 'duet-schema-1.db');
  await rename(join(backup, 'duet.db'), copy);
  const server = await startServer({ dataDir });
  await signUp(server.url, 'Later');
  await server.stop();
  const counts = { people: 2, messages: 2, pictures: 1, lostPictures: 0 };
  expect(await put({ backup: copy, replaces: true })).toMatchObject(counts);
  await expectPair(pair);
});

test('npm run restore refuses what is no whole backup, or one that this program does not know, and changes nothing', async () => {
  await backUpPair();
  await leaveKilledServer();
  // The lock's own journal goes when it is taken.
  const list = async () =>
    (await readdir(dataDir)).filter((name) => !name.startsWith('duet.db.lock')).toSorted();
  const there = await list();
  const nowhere = join(folder, 'nowhere');
  const expectRefusal = async (words: RegExp, from: string) => {
    await expect(put({ backup: from, replaces: true })).rejects.toThrow(words);
    expect(await list()).toEqual(there);
  };
  await expectRefusal(/There is no database in .*nowhere\.$/, nowhere);
  await mkdir(nowhere);
  await writeFile(join(nowhere, 'duet.db'), 'no database'.repeat(1000));
  await expectRefusal(/is not a database/, nowhere);
  const database = new DatabaseSync(join(backup, 'duet.db'));
  database.exec('pragma user_version = 999');
  database.close();
  await expectRefusal(/was written by a newer Duet \(schema 999/, backup);
});
