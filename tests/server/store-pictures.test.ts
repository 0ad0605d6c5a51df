import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { KeptPicture, PictureStore } from '../../server/domain/ports/pictures.ts';
import { openPictureStore } from '../../server/store/pictures.ts';

let directory: string;
let pictures: PictureStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'duet-pictures-'));
  pictures = openPictureStore(join(directory, 'pictures'));
});
afterEach(() => rm(directory, { recursive: true }));

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);

async function readAll(
  picture: KeptPicture | undefined,
  part?: { first: number; last: number },
): Promise<Buffer> {
  if (!picture) throw new Error('There is no such picture.');
  return buffer(await picture.read(part));
}

const png = { bytes, type: 'image/png', width: 3, height: 2 } as const;

describe('the picture files', () => {
  test.each([
    ['image/png', 'png'],
    ['image/jpeg', 'jpg'],
  ] as const)(
    'keep a picture of type %s as a .%s file, and give it back',
    async (type, extension) => {
      const stored = await pictures.save({ ...png, type });

      expect(stored).toEqual({ id: stored.id, width: 3, height: 2 });
      const found = await pictures.find(stored.id);
      expect(found).toMatchObject({ type, size: bytes.length });
      expect([...(await readAll(found))]).toEqual([...bytes]);
      expect([...(await readAll(found, { first: 1, last: 2 }))]).toEqual([0x50, 0x4e]);
      const folder = join(directory, 'pictures', stored.id.slice(0, 2));
      expect(await readdir(folder)).toEqual([`${stored.id}.${extension}`]);
    },
  );

  test('are read no faster than somebody takes them', async () => {
    const { id } = await pictures.save({ ...png, bytes: new Uint8Array(2_000_000) });
    const stream = await (await pictures.find(id))?.read();
    if (!stream) throw new Error('There is no such picture.');
    await once(stream, 'readable');
    expect(stream.readableLength).toBeLessThan(200_000);
    stream.destroy();
  });

  test('give each picture an id of 128 random bits, also for the same bytes', async () => {
    const stored = await Promise.all([pictures.save(png), pictures.save(png)]);

    for (const { id } of stored) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(stored[0]?.id).not.toBe(stored[1]?.id);
  });

  test.each([
    'f'.repeat(32),
    '',
    '../secret',
    '..%2fsecret',
    `../${'a'.repeat(29)}`,
    `${'a'.repeat(32)}.png`,
    `${'a'.repeat(32)}\0`,
    'A'.repeat(32),
  ])('have nothing under the id "%s"', async (id) => {
    await writeFile(join(directory, 'secret'), 'secret');
    await writeFile(join(directory, 'secret.png'), 'secret');
    expect(await pictures.find(id)).toBeUndefined();
    await pictures.discard(id);
    expect(await readFile(join(directory, 'secret.png'), 'utf8')).toBe('secret');
  });

  test('drop a picture', async () => {
    const [kept, dropped] = await Promise.all([pictures.save(png), pictures.save(png)]);

    await pictures.discard(dropped.id);
    await pictures.discard(dropped.id);

    expect(await pictures.find(dropped.id)).toBeUndefined();
    expect(await pictures.find(kept.id)).toBeDefined();
  });

  test('are there after a restart', async () => {
    const { id } = await pictures.save(png);
    const reopened = openPictureStore(join(directory, 'pictures'));
    expect((await reopened.find(id))?.type).toBe('image/png');
  });

  test('leave the last twentieth of a disk to messages, and 256 MB of a large one', async () => {
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

  test('say so when they cannot be written, and work again when they can', async () => {
    const place = join(directory, 'pictures');
    await writeFile(place, 'a file where the folder should be');
    await expect(pictures.save(png)).rejects.toMatchObject({ code: 'noRoom' });
    await expect(pictures.checkRoom()).rejects.toMatchObject({ code: 'noRoom' });

    await rm(place);
    await pictures.checkRoom();
    expect(await pictures.find((await pictures.save(png)).id)).toBeDefined();
  });
});
