import { beforeEach, expect, test } from 'vitest';
import type { PageRequest, StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, append, START, talk, textsOf, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, store, time } from './world.ts';

const HOUR_MS = 60 * 60 * 1000;

export function describePages(): void {
  /** One an hour, from `START` on. */
  let messages: StoredMessage[];
  beforeEach(async () => {
    const cleo = await addPerson(store, 'Cleo');
    // Other conversations of both people lie in between.
    messages = [];
    for (const [hour, text] of ['1', '2', '3', '4', '5'].entries()) {
      time.now = START + hour * HOUR_MS;
      await talk(store, cleo, ada, [`cleo to ada ${text}`]);
      messages.push(...(await talk(store, ada, ben, [text])));
      await talk(store, ben, cleo, [`ben to cleo ${text}`]);
    }
  });

  const idOf = (text: string) => messages.find((message) => message.text === text)?._id ?? '';
  const read = async (page: PageRequest) => {
    const answer = await store.readPage(ben._id, ada._id, page);
    return { texts: textsOf(answer.messages), hasMore: answer.hasMore };
  };

  test('are parts of the whole conversation, oldest first, beside a cursor', async () => {
    const whole = { kind: 'after', limit: 1_000_000 } as const;
    expect(await store.readPage(ada._id, ben._id, whole)).toEqual({ messages, hasMore: false });
    expect(await store.readPage(ben._id, ada._id, whole)).toEqual({ messages, hasMore: false });

    const newest = (limit: number) => read({ kind: 'before', limit });
    expect(await newest(2)).toEqual({ texts: ['4', '5'], hasMore: true });
    expect(await newest(4)).toMatchObject({ hasMore: true });
    expect(await newest(5)).toMatchObject({ hasMore: false });

    const readBefore = (text: string, limit: number) =>
      read({ kind: 'before', before: idOf(text), limit });
    expect(await readBefore('4', 2)).toEqual({ texts: ['2', '3'], hasMore: true });
    expect(await readBefore('4', 3)).toEqual({ texts: ['1', '2', '3'], hasMore: false });
    expect(await readBefore('1', 3)).toEqual({ texts: [], hasMore: false });

    const readAfter = (text: string, limit: number) =>
      read({ kind: 'after', after: idOf(text), limit });
    expect(await readAfter('2', 2)).toEqual({ texts: ['3', '4'], hasMore: true });
    expect(await readAfter('2', 3)).toEqual({ texts: ['3', '4', '5'], hasMore: false });
    expect(await readAfter('5', 3)).toEqual({ texts: [], hasMore: false });
  });

  test('and moments find nothing between people who do not exist or have not talked', async () => {
    const dan = await addPerson(store, 'Dan');
    const page = { kind: 'before', limit: 9 } as const;
    const none = { messages: [], hasMore: false };
    for (const peerId of [dan._id, ada._id, UNKNOWN_ID, withOtherSecond(ben._id), 'ben']) {
      for (const [reader, peer] of [
        [ada._id, peerId],
        [peerId, ada._id],
      ] as const) {
        expect(await store.readPage(reader, peer, page)).toEqual(none);
        expect(await store.readPictures(reader, peer, page)).toMatchObject(none);
        expect(await store.findFirst(reader, peer, 0)).toBeUndefined();
      }
    }
  });

  test('of pictures are read apart from texts, and counted with the newest page, without hidden ones', async () => {
    const sendPicture = (name: string, from = ada, to = ben) =>
      append(store, {
        senderId: from._id,
        receiverId: to._id,
        picture: { id: name.padEnd(32, '0'), width: 4, height: 3 },
      });
    const readPictures = async (reader: StoredUser, peer: StoredUser, page: object = {}) => {
      const asked = { kind: 'before', limit: 100, ...page } as const;
      const answer = await store.readPictures(reader._id, peer._id, asked);
      const names = answer.messages.map(({ picture }) => picture?.id.replace(/0+$/, ''));
      return { ...answer, messages: names };
    };
    const block = (isBlocked: boolean) =>
      store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked });

    expect(await readPictures(ada, ben)).toEqual({ messages: [], hasMore: false, count: 0 });
    await sendPicture('a');
    await talk(store, ben, ada, ['between']);
    const b = await sendPicture('b', ben, ada);
    const c = await sendPicture('c');
    for (const [reader, peer] of [[ada, ben] as const, [ben, ada] as const]) {
      const newest = { messages: ['b', 'c'], hasMore: true, count: 3 };
      expect(await readPictures(reader, peer, { limit: 2 })).toEqual(newest);
      const older = await readPictures(reader, peer, { before: b._id, limit: 1 });
      expect(older).toEqual({ messages: ['a'], hasMore: false });
    }
    const page = { kind: 'before', limit: 1 } as const;
    expect((await store.readPictures(ada._id, ben._id, page)).messages).toEqual([c]);

    await block(true);
    await sendPicture('h');
    await block(false);
    await sendPicture('d');
    const adas = { messages: ['a', 'b', 'c', 'h', 'd'], count: 5 };
    expect(await readPictures(ada, ben)).toMatchObject(adas);
    expect(await readPictures(ben, ada)).toMatchObject({
      messages: ['a', 'b', 'c', 'd'],
      count: 4,
    });
  });

  test('begin at a moment: its first message, or the next after it', async () => {
    const find = async (since: number) => (await store.findFirst(ben._id, ada._id, since))?.text;
    expect(await store.findFirst(ben._id, ada._id, START)).toEqual(messages[0]);
    expect(await find(0)).toBe('1');
    expect(await find(START + 2 * HOUR_MS)).toBe('3');
    expect(await find(START + 2 * HOUR_MS + 1)).toBe('4');
    expect(await find(START + 4 * HOUR_MS + 1)).toBeUndefined();
    time.now = START + 9 * HOUR_MS;
    await talk(store, ada, ben, ['a', 'b', 'c']);
    expect(await find(START + 9 * HOUR_MS)).toBe('a');
  });
}
