import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, append, START, talk, textsOf, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, reopen, store } from './world.ts';

const WHOLE = { kind: 'after', limit: 1_000_000 } as const;
const picture = { id: 'c'.repeat(32), width: 3, height: 2 };

export function describeMessages(): void {
  let cleo: StoredUser;
  beforeEach(async () => {
    cleo = await addPerson(store, 'Cleo');
  });

  const readTexts = async (reader: StoredUser, peer: StoredUser) =>
    textsOf((await store.readPage(reader._id, peer._id, WHOLE)).messages);

  test('are stored as they are, unseen and undelivered, at the time of the clock, and are there after a restart', async () => {
    const to = { senderId: ada._id, receiverId: ben._id };
    const message = await append(store, { ...to, text: 'Hi' });
    expect(message).toEqual({
      _id: message._id,
      change: 1,
      ...to,
      text: 'Hi',
      seen: false,
      delivered: false,
      createdAt: START,
    });
    const sent = await append(store, { ...to, picture });
    expect(sent).toMatchObject({ picture });
    const forwarded = await append(store, { ...to, text: '', forwarded: true });
    expect(forwarded.forwarded).toBe(true);
    const texts = [
      ' blanks ',
      "'; drop table messages; --",
      '👩‍👩‍👧',
      'e\u0301',
      'x'.repeat(10_000),
    ];
    const others = await talk(store, ada, ben, texts);
    expect(textsOf(others)).toEqual(texts);

    const messages = [message, sent, forwarded, ...others];
    expect(await store.readPage(ben._id, ada._id, WHOLE)).toEqual({ messages, hasMore: false });
    await store.markSeen(ben._id, others[0]?._id ?? '');
    const before = await store.readPage(ada._id, ben._id, WHOLE);
    const people = await store.listUsers(ben._id);
    await reopen();
    expect(await store.readPage(ada._id, ben._id, WHOLE)).toEqual(before);
    expect(await store.listUsers(ben._id)).toEqual(people);
  });

  test('have a receiver and a sender that exist, and are not the same', async () => {
    for (const receiverId of [UNKNOWN_ID, withOtherSecond(ben._id), 'ben', ada._id]) {
      const result = await store.appendMessage({ senderId: ada._id, receiverId, text: 'Hi' });
      expect(result).toEqual({ kind: 'unknownReceiver' });
    }
    for (const senderId of [UNKNOWN_ID, withOtherSecond(ada._id), 'ada']) {
      const message = { senderId, receiverId: ben._id, text: 'Hi' };
      await expect(store.appendMessage(message)).rejects.toMatchObject({ code: 'notFound' });
    }
    expect(await readTexts(ada, ben)).toEqual([]);
  });

  test('that fail do not take others of the same moment with them', async () => {
    const to = { senderId: ada._id, receiverId: ben._id };
    const results = await Promise.allSettled([
      append(store, { ...to, text: 'first' }),
      append(store, { ...to, text: 'both a text and a picture', picture }),
      append(store, { ...to, text: 'last' }),
    ]);

    const expected = ['fulfilled', 'rejected', 'fulfilled'];
    expect(results.map(({ status }) => status)).toEqual(expected);
    expect(await readTexts(ben, ada)).toEqual(['first', 'last']);
  });

  test('that come all at once are stored each once, in the order in which they resolve', async () => {
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

  test('are finished before the store closes, and refused after', async () => {
    const texts = Array.from({ length: 300 }, (_, index) => `${index}`);
    const to = { senderId: ada._id, receiverId: ben._id };
    expect(await store.checkHealth()).toBeUndefined();
    const inTime = texts.map((text) => append(store, { ...to, text }));
    // Some of them are under way.
    await setImmediate();
    inTime.push(append(store, { ...to, text: 'just in time' }));
    const closed = store.close();
    const tooLate = append(store, { ...to, text: 'too late' });

    await expect(tooLate).rejects.toMatchObject({ code: 'storageUnavailable' });
    await Promise.all(inTime);
    await closed;
    const refused = { code: 'storageUnavailable' };
    await expect(store.findUser(ada._id)).rejects.toMatchObject(refused);
    await expect(store.checkHealth()).rejects.toMatchObject(refused);
    await reopen();
    expect(await readTexts(ben, ada)).toEqual([...texts, 'just in time']);
  });
}
