/** What the person who starts a node is told when PostgreSQL cannot be used. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '../../server/store/migrations.ts';
import { connect } from '../../server/store/postgres/database.ts';
import { migrate, readPostgresMigrations } from '../../server/store/postgres/prepare-database.ts';
import { openPostgresStore } from '../../server/store/postgres/store.ts';
import { addPerson } from '../server/store-contract/place.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { inheritEnvironment } from '../support/inherited-environment.ts';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';
import { startServerProcess } from '../support/server-process.ts';

const root = join(import.meta.dirname, '../..');

describeWithEngines(['PostgreSQL'], 'a node that cannot use PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startOwnPostgres();
    url = await server.createDatabase();
    await server.run(url, "create role guarded login password 'right'");
  });
  afterAll(() => server?.dispose());

  const withUrl = (change: (address: URL) => void) => {
    const address = new URL(url);
    change(address);
    return address.href;
  };
  const expectRefusal = async (address: string, words: RegExp) => {
    const refusal = { code: 'storageUnavailable', message: expect.stringMatching(words) };
    await expect(openNode(address)).rejects.toMatchObject(refusal);
  };

  test('ends with one sentence and exit code 78, which tells no password', async () => {
    const address = withUrl((each) => {
      each.username = 'guarded';
      each.password = 'wrong';
    });
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

  test('is told that nothing answers at the address', async () => {
    const port = await findFreePort();
    await expectRefusal(
      `postgres://duet@127.0.0.1:${port}/duet`,
      /cannot be reached .*DATABASE_URL/,
    );
    await expectRefusal('postgres://duet@no-such-host.invalid/duet', /cannot be reached/);
  });

  test('is told that there is no such database', async () => {
    const address = withUrl((each) => {
      each.pathname = '/elsewhere';
    });
    await expectRefusal(address, /has no database "elsewhere"/);
  });

  test('is told that it may not make tables', async () => {
    const address = withUrl((each) => {
      each.username = 'guarded';
      each.password = 'right';
    });
    await expectRefusal(address, /"guarded" may not make tables/);
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

  test('is told that the database takes no changes', async () => {
    const standby = await server.createDatabase();
    await server.run(
      standby,
      `alter database ${new URL(standby).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await expectRefusal(standby, /is read-only/);
  });

  test('is told that the database cannot hold every text', async () => {
    const name = 'bytes_only';
    await server.run(url, `create database ${name} encoding 'SQL_ASCII' template template0`);
    const address = withUrl((each) => {
      each.pathname = `/${name}`;
    });
    await expectRefusal(address, /keeps text as SQL_ASCII/);
  });

  test('is told which setting would lose acknowledged messages', async () => {
    const careless = await server.createDatabase();
    const name = new URL(careless).pathname.slice(1);
    await server.run(careless, `alter database ${name} set synchronous_commit = off`);
    await expectRefusal(careless, /synchronous_commit = off.* acknowledged/);
    await server.run(careless, `alter database ${name} set synchronous_commit = local`);
    await (await openNode(careless)).store.close();

    const change = async (value: string) => {
      await server.run(careless, `alter system set fsync = ${value}`);
      await server.run(careless, 'select pg_reload_conf()');
      const isSet = async () => (await server.run(careless, 'show fsync'))[0]?.fsync;
      await expect.poll(isSet).toBe(value);
    };
    await change('off');
    await expectRefusal(careless, /fsync = off/);
    await change('on');
  });

  test('is told which isolation makes writes fail', async () => {
    const strict = await server.createDatabase();
    const name = new URL(strict).pathname.slice(1);
    const change = (level: string) =>
      server.run(strict, `alter database ${name} set default_transaction_isolation = '${level}'`);
    await change('serializable');
    await expectRefusal(strict, /default_transaction_isolation = serializable/);
    await change('read committed');
    await (await openNode(strict)).store.close();
  });

  test('makes its tables under time-outs that the database has for its clients', async () => {
    const hasty = await server.createDatabase();
    const name = new URL(hasty).pathname.slice(1);
    await server.run(hasty, `alter database ${name} set statement_timeout = 1`);
    await (await openNode(hasty)).store.close();
  });

  test('is refused while another one uses the database, and neither has Redis', async () => {
    const DATABASE_URL = await server.createDatabase();
    const first = await startServerProcess({ DATABASE_URL });
    try {
      await expect(startServerProcess({ DATABASE_URL })).rejects.toThrow(
        /Another Duet server uses this database.* REDIS_URL/,
      );
      expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
      // Not by one that was killed.
      await first.kill();
      await first.start();
    } finally {
      await first.dispose();
    }
  });

  test('says in its log why Redis cannot be used, and what to do', async () => {
    const REDIS_URL = `redis://127.0.0.1:${await findFreePort()}`;
    const node = await startServerProcess({
      DATABASE_URL: await server.createDatabase(),
      REDIS_URL,
    });
    try {
      const line = node
        .readOutput()
        .split('\n')
        .find((each) => each.includes('Redis is away'));
      expect(line).toContain('ECONNREFUSED');
      expect(line).toContain('"remedy":"see that Redis runs');
    } finally {
      await node.dispose();
    }
  });
});

describeWithEngines(['PostgreSQL'], 'a node that starts', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startOwnPostgres();
  });
  afterAll(() => server?.dispose());

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

  test('tells that its database was new, and nothing of one that was there', async () => {
    const url = await server.createDatabase();
    expect(await listNotes(url)).toEqual([
      expect.stringContaining('The tables of a new server were made'),
    ]);
    expect(await listNotes(url)).toEqual([]);
  });

  test('carries out a later migration once, and tells of it', async () => {
    const url = await server.createDatabase();
    await listNotes(url);
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
