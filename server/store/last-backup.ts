/**
 * The file `last-backup` in the data folder: the time of the last complete backup, as ISO 8601 in UTC. Its age shows if
 * backups have stopped.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
