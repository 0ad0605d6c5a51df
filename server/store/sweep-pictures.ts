/** Deletes pictures that no row names: a 256th of them at a time, all of them in a day. */
import { randomInt } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { watchClocks } from '../domain/clocks.ts';
import type { SweepPictures } from '../domain/ports/pictures.ts';
import type { Clock, Report } from '../domain/ports/store.ts';
import { hasCode } from './files.ts';

const PREFIXES = 256;
const INTERVAL_MS = (24 * 60 * 60 * 1000) / PREFIXES;

/**
 * Returns a function that stops it. A failure is passed to `report`, and the step is retried the next day. Nothing happens
 * while the clock may be wrong.
 */
export function sweepPicturesRegularly(
  sweep: SweepPictures,
  { clock, now, report }: { clock: Clock; now: () => number; report: Report },
): () => void {
  const isSteady = watchClocks(clock, now);
  // A random start, so that a server that restarts often still reaches all of them.
  let next = randomInt(PREFIXES);
  const timer = setInterval(() => {
    if (!isSteady()) return;
    const prefix = next.toString(16).padStart(2, '0');
    next = (next + 1) % PREFIXES;
    sweep(prefix).catch((error: unknown) => report(error, 'pictures without a name not deleted'));
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Deletes picture files that no row names. They remain if a server is killed between storing a picture and its message,
 * or between a new profile picture and the deletion of the old one. First a file `<picture>.unnamed` with the time is
 * written beside it. After a week the picture is deleted if it still has no row. So nothing is lost that is being stored now, that a running backup still names, or whose database was an older one for a while.
 */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000;

const MARKER = '.unnamed';
/** A picture that no row names, or a partly written one, or the marker beside either. */
const FILE = /^(?<picture>(?<id>[0-9a-f]{32})\.(?:png|jpg)(?<part>\.part)?)(?<marker>\.unnamed)?$/;

export function createPictureSweep(
  directory: string,
  listNamed: (prefix: string) => Promise<ReadonlySet<string>>,
  clock: Clock,
): SweepPictures {
  async function write(marker: string): Promise<void> {
    await writeFile(marker, `${clock()}`, { mode: 0o600 });
  }

  async function dropWhenOld(path: string): Promise<void> {
    const marker = `${path}${MARKER}`;
    const markedAt = Number.parseInt(await readFile(marker, 'utf8'), 10);
    // A time in the marker that is still to come was written while the clock was wrong.
    if (!(markedAt <= clock())) await write(marker);
    if (!(markedAt < clock() - KEPT_FOR_MS)) return;
    await rm(path, { force: true });
    await rm(marker, { force: true });
  }

  return async (prefix) => {
    const folder = join(resolve(directory), prefix);
    // Listed before the rows are read: a picture is stored before its row, so a new row cannot be missed.
    const names = new Set(await listFolder(folder));
    if (names.size === 0) return;
    const named = await listNamed(prefix);

    for (const name of names) {
      const { id = '', picture = '', part, marker } = FILE.exec(name)?.groups ?? {};
      if (id === '') continue;
      const path = join(folder, name);
      const isNamed = named.has(id) && part === undefined;
      if (marker !== undefined) {
        if (isNamed || !names.has(picture)) await rm(path, { force: true });
      } else if (!isNamed) {
        if (names.has(`${name}${MARKER}`)) await dropWhenOld(path);
        else await write(`${path}${MARKER}`);
      }
    }
  };
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
