/**
 * Pictures as files: `<directory>/ab/<32 hex digits>.png` or `.jpg`; `ab` is the beginning of the id. A picture is
 * complete or absent: it is written to a temporary file, synced to disk, and then renamed. Throws a DomainError
 * `storageUnavailable` if the files cannot be reached, and `noRoom` if the disk is full.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { ImageType } from '../../src/protocol/entities.ts';
import { DomainError } from '../domain/errors.ts';
import type { PictureStore } from '../domain/ports/pictures.ts';
import { type Disk, hasRoom } from './disk-reserve.ts';
import { hasCode, syncFolders } from './files.ts';

const EXTENSIONS: ReadonlyArray<[ImageType, string]> = [
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
];

/** Pictures leave this part of their disk free, but no more than so many bytes, so that messages still have room. */
const LEFT_FREE = { share: 1 / 20, bytes: 256 * 1024 * 1024 };

const UNREACHABLE = 'The server cannot reach its pictures at the moment. Please try again shortly.';
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'];

/** Not `storageUnavailable`: clients would retry forever, and later texts would have to wait. */
const NOT_WRITABLE =
  'The server may not write pictures, so this one was not saved. It can be sent when whoever runs the server has put that right; texts still go out.';
const full = (cause?: unknown) =>
  new DomainError(
    'noRoom',
    'The disk of the server is full, so the picture was not saved. It can be sent when whoever runs the server has made room; texts still go out.',
    { cause },
  );

export function openPictureStore(
  directory: string,
  readDisk: (path: string) => Promise<Disk> = statfs,
): PictureStore {
  const root = resolve(directory);
  const locate = (id: string, extension: string) =>
    join(root, id.slice(0, 2), `${id}.${extension}`);

  async function requireRoom(bytes: number): Promise<void> {
    // The folder is created with the first picture, and may be on another disk.
    const disk = await readDisk(root).catch(() => readDisk(dirname(root)));
    if (!hasRoom(disk, LEFT_FREE, bytes)) throw full();
  }

  return {
    save({ bytes, type, width, height }) {
      const id = createPictureId();
      const [, extension] = EXTENSIONS.find(([each]) => each === type) ?? [];
      if (extension === undefined) throw new TypeError(`Not a picture type: ${type}`);
      return reachToWrite(async () => {
        await requireRoom(bytes.length);
        await writeDurably(locate(id, extension), bytes);
        return { id, width, height };
      });
    },

    async share({ id, width, height }) {
      const shared = createPictureId();
      for (const [, extension] of EXTENSIONS) {
        const path = locate(id, extension);
        const found = await reach(() => findFile(path));
        if (!found) continue;
        return reachToWrite(async () => {
          await requireRoom(0);
          await linkDurably(path, locate(shared, extension));
          return { id: shared, width, height };
        });
      }
      return undefined;
    },

    async find(id) {
      if (!isPictureId(id)) return undefined;
      for (const [type, extension] of EXTENSIONS) {
        const path = locate(id, extension);
        const found = await reach(() => findFile(path));
        if (found) return { type, size: found.size, read: () => readFile(path) };
      }
      return undefined;
    },

    checkRoom() {
      return reachToWrite(async () => {
        await requireRoom(0);
        const mayWrite = (path: string) => access(path, constants.W_OK | constants.X_OK);
        await mayWrite(root).catch((error: unknown) => {
          if (!hasCode(error, 'ENOENT')) throw error;
          return mayWrite(dirname(root));
        });
      });
    },

    async discard(id) {
      if (!isPictureId(id)) return;
      for (const [, extension] of EXTENSIONS) {
        await reach(() => rm(locate(id, extension), { force: true }));
      }
    },
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.part`;
  try {
    await writeAndSync(unfinished, bytes);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolders(folder, firstCreated);
}

/** A second name of the same bytes, which stay until both are deleted. */
async function linkDurably(path: string, name: string): Promise<void> {
  const folder = dirname(name);
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
  // Some file systems have no links, and the others only so many of one file.
  await link(path, name).catch(() => copyFile(path, name, constants.COPYFILE_EXCL));
  await syncFolders(folder, firstCreated);
}

async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await file.writeFile(bytes);
  await file.sync();
}

/** If a client reads slowly or not at all, only a piece of the file stays in memory. */
async function readFile(path: string): Promise<Readable> {
  const file = await reach(() => open(path));
  return file.createReadStream();
}

async function findFile(path: string): Promise<{ size: number } | undefined> {
  return stat(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    return undefined;
  });
}

/** For writes, which the system may forbid. */
async function reachToWrite<Result>(step: () => Promise<Result>): Promise<Result> {
  return reach(async () => {
    try {
      return await step();
    } catch (error) {
      if (!FORBIDDEN.some((code) => hasCode(error, code))) throw error;
      throw new DomainError('noRoom', NOT_WRITABLE, { cause: error });
    }
  });
}

async function reach<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (['ENOSPC', 'EDQUOT'].some((code) => hasCode(error, code))) throw full(error);
    throw new DomainError('storageUnavailable', UNREACHABLE, { cause: error });
  }
}

/** Picture ids: 128 random bits, since anybody who knows the id may see the picture. */
const ID = /^[0-9a-f]{32}$/;
const ID_BYTES = 16;

export function createPictureId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

export function isPictureId(text: string): boolean {
  return ID.test(text);
}
