/**
 * Picture files that no row names: left by a server that was killed between a picture and its message, or between a
 * profile that has another one and letting go of the one before. They are noted by an empty file beside them, `<picture>.unnamed`, and dropped
 * when that is a week old and there is still no row. So nothing is lost that is on its way while it is looked
 * for, that a backup being made still names, or whose database was an older one for a while.
 */
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SweepPictures } from '../domain/ports/pictures.ts';
import { hasCode } from './system-errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_FOR_MS = 7 * DAY_MS;

const NOTE = '.unnamed';
/** A picture, its note, or what was left of one that was being written. */
const FILE = /^(?<picture>(?<id>[0-9a-f]{32})\.(?:png|jpg))(?<ending>\.unnamed|\.part)?$/;

export function createPictureSweep(
  directory: string,
  listNamed: (prefix: string) => Promise<ReadonlySet<string>>,
): SweepPictures {
  return async (prefix) => {
    const folder = join(resolve(directory), prefix);
    // Before the rows: a picture is kept first, and so a row that comes meanwhile names none of these wrongly.
    const names = new Set(await listFolder(folder));
    if (names.size === 0) return;
    const named = await listNamed(prefix);

    for (const name of names) {
      const { id = '', picture = '', ending } = FILE.exec(name)?.groups ?? {};
      if (id === '') continue;
      const path = join(folder, name);
      if (ending === '.part') {
        if (await isOlder(path, DAY_MS)) await rm(path, { force: true });
      } else if (ending === NOTE) {
        if (named.has(id) || !names.has(picture)) await rm(path, { force: true });
      } else if (!named.has(id)) {
        if (names.has(`${name}${NOTE}`)) await dropNoted(path);
        else await writeFile(`${path}${NOTE}`, '', { mode: 0o600 });
      }
    }
  };
}

async function dropNoted(path: string): Promise<void> {
  if (!(await isOlder(`${path}${NOTE}`, KEPT_FOR_MS))) return;
  await rm(path, { force: true });
  await rm(`${path}${NOTE}`, { force: true });
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < Date.now() - ageMs;
  } catch (error) {
    // It was finished meanwhile.
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
