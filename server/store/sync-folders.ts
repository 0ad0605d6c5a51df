/** Syncs folders to disk: otherwise a file with its content on disk may lose its name in a power cut. */
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Also syncs the parent folders, up to that of `firstCreated`, which `mkdir` returned for the folder. */
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
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
