/** `npm run migrate-store`: everything from a data folder to PostgreSQL, whatever comes in between. */
import { hash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import type { PictureStore } from '../../server/domain/ports/pictures.ts';
import type { Store } from '../../server/domain/ports/store.ts';
import type { StoredUser } from '../../server/domain/ports/users.ts';
import { moveStore } from '../../server/migrate-store/move-store.ts';
import { openDataFolder } from '../../server/storage.ts';
import { addPerson, append, removePerson, START, talk } from '../server/store-contract/place.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { makeFolder } from '../support/make-folder.ts';
import { openNode } from '../support/postgres-store.ts';
import { runProgram, startProgram } from '../support/run-program.ts';

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan'];
const MANY = 12_000;

describeOnPostgres('moving from a data folder to PostgreSQL', (server) => {
  let folder: string;
  let file: string;
  let url: string;
  beforeEach(async () => {
    folder = await makeFolder();
    file = join(folder, 'duet.db');
    url = await server.createDatabase();
  });

  interface Side {
    store: Store;
    pictures: PictureStore;
  }
  const using = async <Result>(opening: Promise<Side>, act: (side: Side) => Promise<Result>) => {
    const side = await opening;
    try {
      return await act(side);
    } finally {
      await side.store.close();
    }
  };
  const inFolder = <Result>(act: (side: Side) => Promise<Result>) =>
    using(
      openDataFolder(folder, () => START),
      act,
    );
  const moveFrom = (from: string) => moveStore(from, url, () => undefined);
  const inDatabase = <Result>(act: (side: Side) => Promise<Result>) =>
    using(
      openNode(url, () => START),
      act,
    );

  /** Something of each kind. */
  const fill =
    ({ store, pictures }: Side) =>
    async (messages: number) => {
      const people = await Promise.all(NAMES.map((name) => addPerson(store, name)));
      const [ada, ben, cleo, dan] = people;
      if (!ada || !ben || !cleo || !dan) throw new Error('Nobody is there.');
      const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256);
      const portrait = await pictures.save({ bytes, type: 'image/png', width: 9, height: 9 });
      const photo = await pictures.save({
        bytes: bytes.toReversed(),
        type: 'image/jpeg',
        width: 8,
        height: 6,
      });
      await store.updateProfile(ada._id, {
        fullName: 'Ada Ä.',
        bio: '👩‍👩‍👧 \\ "',
        picture: portrait,
      });
      const small = await pictures.save({
        bytes: bytes.subarray(0, 900),
        type: 'image/jpeg',
        width: 3,
        height: 3,
      });
      await store.setSmallPicture(ada._id, { pictureId: portrait.id, smallId: small.id });
      await talk(store, ada, ben, ['one', "'two'", 'e\u0301 \t 日本語', '{"a":"b\\n"}', '']);
      await append(store, { senderId: ben._id, receiverId: ada._id, picture: photo });
      await store.markSeen(
        ben._id,
        (await talk(store, ada, ben, ['seen'])).map(({ _id }) => _id)[0] ?? '',
      );
      await store.setBlocked({ blockerId: cleo._id, blockedId: ada._id, isBlocked: true });
      await talk(store, ada, cleo, ['unheard']);
      await talk(store, dan, ada, ['farewell']);
      await removePerson(store, dan);
      await store.setLastSeen(ben._id, START + 5);
      await store.createSession({
        tokenHash: 'a'.repeat(64),
        userId: ada._id,
        expiresAt: START + 9_000,
        endsAt: START + 19_000,
        client: 'Browser',
        places: ['network a', 'browser b'],
      });
      await store.countAttempt({ key: 'log-in', windowMs: 60_000 });
      const [edited] = await talk(store, cleo, ben, ['as sent']);
      await store.changeMessage({
        personId: cleo._id,
        messageId: edited?._id ?? '',
        change: { kind: 'edit', text: 'edited', version: 0 },
        idempotency: { key: 'edit', bodyHash: 'hash of the edit' },
      });
      await Promise.all(
        Array.from({ length: messages }, (_, index) =>
          append(store, {
            senderId: (index % 2 ? ada : ben)._id,
            receiverId: (index % 2 ? ben : ada)._id,
            text: `message ${index} ${'.'.repeat(300)}`,
            idempotency: { key: `key ${index}`, bodyHash: `hash ${index}` },
          }),
        ),
      );
      return people;
    };

  /** All that can be read of the people, from each one's side. */
  const readEverything = async ({ store, pictures }: Side, people: StoredUser[]) => {
    const lists = [];
    const ids = new Set<string>();
    for (const reader of people) {
      const list = await store.listUsers(reader._id);
      lists.push(list, await store.listSessions(reader._id), await store.listBlocked(reader._id));
      lists.push(await store.findCredentials(reader.email));
      lists.push((await store.listKnownPlaces(reader._id, ['network a', 'browser b'])).toSorted());
      for (const peer of people) {
        const { messages } = await store.readPage(reader._id, peer._id, {
          kind: 'after',
          limit: 1_000_000,
        });
        lists.push(messages);
        for (const { picture } of messages) if (picture) ids.add(picture.id);
      }
      for (const { picture } of list.users) if (picture) ids.add(picture.id);
    }
    const key = await store.findByIdempotencyKey(people[0]?._id ?? '', 'key 1');
    const seen = [...ids].sort().map(async (id) => {
      const picture = await pictures.find(id);
      return picture && [picture.type, hash('sha256', await buffer(await picture.read()))];
    });
    const bytes = await Promise.all(seen);
    return { lists, key, bytes };
  };

  test('brings everything across, with the same ids, and goes on from there', async () => {
    const people = await inFolder((side) => fill(side)(50));
    const before = await inFolder((side) => readEverything(side, people));

    const move = ['--from', file, '--to', url];
    const { code, output } = await runProgram('migrate-store', move, {});
    expect(code).toBe(0);
    expect(output).toMatch(
      /Moved and compared: 4 people, 1 sessions, .* 1 blocks, .* 60 messages, 1 idempotency keys, .* 1 counted attempts, 0 days of pictures, 1 epoch, 3 pictures/,
    );
    await inDatabase(async (side) => {
      expect(await readEverything(side, people)).toEqual(before);
      const [ada, ben, cleo] = people;
      if (!ada || !ben || !cleo) throw new Error('Nobody is there.');
      const [next] = await talk(side.store, ada, ben, ['next']);
      // The first between these two.
      await talk(side.store, ben, cleo, ['hello']);
      const { messages } = await side.store.readPage(ben._id, ada._id, {
        kind: 'before',
        limit: 1,
      });
      expect(messages).toEqual([next]);
      expect((await addPerson(side.store, 'Eve'))._id > ben._id).toBe(true);
      expect(await side.store.countAttempt({ key: 'log-in', windowMs: 60_000 })).toMatchObject({
        count: 2,
      });
    });
    expect(await inFolder((side) => readEverything(side, people))).toEqual(before);
  });

  test('leaves nothing after it was killed in the middle, and can be begun again', async () => {
    const people = await inFolder((side) => fill(side)(MANY));
    const before = await inFolder((side) => readEverything(side, people));
    const { child, ended } = startProgram('migrate-store', ['--from', file, '--to', url], {});
    child.stdout.on('data', (lines) => {
      if (/Moving messages/.test(String(lines))) child.kill('SIGKILL');
    });
    expect((await ended).code).toBeNull();

    expect(await inDatabase(({ store }) => store.listAccounts())).toEqual([]);
    const { counts } = await moveFrom(file);

    expect(counts).toContainEqual({ what: 'messages', count: MANY + 10 });
    expect(await inDatabase((side) => readEverything(side, people))).toEqual(before);
  });

  test.each([
    ['messages', "new.text := new.text || '!'", /\(messages\)/],
    ['pictures', "new.bytes := 'another'", /\(picture [0-9a-f]{32}\)/],
  ])('leaves nothing when %s arrive that are not what was there', async (table, change, what) => {
    await inFolder((side) => fill(side)(1));
    await inDatabase(async () => {});
    await server.run(
      url,
      `create function spoil() returns trigger language plpgsql as $$
       begin ${change}; return new; end $$;
       create trigger spoil before insert on ${table} for each row execute function spoil()`,
    );
    await expect(moveFrom(file)).rejects.toMatchObject({
      message: expect.stringMatching(what),
    });
    expect(await inDatabase(({ store }) => store.listAccounts())).toEqual([]);
  });

  const refusesToMove = (words: RegExp | string) =>
    expect(moveFrom(file)).rejects.toMatchObject({ message: expect.stringMatching(words) });

  test('refuses a database that holds data, and leaves it as it is, and a folder in use', async () => {
    const somebody = await inDatabase(({ store }) => addPerson(store, 'Somebody'));
    await inFolder(async (side) => {
      await fill(side)(1);
      await refusesToMove(/in use by another Duet server/);
    });
    await refusesToMove(/holds data .*1 people/);
    await inDatabase(async ({ store }) => {
      expect(await store.findUser(somebody._id)).toEqual(somebody);
      expect(await store.listUsers(somebody._id)).toMatchObject({ users: [] });
    });
  });

  test('says which picture cannot be read, and how many the folder had lost before', async () => {
    const [ada] = await inFolder((side) => fill(side)(1));
    const id = await inFolder(
      async ({ store }) => (await store.findUser(ada?._id ?? ''))?.picture?.id ?? '',
    );
    const picture = join(folder, 'pictures', id.slice(0, 2), `${id}.png`);
    await rm(picture);
    // As on a broken disk: it is there, and reading it fails.
    await mkdir(picture);
    await refusesToMove(`^The picture ${id} of the folder cannot be read \\(EISDIR.*\\)\\.$`);
    await rm(picture, { recursive: true });
    url = await server.createDatabase();
    const moved = await moveFrom(file);
    expect(moved.lostPictures).toBe(1);
    expect(moved.counts).toContainEqual({ what: 'pictures', count: 2 });
  });
});
