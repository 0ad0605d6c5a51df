/** Metrics of the place of the data: disk, schema, last backup. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';

export interface Place {
  schemaVersion: number;
  /** Without it everything is in PostgreSQL, which has its own metrics. */
  folder?: string;
  /** Epoch ms; undefined if there was no backup. */
  readLastBackup?: () => number | undefined;
}

export function addPlaceGauges(register: Registry, place: Place): void {
  const registers = [register];
  const { schemaVersion, folder, readLastBackup } = place;
  new Gauge({
    name: 'duet_schema_version',
    help: 'Number of the last migration of the database.',
    registers,
  }).set(schemaVersion);
  if (folder === undefined) return;
  new Gauge({
    name: 'duet_data_free_bytes',
    help: 'What is free on the disk of the data folder.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(folder);
      this.set(bavail * bsize);
    },
  });
  const readSize = watchFolderSize(folder);
  new Gauge({
    name: 'duet_data_bytes',
    help: 'What the data folder takes: its database, the log of that, its pictures, and what upgrades and restores left.',
    labelNames: ['part'],
    registers,
    collect() {
      for (const [part, bytes] of Object.entries(readSize() ?? {})) this.set({ part }, bytes);
    },
  });
  readSize();
  new Gauge({
    name: 'duet_last_backup_timestamp_seconds',
    help: 'When the last backup of the data folder was complete; 0 where none was made.',
    registers,
    collect() {
      this.set(Math.round((readLastBackup?.() ?? 0) / 1000));
    },
  });
}

/**
 * Counts the bytes of a data folder by part. With many pictures this takes long, so it runs in the background, for at
 * most a twentieth of the time.
 */

/** Bytes. `other` is left over from upgrades and restores. */
type FolderSize = Record<'database' | 'log' | 'pictures' | 'other', number>;

/** Pause between two counts, as a multiple of the last count's time. */
const PAUSE_SHARE = 20;

/** Returns the last count; undefined until the first one. Never rejects. */
function watchFolderSize(folder: string): () => FolderSize | undefined {
  let size: FolderSize | undefined;
  let nextAt = 0;

  async function count(): Promise<void> {
    nextAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    // If a file disappears meanwhile, it is counted again the next time.
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

/** One file after the other, so that others hardly wait for the disk. 0 for a missing file. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path)) bytes += await sizeOf(join(path, name));
  return bytes;
}
