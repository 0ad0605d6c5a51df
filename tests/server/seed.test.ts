/** `npm run seed`, run as a person runs it, and the real server on what it leaves. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf, SIGN_INS } from '../../server/seed/people.ts';
import { unfinishedFolder } from '../../server/seed/seed-data-folder.ts';
import { lockForOneServer } from '../../server/store/sqlite/connection.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { AuthResponse, ConversationResponse, UsersResponse } from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import { inheritEnvironment } from '../support/inherited-environment.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { addPerson } from './store-contract/place.ts';
import { call, signUp } from './support/calls.ts';

interface Run {
  child: ChildProcess;
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

function startSeed(dataDir: string): Run {
  const child = spawn(process.execPath, ['server/launch.mjs', 'seed'], {
    env: { ...inheritEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then(
    (code) => ({ code, stdout, stderr }),
  );
  return { child, ended };
}

/** Resolves while the demo is being made, before it is complete. */
const waitForUnfinished = (dataDir: string) =>
  eventually(() => expect(existsSync(join(unfinishedFolder(dataDir), 'pictures'))).toBe(true), 5);

async function countPeople(dataDir: string): Promise<number> {
  await (await startServer({ dataDir })).stop();
  const database = new DatabaseSync(join(dataDir, 'duet.db'), { readOnly: true });
  const people = database.prepare('select id from users').all();
  database.close();
  return people.length;
}

async function signIn(server: TestServer, key: string) {
  const { body } = await call<AuthResponse>(server.url, 'POST', '/auth/login', {
    body: { email: emailOf(key), password: DEMO_PASSWORD },
  });
  if (!body.success) throw new Error(body.message);
  return { token: body.token, user: body.userData };
}

async function listUsers(server: TestServer, token: string) {
  const { body } = await call<UsersResponse>(server.url, 'GET', '/messages/users', { token });
  if (!body.success) throw new Error(body.message);
  return body;
}

describe('npm run seed', () => {
  let dataDir: string;
  let firstRun: Awaited<Run['ended']>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'duet-seed-'));
    const killed = startSeed(dataDir);
    await waitForUnfinished(dataDir);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // What was half made looks like nothing at all.
    expect(await countPeople(dataDir)).toBe(0);
    firstRun = await startSeed(dataDir).ended;
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test('after a run that was killed, fills the folder and leaves nothing unfinished', async () => {
    expect(firstRun).toMatchObject({ code: 0, stderr: '' });
    expect(firstRun.stdout).toContain('40 people');
    expect(firstRun.stdout).toContain('npm start');
    expect((await readdir(dataDir)).sort()).toEqual(['duet.db', 'duet.db.lock', 'pictures']);
  });

  test('prints sign-ins that work, and everybody else is in the list', async () => {
    const server = await startServer({ dataDir });
    for (const key of SIGN_INS) {
      expect(firstRun.stdout).toContain(emailOf(key));
      const { token, user } = await signIn(server, key);
      const { users } = await listUsers(server, token);
      expect([...users, user].map(({ fullName }) => fullName).sort()).toEqual(
        DEMO_PEOPLE.map(({ fullName }) => fullName).sort(),
      );
    }
    expect(firstRun.stdout).toContain(DEMO_PASSWORD);
    await server.stop();
  });

  test('gives Elin badges of 1, 12 and 99+', async () => {
    const server = await startServer({ dataDir });
    const { token } = await signIn(server, 'elin');
    const { unseenMessages } = await listUsers(server, token);
    const counts = Object.values(unseenMessages).sort((first, second) => first - second);
    expect(counts).toEqual([1, 12, expect.toSatisfy((count: number) => count > 99)]);
    await server.stop();
  });

  test('stores the longest conversation whole, in order, with pictures that can be seen', async () => {
    const server = await startServer({ dataDir });
    const { token } = await signIn(server, 'elin');
    const { users } = await listUsers(server, token);
    const mateo = users.find(({ fullName }) => fullName === 'Mateo Ibarra');
    const { body } = await call<ConversationResponse>(
      server.url,
      'GET',
      `/messages/${mateo?._id}?peek=true`,
      { token },
    );
    if (!body.success) throw new Error(body.message);
    expect(body.messages).toHaveLength(20_000);
    const times = body.messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());

    const pictures = body.messages.filter(({ image }) => image !== undefined);
    expect(pictures.length).toBeGreaterThan(200);
    for (const address of [mateo?.profilePic, mateo?.smallPic, pictures.at(-1)?.image]) {
      const answer = await fetch(new URL(address ?? '', server.url));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
    }
    await server.stop();
  });

  test('run again, says that the demo is there, prints the sign-ins and doubles nothing', async () => {
    const again = await startSeed(dataDir).ended;
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain('has the demo already');
    for (const key of SIGN_INS) expect(again.stdout).toContain(emailOf(key));
    expect(await countPeople(dataDir)).toBe(DEMO_PEOPLE.length);
  });
});

describe('npm run seed, where it must not go', () => {
  test('refuses a database with other people in it, and changes nothing', async () => {
    const server = await startServer();
    const ada = await signUp(server.url, 'Ada');
    await server.stop();
    const run = await startSeed(server.dataDir).ended;
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('has accounts of other people (1), so nothing was changed');
    expect(await countPeople(server.dataDir)).toBe(1);
    const reopened = await startServer({ dataDir: server.dataDir });
    expect((await reopened.store.findUser(ada.id))?.fullName).toBe('Ada');
    await reopened.close();
  });

  test('refuses a folder on which a server runs', async () => {
    const server = await startServer();
    const run = await startSeed(server.dataDir).ended;
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('in use by another Duet server');
    await server.close();
  });

  test('leaves a database of an earlier version as it is', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'duet-seed-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const file = join(dataDir, 'duet.db');
    const store = await openSqliteStore({ file, clock: Date.now });
    await addPerson(store, 'Ada');
    await store.close();
    const database = new DatabaseSync(file);
    database.exec('pragma user_version = 1');
    database.close();
    const before = await readFile(file);
    const run = await startSeed(dataDir).ended;
    expect(run.stderr).toContain('has accounts of other people (1), so nothing was changed');
    expect(before.equals(await readFile(file))).toBe(true);
    expect((await readdir(dataDir)).sort()).toEqual(['duet.db', 'duet.db.lock']);
  });

  test('says in one sentence that a folder cannot be made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'duet-seed-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'occupied'), '');
    const run = await startSeed(join(folder, 'occupied', 'data')).ended;
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^The demo cannot be made: .*\.\n$/);
  });

  test('keeps servers away until the demo is in its place', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'duet-seed-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const run = startSeed(dataDir);
    await waitForUnfinished(dataDir);
    // The first moment at which a server could start.
    const unlock = await eventually(() => lockForOneServer(join(dataDir, 'duet.db')), 1);
    const names = readdirSync(dataDir).filter((name) => !name.startsWith('duet.db.lock'));
    unlock();
    expect(names.sort()).toEqual(['duet.db', 'pictures']);
    expect(await run.ended).toMatchObject({ code: 0 });
  });
});
