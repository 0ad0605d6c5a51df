/**
 * The file `last-backup` in the data folder: when the last backup was complete, as ISO 8601 in UTC. A backup that
 * nobody made is noticed by its age.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const locate = (dataFolder: string) => join(dataFolder, 'last-backup');

/** Throws an error of the system where the folder cannot be written. */
export function writeLastBackup(dataFolder: string, at: Date): void {
  // Also in place of one that root wrote, and to be read by the server when root writes it.
  const unfinished = `${locate(dataFolder)}.part`;
  writeFileSync(unfinished, `${at.toISOString()}\n`, { mode: 0o644 });
  renameSync(unfinished, locate(dataFolder));
}

/** Epoch ms; undefined where no backup was made. */
export function readLastBackup(dataFolder: string): number | undefined {
  try {
    const at = Date.parse(readFileSync(locate(dataFolder), 'utf8').trim());
    return Number.isNaN(at) ? undefined : at;
  } catch {
    return undefined;
  }
}
