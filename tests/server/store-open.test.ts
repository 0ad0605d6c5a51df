import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { openDataFolder } from '../../server/storage.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import { openForWriting } from '../../server/store/sqlite/connection.ts';
import {
  migrate,
  readSqliteMigrations,
  requireSafeSqlite,
} from '../../server/store/sqlite/prepare-file.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { makeFolder } from '../support/make-folder.ts';
import { addPerson, append } from './store-contract/place.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await makeFolder();
  file = join(directory, 'duet.db');
});

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

test('Each commit waits for the disk: no crash of a process shows whether it did', () => {
  const database = openForWriting({ file, busyTimeout: 0 });
  const FULL = 2;
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: FULL });
  database.close();
});

test('Opening the store refuses a file that is no database, is damaged, or is of another program or version, and leaves it as it is', async () => {
  await makeDatabase();
  const whole = await readFile(file);
  const expectUnchanged = async (words: string) => {
    const before = await readFile(file);
    await expectRefusal(open(), `${file} ${words}`);
    expect(before.equals(await readFile(file))).toBe(true);
  };
  change('pragma user_version = 999');
  await expectUnchanged('was written by a newer Duet (schema 999');
  change('pragma user_version = 18');
  await expectUnchanged('was written by a Duet from before the first release');
  expect((await readdir(directory)).toSorted()).toEqual(['duet.db', 'duet.db.lock']);
  await writeFile(file, 'Dear diary, '.repeat(1000));
  await expectUnchanged('is not a database: restore a backup, or choose another data directory.');
  await writeFile(file, whole.subarray(0, 8192));
  await expectRefusal(open(), `${file} is damaged`);
  await rm(file);
  change('create table recipes (name text)');
  await expectRefusal(open(), `${file} is the database of another program`);
  change('insert into recipes values (1)');
});

test('Opening the store refuses an SQLite in which two connections can corrupt the file, and says what is needed', () => {
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

test('Opening the store tells that a database is new, that others can look into its folder, and that its pictures are missing', async () => {
  const notes: string[] = [];
  const openFolder = () => openDataFolder(directory, Date.now, (what) => void notes.push(what));
  await writeFile(file, '');
  const { store, pictures } = await openFolder();
  const ada = await addPerson(store, 'Ada');
  const ben = await addPerson(store, 'Ben');
  const bytes = new Uint8Array(9);
  const picture = await pictures.save({ bytes, type: 'image/png', width: 1, height: 1 });
  await append(store, { senderId: ada._id, receiverId: ben._id, picture });
  await store.close();
  const made = `A new database was made in ${directory}.`;
  expect(notes.splice(0)).toEqual([expect.stringContaining(made)]);

  await (await openFolder()).store.close();
  expect(notes).toEqual([]);
  await chmod(directory, 0o755);
  await rm(join(directory, 'pictures'), { recursive: true });
  await (await openFolder()).store.close();
  expect(notes).toContainEqual(
    expect.stringContaining(`${join(directory, 'pictures')} is missing`),
  );
  if (process.platform === 'win32') return;
  const look = `Other users of this machine can look into ${directory}: chmod 700 ${directory}`;
  expect(notes).toContain(look);
});

test('Opening the store refuses to make a new database beside pictures, and leaves them alone', async () => {
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

test('Opening the store carries out a later migration once, and keeps the database as it was', async () => {
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

test('Opening the store refuses a file that another program or server has, until that lets go of it', async () => {
  await makeDatabase();
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  await expectRefusal(open(), `${file} is locked by another program`);
  other.close();
  const first = await open();
  await expectRefusal(open(), `${file} is in use by another Duet server`);
  await first.close();
  await (await open()).close();
});

// Windows knows no such modes.
test.skipIf(process.platform === 'win32')(
  'Opening the store makes a folder, and in any folder a database, that no other user of the machine can read',
  async () => {
    const folder = join(directory, 'data');
    await (await openDataFolder(folder, Date.now)).store.close();
    expect((await stat(folder)).mode & 0o077).toBe(0);
    const shared = join(directory, 'open');
    await mkdir(shared, { mode: 0o755 });
    const { store } = await openDataFolder(shared, Date.now);
    const files = await readdir(shared);
    expect(files).toContain('duet.db-wal');
    for (const name of files) {
      expect((await stat(join(shared, name))).mode & 0o077, name).toBe(0);
    }
    await store.close();
  },
);
