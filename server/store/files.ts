/** Files and folders of the data folder. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Syncs a folder to disk: otherwise a file with its content on disk may lose its name in a power cut.
 * Also syncs the parent folders, up to that of `firstCreated`, which `mkdir` returned for the folder.
 */
export async function syncFolders(folder: string, firstCreated?: string): Promise<void> {
  await syncFolder(folder);
  if (firstCreated === undefined) return;
  for (let each = folder; each.length >= firstCreated.length; each = dirname(each)) {
    await syncFolder(dirname(each));
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and writes names to disk by itself.
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Whether this is a system error with this code (`ENOENT`, `ENOSPC` …). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * The file `last-backup` in the data folder: the time of the last complete backup, as ISO 8601 in UTC. Its age shows if
 * backups have stopped.
 */
const locate = (dataFolder: string) => join(dataFolder, 'last-backup');

/** Throws a system error if the folder is not writable. */
export function writeLastBackup(dataFolder: string, at: Date): void {
  // Replaces a file written by root, and lets the server read one that root writes.
  const unfinished = `${locate(dataFolder)}.part`;
  writeFileSync(unfinished, `${at.toISOString()}\n`, { mode: 0o644 });
  renameSync(unfinished, locate(dataFolder));
}

/** Epoch ms; undefined if there was no backup. */
export function readLastBackup(dataFolder: string): number | undefined {
  try {
    const at = Date.parse(readFileSync(locate(dataFolder), 'utf8').trim());
    return Number.isNaN(at) ? undefined : at;
  } catch {
    return undefined;
  }
}
