import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import {
  addPerson,
  append,
  openAt,
  type Place,
  START,
  talk,
  textsOf,
  UNKNOWN_ID,
  withOtherSecond,
} from './place.ts';

export function describeMessages(getPlace: () => Place): void {
  let store: Store;
  let ada: StoredUser;
  let ben: StoredUser;
  let cleo: StoredUser;
  beforeEach(async () => {
    ({ store } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    cleo = await addPerson(store, 'Cleo');
    return () => store.close();
  });

  const readTexts = async (reader: StoredUser, peer: StoredUser) =>
    textsOf(
      (await store.readPage(reader._id, peer._id, { kind: 'after', limit: 1_000_000 })).messages,
    );

  test('stores a text, unseen and undelivered, at the time of the clock', async () => {
    const message = await append(store, { senderId: ada._id, receiverId: ben._id, text: 'Hi' });

    expect(message).toEqual({
      _id: message._id,
      change: 1,
      senderId: ada._id,
      receiverId: ben._id,
      text: 'Hi',
      seen: false,
      delivered: false,
      createdAt: START,
    });
    expect(
      (await store.readPage(ben._id, ada._id, { kind: 'after', limit: 1_000_000 })).messages,
    ).toEqual([message]);
  });

  test('stores a picture with its size', async () => {
    const picture = { id: 'c'.repeat(32), width: 3, height: 2 };
    const message = await append(store, { senderId: ada._id, receiverId: ben._id, picture });

    expect(message).toMatchObject({ picture });
    expect(
      (await store.readPage(ben._id, ada._id, { kind: 'after', limit: 1_000_000 })).messages,
    ).toEqual([message]);
  });

  test('keeps any text as it is', async () => {
    const texts = [
      '',
      ' blanks ',
      "'; drop table messages; --",
      '👩‍👩‍👧',
      'e\u0301',
      'x'.repeat(10_000),
    ];
    await talk(store, ada, ben, texts);
    expect(await readTexts(ben, ada)).toEqual(texts);
  });

  test('knows no receiver by an id that nobody has, nor the sender', async () => {
    for (const receiverId of [UNKNOWN_ID, withOtherSecond(ben._id), 'ben', ada._id]) {
      const result = await store.appendMessage({ senderId: ada._id, receiverId, text: 'Hi' });
      expect(result).toEqual({ kind: 'unknownReceiver' });
    }
    expect(await readTexts(ada, ben)).toEqual([]);
  });

  test('refuses a sender whom nobody knows', async () => {
    for (const senderId of [UNKNOWN_ID, withOtherSecond(ada._id), 'ada']) {
      const message = { senderId, receiverId: ben._id, text: 'Hi' };
      await expect(store.appendMessage(message)).rejects.toMatchObject({ code: 'notFound' });
    }
  });

  test('does not let one that fails take others of the same moment with it', async () => {
    const text = 'both a text and a picture';
    const picture = { id: 'd'.repeat(32), width: 1, height: 1 };
    const to = { senderId: ada._id, receiverId: ben._id };

    const [first, broken, last] = await Promise.allSettled([
      append(store, { ...to, text: 'first' }),
      append(store, { ...to, text, picture }),
      append(store, { ...to, text: 'last' }),
    ]);

    expect([first.status, broken.status, last.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await readTexts(ben, ada)).toEqual(['first', 'last']);
  });

  test('stores a thousand at once, each once, in the order in which they resolve', async () => {
    const people = [ada, ben, cleo];
    const resolved: string[] = [];
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const from = people[index % 3] ?? ada;
        const to = people[(index + 1) % 3] ?? ben;
        const message = { senderId: from._id, receiverId: to._id, text: `${index}` };
        resolved.push((await append(store, message))._id);
      }),
    );

    expect(resolved).toEqual([...new Set(resolved)].sort());
    const texts = [
      await readTexts(ada, ben),
      await readTexts(ben, cleo),
      await readTexts(cleo, ada),
    ];
    expect(texts.flat().sort()).toEqual(Array.from({ length: 1000 }, (_, i) => `${i}`).sort());
    for (const each of texts) expect(each).toEqual(each.toSorted((a, b) => Number(a) - Number(b)));
  });

  test('shows the same after it was closed and opened again', async () => {
    await talk(store, ada, ben, ['one', 'two']);
    await store.markSeen(ben._id, (await talk(store, ada, ben, ['three']))[0]?._id ?? '');
    const before = await store.readPage(ada._id, ben._id, { kind: 'after', limit: 1_000_000 });
    const people = await store.listUsers(ben._id);
    await store.close();

    ({ store } = await openAt(getPlace()));

    expect(await store.readPage(ada._id, ben._id, { kind: 'after', limit: 1_000_000 })).toEqual(
      before,
    );
    expect(await store.listUsers(ben._id)).toEqual(people);
  });

  test('finishes what was asked for before it closes, and refuses what is asked for after', async () => {
    const message = { senderId: ada._id, receiverId: ben._id, text: 'just in time' };
    const inTime = append(store, message);
    const closed = store.close();
    const tooLate = append(store, { ...message, text: 'too late' });

    await expect(tooLate).rejects.toMatchObject({ code: 'storageUnavailable' });
    await inTime;
    await closed;
    await expect(store.findUser(ada._id)).rejects.toMatchObject({ code: 'storageUnavailable' });
    ({ store } = await openAt(getPlace()));
    expect(await readTexts(ben, ada)).toEqual(['just in time']);
  });

  test('finishes what was asked for while some of it is under way when it closes', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index}`);
    const inTime = texts.map((text) =>
      append(store, { senderId: ada._id, receiverId: ben._id, text }),
    );
    await setImmediate();
    const closed = store.close();

    await Promise.all(inTime);
    await closed;
    ({ store } = await openAt(getPlace()));
    expect(await readTexts(ben, ada)).toEqual(texts);
  });
}
