/** Pictures in PostgreSQL: the same bytes in every part, and never more of one in memory than is taken. */
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { PictureStore } from '../../server/domain/ports/pictures.ts';
import { measureDatabase } from '../../server/usage/usage.ts';
import { addPerson, append, talk } from '../server/store-contract/place.ts';
import { describeUnnamedPictures } from '../server/store-contract/unnamed-pictures.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';

const SIZE = 2_000_003;
const bytes = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 7919) >> 3));
const saveIn = (pictures: PictureStore) =>
  pictures.save({ bytes, type: 'image/jpeg', width: 1, height: 1 });

describeOnPostgres('Pictures in PostgreSQL', (server) => {
  let url: string;
  beforeAll(async () => {
    url = await server.createDatabase();
  });

  async function open(pictureBytes = 0) {
    const node = await openNode(url, Date.now, pictureBytes);
    onTestFinished(() => node.store.close());
    return node;
  }

  test('give their bytes, no faster than somebody takes them, and break off when they are deleted meanwhile', async () => {
    const { pictures } = await open();
    const { id } = await saveIn(pictures);
    const picture = await pictures.find(id);
    if (!picture) throw new Error('There is no picture.');
    expect(picture).toMatchObject({ size: SIZE, type: 'image/jpeg' });
    expect((await buffer(await picture.read())).equals(bytes)).toBe(true);
    const stream = await picture.read();
    await once(stream, 'readable');
    expect(stream.read()).toHaveLength(65_536);
    stream.destroy();
    await pictures.discard(id);
    await expect(picture.read().then(buffer)).rejects.toThrow('deleted');
  });

  test('of one person are counted together, whichever node they are sent to', async () => {
    const nodes = [(await open()).store, (await open()).store];
    const add = { userId: '69690000000000000000beef', bytes: 100, dayMs: 60_000 };
    await Promise.all(
      nodes.flatMap((node) => [node.addPictureBytes(add), node.addPictureBytes(add)]),
    );
    for (const node of nodes) expect(await node.readPictureDay(add)).toMatchObject({ bytes: 400 });
  });

  test('are refused beyond what all may take, and taken again when others are gone', async () => {
    url = await server.createDatabase();
    const [one, other] = [(await open(3 * SIZE)).pictures, (await open(3 * SIZE)).pictures];
    const kept = [await saveIn(one), await saveIn(other), await saveIn(one)];
    for (const node of [one, other]) {
      await expect(saveIn(node)).rejects.toMatchObject({ code: 'noRoom' });
    }
    await one.discard(kept[0]?.id ?? '');
    // Others count anew within a minute.
    expect(await saveIn((await open(3 * SIZE)).pictures)).toBeDefined();
  });

  test('and texts are measured by npm run usage, by kind and person', async () => {
    url = await server.createDatabase();
    const { store, pictures } = await open();
    const [ada, ben] = [await addPerson(store, 'Ada'), await addPerson(store, 'Ben')];
    await talk(store, ada, ben, ['Grüße', 'Hello']);
    const picture = await saveIn(pictures);
    await append(store, { senderId: ada._id, receiverId: ben._id, picture });
    const { kinds, people } = await measureDatabase(url);
    expect(people.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'Ada', messages: 3, textBytes: 12, pictures: 1, pictureBytes: SIZE },
      { name: 'Ben', messages: 0, textBytes: 0, pictures: 0, pictureBytes: 0 },
    ]);
    for (const { what, bytes: size } of kinds.slice(0, 3)) expect(size, what).toBeGreaterThan(0);
  });

  describeUnnamedPictures('rows', async () => {
    const fresh = await server.createDatabase();
    const node = await openNode(fresh);
    const other = await openNode(fresh);
    return {
      ...node,
      // Two nodes at once, as it is.
      sweepPictures: async (prefix) => {
        await Promise.all([node.sweepPictures(prefix), other.sweepPictures(prefix)]);
      },
      age: async (days) => {
        await server.run(
          fresh,
          `update pictures set unnamed_since = unnamed_since - interval '${days} days'`,
        );
      },
      close: async () => {
        await node.store.close();
        await other.store.close();
      },
    };
  });
});
