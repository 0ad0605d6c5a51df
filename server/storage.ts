/** Where all data is stored: in the database of `DATABASE_URL`, or in the folder `DATA_DIR`. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { RepairNeeded } from './domain/errors.ts';
import type { PictureStore, SweepPictures } from './domain/ports/pictures.ts';
import type { Clock, Report, Store } from './domain/ports/store.ts';
import type { ReadSource } from './reader/jobs.ts';
import { keepReserve, type ReadDisk } from './store/disk-reserve.ts';
import { hasCode, readLastBackup } from './store/files.ts';
import type { Notify } from './store/migrations.ts';
import { openPictureStore } from './store/pictures.ts';
import { readSqliteMigrations } from './store/sqlite/prepare-file.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import { createPictureSweep } from './store/sweep-pictures.ts';

interface Opened {
  store: Store;
  /** What the reader thread needs to open the same data. */
  source: ReadSource;
  pictures: PictureStore;
  sweepPictures: SweepPictures;
}

const READER_CONNECTIONS = 2;
const LOCK_CONNECTIONS = 1;

/**
 * Rejects with a DomainError or a system error that names the problem. `report` gets later failures that no caller
 * gets; `notify` gets what the operator must know about this start.
 */
export async function openStorage(
  config: Pick<
    Config,
    'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'DATA_DIR' | 'MAX_PICTURE_BYTES_TOTAL' | 'REDIS_URL'
  >,
  clock: Clock,
  report: Report,
  notify: Notify,
): Promise<Opened> {
  const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections, DATA_DIR } = config;
  if (url === null) return openDataFolder(DATA_DIR, clock, notify);
  // Imported on demand: the embedded store does not load a database client that it does not use.
  const { openPostgresStore } = await import('./store/postgres/store.ts');
  const { MAX_PICTURE_BYTES_TOTAL: pictureBytes } = config;
  const own = connections - READER_CONNECTIONS - LOCK_CONNECTIONS;
  const options = { url, clock, connections: own, pictureBytes, notify };
  const source = { engine: 'postgres', url, connections: READER_CONNECTIONS } as const;
  // Before migrations: an older version may be using the schema.
  const { lockForNodes } = await import('./store/postgres/node-lock.ts');
  const unlock = await lockForNodes(url, { isAlone: config.REDIS_URL === null, report });
  try {
    const opened = await openPostgresStore(options);
    const close = () => opened.store.close().then(unlock);
    return { ...opened, store: { ...opened.store, close }, source };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Facts about the place of the data, as `Metrics.addPlace` needs them. */
export async function describePlace({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (DATABASE_URL !== null) {
    const { readPostgresMigrations } = await import('./store/postgres/prepare-database.ts');
    return { schemaVersion: readPostgresMigrations().newest };
  }
  return {
    schemaVersion: readSqliteMigrations().newest,
    folder: DATA_DIR,
    readLastBackup: () => readLastBackup(DATA_DIR),
  };
}

/**
 * Opens `DATA_DIR`: `duet.db` (SQLite, with its own files beside it) and `pictures/`. Rejects as above. `notify` is told of
 * a new database or missing pictures, which may mean that a disk is not mounted, and of schema changes.
 */
export async function openDataFolder(
  folder: string,
  clock: Clock,
  notify: Notify = () => {},
  now?: () => number,
  readDisk?: ReadDisk,
): Promise<Opened> {
  refuseUnfinishedCopy(folder);
  const file = join(folder, 'duet.db');
  const isNew = !statSync(file, { throwIfNoEntry: false })?.size;
  if (isNew) refuseOwnerlessPictures(folder);
  // Readable by its owner only: it contains messages and password hashes.
  makeFolder(folder);
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) {
    notify(`Other users of this machine can look into ${folder}: chmod 700 ${folder}`);
  }
  const opened = await openSqliteStore({ file, clock, notify });
  const store = keepReserve(opened, folder, {
    now: now ?? (() => performance.now()),
    ...(readDisk && { readDisk }),
  });
  if (isNew) {
    notify(
      `A new database was made in ${folder}. If people had accounts before, stop this server: DATA_DIR names another folder, or the disk with the data is not mounted.`,
      // The first start of every server says so: nobody need do anything.
      'info',
    );
  }
  const directory = join(folder, 'pictures');
  // Every id has the empty prefix. They are listed only if something is wrong, or no picture was sent yet.
  if (!existsSync(directory) && (await store.listNamedPictures('')).size > 0) {
    notify(
      `${directory} is missing, but messages have pictures: if it lies on a disk of its own, stop this server and mount that.`,
    );
  }
  return {
    store,
    source: { engine: 'sqlite', file },
    pictures: openPictureStore(directory),
    sweepPictures: createPictureSweep(directory, store.listNamedPictures, clock),
  };
}

/** During a restore, its files are here before they are moved into place. */
export const restoringFolder = (folder: string) => join(folder, 'restoring');

export function refuseUnfinishedCopy(folder: string): void {
  if (existsSync(join(folder, 'duet.db.part'))) {
    throw new RepairNeeded(`${folder} holds a backup that was broken off: take another.`);
  }
  if (existsSync(restoringFolder(folder))) {
    throw new RepairNeeded(
      `A restore into ${folder} was interrupted: run \`npm run restore\` again, with --replace.`,
    );
  }
}

/** A new database has no rows for the existing pictures, so they would be deleted in a week. */
function refuseOwnerlessPictures(folder: string): void {
  const pictures = join(folder, 'pictures');
  if (!existsSync(pictures)) return;
  const entries = readdirSync(pictures, { recursive: true, withFileTypes: true });
  if (!entries.some((entry) => entry.isFile())) return;
  throw new RepairNeeded(
    `${folder} holds pictures, but no database: mount the disk that has it, or restore a backup with \`npm run restore\`. To begin anew, move ${pictures} away.`,
  );
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (['EEXIST', 'ENOTDIR'].some((code) => hasCode(error, code))) {
      throw new RepairNeeded(
        `${folder}, or a part of this path, is a file: name a folder in DATA_DIR.`,
      );
    }
    if (['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(error, code))) {
      throw new RepairNeeded(
        `${folder} cannot be made by this user: make it for the user who runs Duet, or name another folder in DATA_DIR.`,
      );
    }
    throw error;
  }
}
