/** Pictures in PostgreSQL: the same bytes in every part, and never more of one in memory than is taken. */
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { KeptPicture, PictureStore } from '../../server/domain/ports/pictures.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';

const SIZE = 2_000_003;
const bytes = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 7919) >> 3));

describeWithEngines(['PostgreSQL'], 'Pictures in PostgreSQL', () => {
  let server: PostgresDatabases;
  let store: Store;
  let pictures: PictureStore;
  let picture: KeptPicture | undefined;
  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    ({ store, pictures } = await openNode(url));
    const { id } = await pictures.save({ bytes, type: 'image/jpeg', width: 1, height: 1 });
    picture = await pictures.find(id);
  });
  afterAll(async () => {
    await store?.close();
    await server?.dispose();
  });

  test.each([
    [0, SIZE - 1],
    [0, 0],
    [SIZE - 1, SIZE - 1],
    [524_287, 524_288],
    [524_288, 1_048_575],
    [524_289, 1_048_576],
    [600_000, 1_900_000],
    [3, 524_290],
  ])('give the bytes from %i to %i', async (first, last) => {
    expect(picture).toMatchObject({ size: SIZE, type: 'image/jpeg' });
    const part = picture && (await buffer(await picture.read({ first, last })));
    expect(part?.equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  test('give all of them when no part is asked for', async () => {
    const whole = picture && (await buffer(await picture.read()));
    expect(whole?.equals(bytes)).toBe(true);
  });

  test('are read no faster than somebody takes them', async () => {
    const stream = await picture?.read();
    if (!stream) throw new Error('There is no picture.');
    await once(stream, 'readable');
    expect(stream.read()).toHaveLength(65_536);
    stream.destroy();
  });

  test('of one person are counted together, whichever node they are sent to', async () => {
    const url = await server.createDatabase();
    const nodes = [(await openNode(url)).store, (await openNode(url)).store];
    const userId = '69690000000000000000beef';
    const add = { userId, bytes: 100, dayMs: 60_000 };
    await Promise.all(
      nodes.flatMap((node) => [node.addPictureBytes(add), node.addPictureBytes(add)]),
    );
    for (const node of nodes) {
      expect(await node.readPictureDay(add)).toMatchObject({ bytes: 400 });
      await node.close();
    }
  });

  test('are refused beyond what all may take, and taken again when others are gone', async () => {
    const url = await server.createDatabase();
    const open = async () => {
      const node = await openNode(url, Date.now, 3 * SIZE);
      onTestFinished(() => node.store.close());
      return node.pictures;
    };
    const [one, other] = await Promise.all([open(), open()]);
    const save = (node: PictureStore) =>
      node.save({ bytes, type: 'image/jpeg', width: 1, height: 1 });
    const kept = [await save(one), await save(other), await save(one)];
    for (const node of [one, other]) {
      await expect(save(node)).rejects.toMatchObject({ code: 'noRoom' });
    }
    await one.discard(kept[0]?.id ?? '');
    // Others count anew within a minute.
    expect(await save(await open())).toBeDefined();
  });

  test('break off when they are deleted meanwhile, and do not end as if that were all', async () => {
    const { id } = await pictures.save({ bytes, type: 'image/png', width: 1, height: 1 });
    const found = await pictures.find(id);
    await pictures.discard(id);
    await expect(found?.read().then(buffer)).rejects.toThrow('deleted');
  });
});
