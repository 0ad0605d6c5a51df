/**
 * How many bytes a data folder takes, by part. With many pictures that takes a while to count, so it is counted beside
 * everything else, and for at most a twentieth of the time.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes. `other` is what upgrades and restores left. */
export type FolderSize = Record<'database' | 'log' | 'pictures' | 'other', number>;

/** Between two counts, of what the last one took. */
const PAUSE_SHARE = 20;

/** Answers what was counted last; undefined until the first count. Never rejects. */
export function watchFolderSize(folder: string): () => FolderSize | undefined {
  let size: FolderSize | undefined;
  let nextAt = 0;

  async function count(): Promise<void> {
    nextAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    // Counted anew the next time, where a file goes away meanwhile.
    size = await measure(folder).catch(() => size);
    nextAt = performance.now() + PAUSE_SHARE * (performance.now() - startedAt);
  }

  return () => {
    if (performance.now() >= nextAt) void count();
    return size;
  };
}

async function measure(folder: string): Promise<FolderSize> {
  const size: FolderSize = { database: 0, log: 0, pictures: 0, other: 0 };
  for (const name of await readdir(folder)) size[partOf(name)] += await sizeOf(join(folder, name));
  return size;
}

function partOf(name: string): keyof FolderSize {
  if (name === 'duet.db') return 'database';
  if (name === 'duet.db-wal') return 'log';
  return name === 'pictures' ? 'pictures' : 'other';
}

/** One file after the other, so that others who use the disk hardly wait. 0 for what is not there any more. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path)) bytes += await sizeOf(join(path, name));
  return bytes;
}
