/** What lies in `DATA_DIR`: `duet.db` (SQLite, with its own files beside it) and `pictures/`. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from './domain/errors.ts';
import type { Clock } from './domain/ports/clock.ts';
import type { PictureStore, SweepPictures } from './domain/ports/pictures.ts';
import type { Store } from './domain/ports/store.ts';
import { openPictureStore } from './store/pictures.ts';
import { openSqliteStore } from './store/sqlite/store.ts';
import { createPictureSweep } from './store/unnamed-pictures.ts';

/** Rejects with a DomainError or a system error that names what is in the way. */
export async function openDataFolder(
  folder: string,
  clock: Clock,
): Promise<{ store: Store; pictures: PictureStore; sweepPictures: SweepPictures }> {
  refuseBrokenBackup(folder);
  // Nobody else's on a machine with several users: it holds messages and the hashes of passwords.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = await openSqliteStore({ file: join(folder, 'duet.db'), clock });
  const directory = join(folder, 'pictures');
  return {
    store,
    pictures: openPictureStore(directory),
    sweepPictures: createPictureSweep(directory, store.listNamedPictures),
  };
}

/** Throws a DomainError for a copy that is not whole. */
export function refuseBrokenBackup(folder: string): void {
  if (!existsSync(join(folder, 'duet.db.part'))) return;
  throw new DomainError(
    'storageUnavailable',
    `${folder} holds a backup that was broken off: take another.`,
  );
}
