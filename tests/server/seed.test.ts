/** `npm run seed`, run as a person runs it, and the real server on what it leaves. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PEOPLE, emailOf, SIGN_INS } from '../../server/seed/people.ts';
import { unfinishedFolder } from '../../server/seed/seed-data-folder.ts';
import { lockForOneServer } from '../../server/store/sqlite/connection.ts';
import type { AuthResponse } from '../../src/protocol/http.ts';
import { eventually } from '../support/eventually.ts';
import { startProgram } from '../support/run-program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { askFor, listPeople, readConversation, signUp } from './support/calls.ts';

const startSeed = (DATA_DIR: string) => startProgram('seed', [], { DATA_DIR });

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

const signIn = (server: TestServer, key: string) =>
  askFor<AuthResponse>(server.url, 'POST', '/auth/login', {
    body: { email: emailOf(key), password: DEMO_PASSWORD },
  });

let dataDir: string;
let firstRun: Awaited<ReturnType<typeof startSeed>['ended']>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'duet-seed-'));
  // As after a run that was killed: what was half made looks like nothing at all.
  const left = join(unfinishedFolder(dataDir), 'left by the killed run');
  await mkdir(unfinishedFolder(dataDir), { recursive: true });
  await writeFile(left, '');
  expect(await countPeople(dataDir)).toBe(0);
  const run = startSeed(dataDir);
  await eventually(() => expect(existsSync(left)).toBe(false), 5);
  await waitForUnfinished(dataDir);
  // The first moment at which a server could start.
  const unlock = await eventually(() => lockForOneServer(join(dataDir, 'duet.db')), 1);
  const names = readdirSync(dataDir).filter((name) => !name.startsWith('duet.db.lock'));
  unlock();
  expect(names.sort()).toEqual(['duet.db', 'pictures']);
  firstRun = await run.ended;
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('npm run seed fills the folder after a run that was killed, keeps servers away meanwhile, and prints sign-ins that work', async () => {
  expect(firstRun).toMatchObject({ code: 0, error: '' });
  for (const word of ['40 people', 'npm start', DEMO_PASSWORD]) {
    expect(firstRun.out).toContain(word);
  }
  expect((await readdir(dataDir)).sort()).toEqual(['duet.db', 'duet.db.lock', 'pictures']);
  const server = await startServer({ dataDir });
  for (const key of SIGN_INS) {
    expect(firstRun.out).toContain(emailOf(key));
    const { token, userData } = await signIn(server, key);
    const { users, unseenMessages } = await listPeople(server.url, { token });
    expect([...users, userData].map(({ fullName }) => fullName).sort()).toEqual(
      DEMO_PEOPLE.map(({ fullName }) => fullName).sort(),
    );
    if (key !== 'elin') continue;
    const mateo = users.find(({ fullName }) => fullName === 'Mateo Ibarra');
    const peer = { id: mateo?._id ?? '' };
    const { messages } = await readConversation(server.url, { token }, peer);
    expect(messages).toHaveLength(20_000);
    const times = messages.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort());
    const picture = messages.findLast(({ image }) => image !== undefined)?.image;
    for (const address of [mateo?.profilePic, mateo?.smallPic, picture]) {
      expect((await fetch(new URL(address ?? '', server.url))).status).toBe(200);
    }
    // Badges of 1, 12 and 99+.
    const counts = Object.values(unseenMessages).sort((first, second) => first - second);
    expect(counts).toEqual([1, 12, expect.toSatisfy((count: number) => count > 99)]);
  }
  await server.stop();
});

test('npm run seed says the second time that the demo is there, prints the sign-ins and doubles nothing', async () => {
  const again = await startSeed(dataDir).ended;
  expect(again).toMatchObject({ code: 0, error: '' });
  expect(again.out).toContain('has the demo already');
  for (const key of SIGN_INS) expect(again.out).toContain(emailOf(key));
  expect(await countPeople(dataDir)).toBe(DEMO_PEOPLE.length);
});

test('npm run seed refuses a folder on which a server runs, or with other people in its database, and changes nothing', async () => {
  const server = await startServer();
  await signUp(server.url, 'Ada');
  const running = await startSeed(server.dataDir).ended;
  expect(running.code).toBe(1);
  expect(running.error).toContain('in use by another Duet server');
  await server.stop();
  const file = join(server.dataDir, 'duet.db');
  const database = new DatabaseSync(file);
  // Also one of an earlier version.
  database.exec('pragma user_version = 1');
  database.close();
  const before = await readFile(file);
  const run = await startSeed(server.dataDir).ended;
  expect(run.code).toBe(1);
  expect(run.error).toContain('has accounts of other people (1), so nothing was changed');
  expect(before.equals(await readFile(file))).toBe(true);
  await server.close();
});
