import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDataFolder } from '../../server/storage.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import { openForWriting } from '../../server/store/sqlite/connection.ts';
import {
  migrate,
  readSqliteMigrations,
  requireSafeSqlite,
} from '../../server/store/sqlite/prepare-file.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { addPerson, append } from './store-contract/place.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duet-open-'));
  file = join(directory, 'duet.db');
});
afterEach(() => rm(directory, { recursive: true }));

const open = (path = file) => openSqliteStore({ file: path, clock: Date.now, busyTimeout: 50 });

/** A database with one person in it. */
async function makeDatabase(): Promise<void> {
  const store = await open();
  await addPerson(store, 'Ada');
  await store.close();
}

async function expectRefusal(opening: Promise<unknown>, words: string): Promise<void> {
  const refusal = { code: 'storageUnavailable', message: expect.stringContaining(words) };
  await expect(opening).rejects.toMatchObject(refusal);
}

function change(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe('opening the store', () => {
  test('makes the file and the directories above it', async () => {
    const store = await open(join(directory, 'deep', 'down', 'duet.db'));
    await addPerson(store, 'Ada');
    await store.close();
    expect(await readFile(join(directory, 'deep', 'down', 'duet.db'))).not.toHaveLength(0);
  });

  test('leaves one whole file behind when it is closed', async () => {
    await makeDatabase();
    await expect(readFile(`${file}-wal`)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('has each commit wait for the disk: no crash of a process shows whether it did', () => {
    const database = openForWriting({ file, busyTimeout: 0 });
    const FULL = 2;
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: FULL });
    database.close();
  });

  test('refuses a file that is no database, and leaves it as it is', async () => {
    await writeFile(file, 'Dear diary, '.repeat(1000));
    const remedy = 'restore a backup, or choose another data directory.';
    await expectRefusal(open(), `${file} is not a database: ${remedy}`);
    expect(await readFile(file, 'utf8')).toBe('Dear diary, '.repeat(1000));
  });

  test('refuses the database of another program, and leaves it as it is', async () => {
    change('create table recipes (name text)');
    await expectRefusal(open(), `${file} is the database of another program`);
    change('insert into recipes values (1)');
  });

  test('refuses a damaged file', async () => {
    await makeDatabase();
    await truncate(file, 8192);
    await expectRefusal(open(), `${file} is damaged`);
  });

  test('refuses an SQLite in which two connections can corrupt the file, and says what is needed', () => {
    const database = new DatabaseSync(':memory:');
    let version = '';
    // As an older library would answer.
    database.function('sqlite_version', () => version);
    const check = (written: string) => {
      version = written;
      requireSafeSqlite(database);
    };
    for (const old of ['2.99.99', '3.9.9', '3.50.10', '3.51.2', '3.51']) {
      expect(() => check(old)).toThrow(`SQLite ${old} is too old: Duet needs 3.51.3 or newer`);
    }
    for (const safe of ['3.51.3', '3.51.10', '3.52.0', '4.0.0']) check(safe);
    database.close();
  });

  test('tells that a database is new, and says nothing of one that was there', async () => {
    const notes: string[] = [];
    const openFolder = async () => {
      const { store } = await openDataFolder(directory, Date.now, (what) => void notes.push(what));
      await store.close();
    };
    await writeFile(file, '');
    await openFolder();
    await openFolder();
    expect(notes).toEqual([expect.stringContaining(`A new database was made in ${directory}.`)]);
  });

  test.skipIf(process.platform === 'win32')(
    'tells that others can look into a folder that somebody else made',
    async () => {
      const notes: string[] = [];
      await chmod(directory, 0o755);
      const note = (what: string) => void notes.push(what);
      await (await openDataFolder(directory, Date.now, note)).store.close();
      expect(notes).toContain(
        `Other users of this machine can look into ${directory}: chmod 700 ${directory}`,
      );
    },
  );

  test('tells that the pictures of its messages are not there, once, and goes on without', async () => {
    const notes: string[] = [];
    const openFolder = () => openDataFolder(directory, Date.now, (what) => void notes.push(what));
    const { store, pictures } = await openFolder();
    const ada = await addPerson(store, 'Ada');
    const ben = await addPerson(store, 'Ben');
    const bytes = new Uint8Array(9);
    const picture = await pictures.save({ bytes, type: 'image/png', width: 1, height: 1 });
    await append(store, { senderId: ada._id, receiverId: ben._id, picture });
    await store.close();
    await (await openFolder()).store.close();
    expect(notes.splice(0)).toEqual([expect.stringContaining('A new database was made')]);

    await rm(join(directory, 'pictures'), { recursive: true });
    await (await openFolder()).store.close();
    expect(notes).toEqual([expect.stringContaining(`${join(directory, 'pictures')} is missing`)]);
  });

  test('refuses to make a new database beside pictures, and leaves them alone', async () => {
    const shelf = join(directory, 'pictures', 'ab');
    await mkdir(shelf, { recursive: true });
    const { store } = await openDataFolder(directory, Date.now);
    await store.close();
    await rm(file);
    await writeFile(join(shelf, `ab${'0'.repeat(30)}.png`), 'picture');
    for (const prepare of [async () => {}, () => writeFile(file, '')]) {
      await prepare();
      await expectRefusal(
        openDataFolder(directory, Date.now),
        `${directory} holds pictures, but no database: mount the disk that has it, or restore`,
      );
    }
    expect((await stat(file)).size).toBe(0);
    expect(await readdir(shelf)).toHaveLength(1);
  });

  test('refuses a database of a newer version', async () => {
    await makeDatabase();
    change('pragma user_version = 999');
    await expectRefusal(open(), `${file} was written by a newer Duet (schema 999`);
  });

  test('refuses a database of an older version, and leaves it as it is', async () => {
    await makeDatabase();
    change('pragma user_version = 18');
    const before = await readFile(file);
    await expectRefusal(open(), `${file} was written by a Duet from before the first release`);
    expect(before.equals(await readFile(file))).toBe(true);
    expect((await readdir(directory)).toSorted()).toEqual(['duet.db', 'duet.db.lock']);
  });

  test('carries out a later migration once, and keeps the database as it was', async () => {
    await makeDatabase();
    const { newest } = readSqliteMigrations();
    const later = pathToFileURL(join(directory, 'later/'));
    await cp(new URL('../../server/store/sqlite/migrations/', import.meta.url), later, {
      recursive: true,
    });
    const sql = 'create table made_up (id integer); insert into made_up values (1);';
    await writeFile(new URL(`00${newest + 1}-made-up.sql`, later), sql);
    const notes: string[] = [];
    const read = (path: string, statement: string) => {
      const database = openForWriting({ file: path, busyTimeout: 50 });
      migrate(database, path, (what) => notes.push(what), readMigrations(later));
      const rows = database.prepare(statement).all();
      database.close();
      return rows;
    };
    for (const _ of [1, 2]) {
      expect(read(file, 'select id from made_up')).toEqual([{ id: 1 }]);
      expect(read(file, 'select full_name from users')).toEqual([{ full_name: 'Ada' }]);
    }
    const copy = join(directory, `duet-schema-${newest}.db`);
    expect(notes).toEqual([expect.stringContaining(copy)]);
    await expectRefusal(open(), `${file} was written by a newer Duet (schema ${newest + 1}`);
    await (await open(copy)).close();
    const kept = new DatabaseSync(copy);
    expect(kept.prepare('select full_name from users').all()).toEqual([{ full_name: 'Ada' }]);
    kept.close();
  });

  test('refuses a file that another program has locked, and opens it when it is free', async () => {
    await makeDatabase();
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await expectRefusal(open(), `${file} is locked by another program`);

    other.close();
    await (await open()).close();
  });

  test('refuses a second server on the same file, until the first has stopped', async () => {
    const first = await open();
    await expectRefusal(open(), `${file} is in use by another Duet server`);

    await first.close();
    await (await open()).close();
  });

  // Windows knows no such modes.
  test.skipIf(process.platform === 'win32')(
    'makes a data folder that no other user of the machine can look into',
    async () => {
      const folder = join(directory, 'data');
      const { store } = await openDataFolder(folder, Date.now);
      await store.close();
      expect((await stat(folder)).mode & 0o077).toBe(0);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'makes a database that no other user can read, also in a folder that others can look into',
    async () => {
      const folder = join(directory, 'open');
      await mkdir(folder, { mode: 0o755 });
      const { store } = await openDataFolder(folder, Date.now);
      const files = await readdir(folder);
      const modes = await Promise.all(
        files.map(async (name) => (await stat(join(folder, name))).mode),
      );
      await store.close();
      expect(files).toContain('duet.db-wal');
      for (const [index, mode] of modes.entries()) expect(mode & 0o077, files[index]).toBe(0);
    },
  );

  test('refuses a place that cannot be a directory', async () => {
    await writeFile(join(directory, 'occupied'), '');
    const inside = join(directory, 'occupied', 'duet.db');
    await expectRefusal(open(inside), `${join(directory, 'occupied')} cannot be written to`);
  });

  // To the administrator every directory is open.
  test.skipIf(process.getuid?.() === 0)(
    'refuses a directory that it may not write to',
    async () => {
      await chmod(directory, 0o500);
      await expectRefusal(open(), `${directory} cannot be written to`);
      await chmod(directory, 0o700);
    },
  );
});
