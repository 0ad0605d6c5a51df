/** What `npm run usage` tells of PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureDatabase } from '../../server/usage/measure-database.ts';
import { addPerson, append, talk } from '../server/store-contract/place.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';

describeWithEngines(['PostgreSQL'], 'npm run usage', () => {
  let server: PostgresDatabases;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());

  test('tells the room that PostgreSQL needs, by kind and person', async () => {
    const url = await server.createDatabase();
    const { store, pictures } = await openNode(url);
    const ada = await addPerson(store, 'Ada');
    const ben = await addPerson(store, 'Ben');
    await talk(store, ada, ben, ['Grüße', 'Hello']);
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
    const picture = await pictures.save({ bytes, type: 'image/png', width: 9, height: 9 });
    await append(store, { senderId: ada._id, receiverId: ben._id, picture });
    await store.close();

    const { kinds, people } = await measureDatabase(url);
    expect(people.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      {
        name: 'Ada',
        email: 'ada@example.org',
        messages: 3,
        textBytes: 12,
        pictures: 1,
        pictureBytes: 100_000,
      },
      {
        name: 'Ben',
        email: 'ben@example.org',
        messages: 0,
        textBytes: 0,
        pictures: 0,
        pictureBytes: 0,
      },
    ]);
    for (const { what, bytes: size } of kinds.slice(0, 3)) expect(size, what).toBeGreaterThan(0);
  });
});
