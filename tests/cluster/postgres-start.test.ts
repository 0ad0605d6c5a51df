/** What the person who starts a node is told when PostgreSQL cannot be used. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test as inOrder } from 'vitest';
import { readMigrations } from '../../server/store/migrations.ts';
import { connect } from '../../server/store/postgres/database.ts';
import { lockForNodes } from '../../server/store/postgres/node-lock.ts';
import { migrate, readPostgresMigrations } from '../../server/store/postgres/prepare-database.ts';
import { openPostgresStore } from '../../server/store/postgres/store.ts';
import { addPerson } from '../server/store-contract/place.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { findFreePort } from '../support/free-port.ts';
import { inheritEnvironment } from '../support/inherited-environment.ts';
import { openNode } from '../support/postgres-store.ts';

const root = join(import.meta.dirname, '../..');

/** Each has a database of its own, and some wait. */
const test = inOrder.concurrent;

describeOnPostgres('a node that starts on PostgreSQL', (server) => {
  let url: string;
  beforeAll(async () => {
    url = await server.createDatabase();
    await server.run(url, "create role guarded login password 'right'");
  });

  const withUrl = (parts: { username?: string; password?: string; pathname?: string }) =>
    Object.assign(new URL(url), parts).href;
  const expectRefusal = async (address: string, words: RegExp) => {
    const refusal = { code: 'storageUnavailable', message: expect.stringMatching(words) };
    await expect(openNode(address)).rejects.toMatchObject(refusal);
  };

  test('ends with one sentence and exit code 78, which tells no password', async () => {
    const address = withUrl({ username: 'guarded', password: 'wrong' });
    const environment = { ...inheritEnvironment(), DATABASE_URL: address, PORT: '0' };
    const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const options = { cwd: root, env: environment };
      execFile(process.execPath, ['server/launch.mjs'], options, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    expect(ended.code).toBe(78);
    expect(ended.stderr).toMatch(/^PostgreSQL at .+ does not let "guarded" in: check .+\.\n$/);
    expect(ended.stderr).not.toContain('wrong');
  });

  test('is told what is wrong with the address or the user', async () => {
    const port = await findFreePort();
    const nobody = `postgres://duet@127.0.0.1:${port}/duet`;
    await expectRefusal(nobody, /cannot be reached .*DATABASE_URL/);
    await expectRefusal('postgres://duet@no-such-host.invalid/duet', /cannot be reached/);
    await expectRefusal(withUrl({ pathname: '/elsewhere' }), /has no database "elsewhere"/);
    const guarded = withUrl({ username: 'guarded', password: 'right' });
    await expectRefusal(guarded, /"guarded" may not make tables/);
  });

  test('is told that the database is another program’s, and leaves it as it is', async () => {
    const other = await server.createDatabase();
    await server.run(other, 'create table recipes (name text)');
    await expectRefusal(other, /holds tables of another program/);
    expect(await server.run(other, 'select * from recipes')).toEqual([]);
  });

  test('is told that the database is of a newer version', async () => {
    const newer = await server.createDatabase();
    await (await openNode(newer)).store.close();
    await server.run(newer, 'update duet_schema set version = 999');
    await expectRefusal(newer, /written by a newer Duet \(schema 999/);
    await server.run(newer, 'update duet_schema set version = 17');
    await expectRefusal(newer, /written by a Duet from before the first release \(schema 17/);
  });

  test('is told that the database cannot hold every text', async () => {
    const name = 'bytes_only';
    await server.run(url, `create database ${name} encoding 'SQL_ASCII' template template0`);
    await expectRefusal(withUrl({ pathname: `/${name}` }), /keeps text as SQL_ASCII/);
  });

  test.each([
    ['default_transaction_read_only = on', /is read-only/],
    ['synchronous_commit = off', /synchronous_commit = off.* acknowledged/],
    ['synchronous_commit = local', undefined],
    [
      "default_transaction_isolation = 'serializable'",
      /default_transaction_isolation = serializable/,
    ],
    ["default_transaction_isolation = 'read committed'", undefined],
    // Its tables are made all the same.
    ['statement_timeout = 1', undefined],
  ])('is told of a setting that makes writes fail or be lost: %s', async (setting, words) => {
    const database = await server.createDatabase();
    const name = new URL(database).pathname.slice(1);
    await server.run(database, `alter database ${name} set ${setting}`);
    if (words) await expectRefusal(database, words);
    else await (await openNode(database)).store.close();
  });

  test('is refused while another one uses the database, unless both have Redis', async () => {
    const database = await server.createDatabase();
    const lock = (isAlone: boolean) =>
      lockForNodes(database, { isAlone, report: async () => undefined });
    const unlock = await lock(true);
    await expect(lock(false)).rejects.toThrow(/Another Duet server uses this database.* REDIS_URL/);
    await unlock();
    for (const each of [await lock(false), await lock(false)]) await each();
  });

  const listNotes = async (url: string) => {
    const notes: string[] = [];
    const note = (what: string) => void notes.push(what);
    const options = { clock: Date.now, connections: 4, pictureBytes: 0, report: console.error };
    const { store } = await openPostgresStore({ ...options, url, notify: note });
    await store.close();
    return notes;
  };

  test('goes on reading while all connections for writes wait for the database', async () => {
    const url = await server.createDatabase();
    const { store } = await openNode(url);
    const ada = await addPerson(store, 'Ada');
    const holder = await connect(url);
    await holder.query('begin; lock table users in exclusive mode');
    const writes = Array.from({ length: 20 }, () =>
      store.setLastSeen(ada._id, Date.now()).catch(() => undefined),
    );
    try {
      expect(await store.findUser(ada._id)).toMatchObject({ fullName: 'Ada' });
      expect(await store.findMessage(ada._id, '0'.repeat(24))).toBeUndefined();
    } finally {
      await holder.query('rollback');
      await holder.end();
      await Promise.all(writes);
      await store.close();
    }
  });

  test('tells that its database was new, carries out a later migration once, and tells of that', async ({
    onTestFinished,
  }) => {
    const url = await server.createDatabase();
    expect(await listNotes(url)).toEqual([
      expect.stringContaining('The tables of a new server were made'),
    ]);
    expect(await listNotes(url)).toEqual([]);
    const folder = await mkdtemp(join(tmpdir(), 'duet-migrations-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(join(root, 'server/store/postgres/migrations'), folder, { recursive: true });
    const { newest } = readPostgresMigrations();
    const sql = 'create table made_up (id integer); insert into made_up values (1);';
    await writeFile(join(folder, `00${newest + 1}-made-up.sql`), sql);
    const notes: string[] = [];
    const client = await connect(url);
    onTestFinished(() => client.end());
    for (const _ of [1, 2]) {
      const migrations = readMigrations(pathToFileURL(`${folder}/`));
      await migrate(client, (what) => notes.push(what), migrations);
      expect((await client.query('select id from made_up')).rows).toEqual([{ id: 1 }]);
    }
    expect(notes).toEqual([`The schema of the database changed from ${newest} to ${newest + 1}.`]);
  });
});
