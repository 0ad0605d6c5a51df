/** Puts on disk what a folder lists: a file whose bytes are there may else be without its name after a power cut. */
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Also the ones that list it, up to that of `firstCreated`, which is what `mkdir` answered for the folder. */
export async function syncFolders(folder: string, firstCreated?: string): Promise<void> {
  await syncFolder(folder);
  if (firstCreated === undefined) return;
  for (let each = folder; each.length >= firstCreated.length; each = dirname(each)) {
    await syncFolder(dirname(each));
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows does not open folders, and puts names on disk by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
