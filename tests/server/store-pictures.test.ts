import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import type { PictureStore } from '../../server/domain/ports/pictures.ts';
import { openPictureStore } from '../../server/store/pictures.ts';
import { makeFolder } from '../support/make-folder.ts';

let directory: string;
let pictures: PictureStore;
beforeEach(async () => {
  directory = await makeFolder();
  pictures = openPictureStore(join(directory, 'pictures'));
});

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);

async function read(id: string): Promise<number[]> {
  const picture = await openPictureStore(join(directory, 'pictures')).find(id);
  if (!picture) throw new Error('There is no such picture.');
  return [...(await buffer(await picture.read()))];
}

const png = { bytes, type: 'image/png', width: 3, height: 2 } as const;

test('A picture is kept under an id of 128 random bits, and given back whole or in part, also after a restart', async () => {
  for (const [type, extension] of [
    ['image/png', 'png'],
    ['image/jpeg', 'jpg'],
  ] as const) {
    const stored = await pictures.save({ ...png, type });
    expect(stored).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), width: 3, height: 2 });
    expect(await pictures.find(stored.id)).toMatchObject({ type, size: bytes.length });
    expect(await read(stored.id)).toEqual([...bytes]);
    const folder = join(directory, 'pictures', stored.id.slice(0, 2));
    expect(await readdir(folder)).toContain(`${stored.id}.${extension}`);
  }
  const [kept, dropped] = await Promise.all([pictures.save(png), pictures.save(png)]);
  expect(kept.id).not.toBe(dropped.id);
  for (const _ of [1, 2]) await pictures.discard(dropped.id);
  expect(await pictures.find(dropped.id)).toBeUndefined();
  expect(await pictures.find(kept.id)).toBeDefined();
});

test('An id that is none leads to no file', async () => {
  await writeFile(join(directory, 'secret.png'), 'secret');
  for (const id of [
    'f'.repeat(32),
    '',
    '../secret',
    '..%2fsecret',
    `../${'a'.repeat(29)}`,
    `${'a'.repeat(32)}.png`,
    `${'a'.repeat(32)}\0`,
    'A'.repeat(32),
  ]) {
    expect(await pictures.find(id)).toBeUndefined();
    await pictures.discard(id);
  }
  expect(await readFile(join(directory, 'secret.png'), 'utf8')).toBe('secret');
});

test('Pictures leave the last twentieth of a disk to messages, and 256 MB of a large one', async () => {
  const disk = { blocks: 2_000, bavail: 101, bsize: 4096 };
  const onDisk = openPictureStore(join(directory, 'pictures'), async () => disk);
  expect(await onDisk.save(png)).toBeDefined();
  disk.bavail = 100;
  await expect(onDisk.save(png)).rejects.toMatchObject({
    code: 'noRoom',
    message: expect.stringContaining('The disk of the server is full'),
  });
  expect(await readdir(join(directory, 'pictures'))).toHaveLength(1);

  disk.blocks = 1e9;
  disk.bavail = 65_537;
  expect(await onDisk.save(png)).toBeDefined();
  disk.bavail = 65_536;
  await expect(onDisk.save(png)).rejects.toMatchObject({ code: 'noRoom' });
});

test('Pictures say so when they cannot be written, and work again when they can', async () => {
  const place = join(directory, 'pictures');
  await writeFile(place, 'a file where the folder should be');
  await expect(pictures.save(png)).rejects.toMatchObject({ code: 'noRoom' });
  await expect(pictures.checkRoom()).rejects.toMatchObject({ code: 'noRoom' });

  await rm(place);
  await pictures.checkRoom();
  expect(await pictures.find((await pictures.save(png)).id)).toBeDefined();
});
