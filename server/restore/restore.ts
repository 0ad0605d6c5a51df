/**
 * Restores a backup into a data folder. It is copied into the folder first and checked there. Only then all old files
 * are moved aside, since a log (`duet.db-wal`) of another database would be replayed over the copy. The folder itself
 * stays, since it may be a mount point. While the files are moved, `restoring/` exists and tells the server that they
 * are incomplete.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUp } from '../backup/back-up.ts';
import { refusal } from '../domain/errors.ts';
import { restoringFolder } from '../storage.ts';
import { syncFolders } from '../store/files.ts';
import { requireKnownVersion } from '../store/migrations.ts';
import { readInteger } from '../store/rows.ts';
import { copyDatabase, lockForOneServer, openForReading } from '../store/sqlite/connection.ts';
import { prepareNamedPictures } from '../store/sqlite/pictures.ts';
import {
  explainOpenError,
  readSqliteMigrations,
  readVersion,
} from '../store/sqlite/prepare-file.ts';

interface RestoreOptions {
  /** A folder made by a backup, or only its database file; then the pictures stay. */
  backup: string;
  dataFolder: string;
  /** Whether old files are moved aside; otherwise a folder with a database is refused. */
  replaces: boolean;
  /** Whether everybody has to log in again: sessions that have ended since the backup would be valid again. */
  endsSessions: boolean;
  now: Date;
}

export interface Restored {
  people: number;
  messages: number;
  /** Pictures that people and messages name, and how many of them are missing. */
  pictures: number;
  lostPictures: number;
  /** Where the old files are now. */
  before?: string;
}

const PREFIXES = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));

/** Throws a DomainError that describes the problem in one sentence; then nothing has changed. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { backup, dataFolder, replaces, endsSessions, now } = options;
  refuseForeignOwner(dataFolder);
  const isFile = statSync(backup, { throwIfNoEntry: false })?.isFile() ?? false;
  const unlock = lock(dataFolder);
  try {
    const moved = listMoved(dataFolder, isFile);
    if (moved.length > 0 && !replaces) {
      throw refusal(
        `${dataFolder} holds ${moved.join(', ')}: add --replace, and it is moved aside first.`,
      );
    }
    const copying = join(dataFolder, 'restoring.part');
    rmSync(copying, { recursive: true, force: true });
    const counts = await copy(backup, isFile, copying, isFile ? dataFolder : copying);
    if (endsSessions) endSessions(join(copying, 'duet.db'));

    const restoring = restoringFolder(dataFolder);
    rmSync(restoring, { recursive: true, force: true });
    renameSync(copying, restoring);
    const before = moveAside(dataFolder, moved, now);
    // The database last: a server finds a folder without it, or everything.
    for (const name of ['pictures', 'duet.db']) {
      if (existsSync(join(restoring, name))) {
        renameSync(join(restoring, name), join(dataFolder, name));
      }
    }
    await syncFolders(dataFolder);
    rmSync(restoring, { recursive: true });
    return { ...counts, ...(before !== undefined && { before }) };
  } finally {
    unlock();
  }
}

async function copy(backup: string, isFile: boolean, target: string, pictures: string) {
  try {
    if (isFile) {
      mkdirSync(target, { mode: 0o700 });
      reading(backup, (database) => copyDatabase(database, join(target, 'duet.db')));
    } else {
      await backUp(backup, target);
    }
    return reading(join(target, 'duet.db'), (database) => {
      requireKnownVersion(readVersion(database, backup), readSqliteMigrations(), backup);
      return count(database, join(pictures, 'pictures'));
    });
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

function endSessions(file: string): void {
  using database = new DatabaseSync(file);
  database.exec('pragma synchronous = full; delete from sessions; delete from known_places');
}

function reading<Result>(file: string, read: (database: DatabaseSync) => Result): Result {
  try {
    using database = openForReading({ file, busyTimeout: 0 });
    return read(database);
  } catch (error) {
    throw explainOpenError(error, file);
  }
}

function count(database: DatabaseSync, pictureFolder: string) {
  const row = database
    .prepare(
      'select (select count(*) from users) as people, (select count(*) from messages) as messages',
    )
    .get();
  const listNamed = prepareNamedPictures(database);
  let pictures = 0;
  let lostPictures = 0;
  for (const prefix of PREFIXES) {
    const folder = join(pictureFolder, prefix);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    const there = new Set(files.map((name) => name.replace(/\.(png|jpg)$/, '')));
    const named = listNamed(prefix);
    pictures += named.size;
    lostPictures += [...named].filter((id) => !there.has(id)).length;
  }
  return {
    people: readInteger(row ?? {}, 'people'),
    messages: readInteger(row ?? {}, 'messages'),
    pictures,
    lostPictures,
  };
}

/** Also a log without its database. Empty folders and files of no database stay. */
function listMoved(dataFolder: string, isFile: boolean): string[] {
  const names = ['duet.db', 'duet.db-wal', 'duet.db-shm', 'duet.db-journal', 'duet.db.part'];
  if (!isFile) names.push('pictures');
  return names.filter((name) => existsSync(join(dataFolder, name)));
}

/** Returns the new place; undefined if there is nothing to move. */
function moveAside(dataFolder: string, names: readonly string[], now: Date): string | undefined {
  if (names.length === 0) return undefined;
  const stamp = now.toISOString().replaceAll(':', '-').slice(0, 19);
  const before = join(dataFolder, `before-restore-${stamp}`);
  mkdirSync(before, { mode: 0o700 });
  const moved: string[] = [];
  try {
    for (const name of names) {
      renameSync(join(dataFolder, name), join(before, name));
      moved.push(name);
    }
  } catch (error) {
    // For example a folder of pictures on a mounted disk.
    for (const name of moved) renameSync(join(before, name), join(dataFolder, name));
    rmSync(before, { recursive: true });
    rmSync(restoringFolder(dataFolder), { recursive: true });
    throw error;
  }
  return before;
}

/** Creates the folder if it is missing. */
function lock(dataFolder: string): () => void {
  const file = join(dataFolder, 'duet.db');
  try {
    return lockForOneServer(file);
  } catch (error) {
    throw explainOpenError(error, file);
  }
}

/** A server that runs as another user could not use root's files. */
function refuseForeignOwner(dataFolder: string): void {
  const owner = statSync(dataFolder, { throwIfNoEntry: false })?.uid;
  if (process.getuid?.() !== 0 || owner === undefined || owner === 0) return;
  throw refusal(
    `${dataFolder} belongs to the user ${owner}, who could not read what root puts there: run this as that user (sudo -u '#${owner}' …).`,
  );
}
