/**
 * Copies a data folder while its server runs: one state of the database, and the pictures that it names. Pictures are
 * copied before the database, since one may be deleted just after, and again those that are new: a picture is stored
 * before its row. So only a picture that came and went during the copy can be missing. `duet.db` gets
 * its name last, when everything is on disk: an interrupted copy has no `duet.db`. The copy is a data folder: a server
 * started on it continues from that moment.
 */
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { refusal } from '../domain/errors.ts';
import { syncFolders } from '../store/files.ts';
import { copyDatabase, makePrivate, openForReading } from '../store/sqlite/connection.ts';
import { RESULT, readResultCode } from '../store/sqlite/faults.ts';
import { explainOpenError } from '../store/sqlite/prepare-file.ts';

/** How long to wait until the database can be read. */
const BUSY_MS = 10_000;

/** Throws a DomainError that describes the problem in one sentence. An unfinished copy is removed. */
export async function backUp(dataFolder: string, target: string): Promise<void> {
  try {
    await copyAll(dataFolder, target);
  } catch (error) {
    throw explain(error, join(dataFolder, 'duet.db'), target);
  }
}

async function copyAll(dataFolder: string, target: string): Promise<void> {
  const source = join(dataFolder, 'duet.db');
  // A path that this user may not read cannot be called free.
  if (!statSync(source, { throwIfNoEntry: false })) {
    throw refusal(`There is no database in ${dataFolder}.`);
  }
  const firstCreated = await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw refusal(`${target} is not empty.`);
  const pictures = join(dataFolder, 'pictures');
  const copyNewPictures = async () => {
    if (existsSync(pictures)) await copyPictures(pictures, join(target, 'pictures'));
  };
  try {
    const unfinished = join(target, 'duet.db.part');
    // From now on nobody takes the folder for a complete copy.
    makePrivate(unfinished);
    await copyNewPictures();
    {
      using database = openForReading({ file: source, busyTimeout: BUSY_MS });
      copyDatabase(database, unfinished);
    }
    await copyNewPictures();
    await rename(unfinished, join(target, 'duet.db'));
    await syncFolders(target, firstCreated);
  } catch (error) {
    // A failed removal does not hide the reason: without `duet.db` nobody mistakes it for a copy.
    await discard(target).catch(() => undefined);
    throw error;
  }
}

/** The content first: the folder itself may be a mount point. */
async function discard(target: string): Promise<void> {
  for (const name of await readdir(target)) {
    await rm(join(target, name), { recursive: true, force: true });
  }
  await rmdir(target);
}

async function copyPictures(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const folders = new Set([target]);
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    // An unfinished picture has no row yet; which pictures are unnamed is found out again.
    if (!entry.isFile() || /\.(part|unnamed)$/.test(entry.name)) continue;
    const folder = join(target, relative(source, entry.parentPath));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    const copy = join(folder, entry.name);
    if (!existsSync(copy)) await copyIfThere(join(entry.parentPath, entry.name), copy);
  }
  for (const folder of folders) await syncFolders(folder);
}

/** The server is running: a picture may be deleted before it is copied. */
async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await writeFile(target, await readFile(source), { mode: 0o600, flush: true });
  } catch (error) {
    if (existsSync(source)) throw error;
  }
}

/** What the person who makes the copy can do. */
function explain(error: unknown, source: string, target: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  if (readResultCode(error) === RESULT.full || (isOfSystem && error.code === 'ENOSPC')) {
    return refusal(`The disk that holds ${target} is full, so nothing was copied.`);
  }
  if (isOfSystem) return refusal(`The copy cannot be made: ${error.message}.`);
  return readResultCode(error) === undefined ? error : explainOpenError(error, source);
}
