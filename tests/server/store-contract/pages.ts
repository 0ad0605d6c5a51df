import { beforeEach, describe, expect, test } from 'vitest';
import type { PageRequest, StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import {
  addPerson,
  append,
  openAt,
  type Place,
  talk,
  textsOf,
  UNKNOWN_ID,
  withOtherSecond,
} from './place.ts';

export function describePages(getPlace: () => Place): void {
  let store: Store;
  let ada: StoredUser;
  let ben: StoredUser;
  let messages: StoredMessage[];
  beforeEach(async () => {
    ({ store } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    const cleo = await addPerson(store, 'Cleo');
    // Other conversations of both people lie in between.
    messages = [];
    for (const text of ['1', '2', '3', '4', '5']) {
      await talk(store, cleo, ada, [`cleo to ada ${text}`]);
      messages.push(...(await talk(store, ada, ben, [text])));
      await talk(store, ben, cleo, [`ben to cleo ${text}`]);
    }
    return () => store.close();
  });

  const idOf = (text: string) => messages.find((message) => message.text === text)?._id ?? '';
  const read = async (page: PageRequest) => {
    const answer = await store.readPage(ben._id, ada._id, page);
    return { texts: textsOf(answer.messages), hasMore: answer.hasMore };
  };

  describe('the pictures', () => {
    const sendPicture = (name: string, from = ada, to = ben) =>
      append(store, {
        senderId: from._id,
        receiverId: to._id,
        picture: { id: name.padEnd(32, '0'), width: 4, height: 3 },
      });
    const readPictures = async (reader: StoredUser, peer: StoredUser, page: object = {}) => {
      const answer = await store.readPictures(reader._id, peer._id, {
        kind: 'before',
        limit: 100,
        ...page,
      });
      const names = answer.messages.map(({ picture }) => picture?.id.replace(/0+$/, ''));
      return { ...answer, messages: names };
    };

    test('of two people are read apart from their texts, page by page back, and counted with the newest page', async () => {
      expect(await readPictures(ada, ben)).toEqual({ messages: [], hasMore: false, count: 0 });
      const a = await sendPicture('a');
      await talk(store, ben, ada, ['between']);
      const b = await sendPicture('b', ben, ada);
      const c = await sendPicture('c');
      for (const [reader, peer] of [[ada, ben] as const, [ben, ada] as const]) {
        expect(await readPictures(reader, peer, { limit: 2 })).toEqual({
          messages: ['b', 'c'],
          hasMore: true,
          count: 3,
        });
        expect(await readPictures(reader, peer, { before: b._id, limit: 1 })).toEqual({
          messages: ['a'],
          hasMore: false,
        });
      }
      const { messages: whole } = await store.readPage(ada._id, ben._id, {
        kind: 'before',
        limit: 1_000,
      });
      const { messages: alone } = await store.readPictures(ada._id, ben._id, {
        kind: 'before',
        limit: 1_000,
      });
      expect(alone).toEqual(whole.filter(({ picture }) => picture));
      expect(alone.map(({ _id }) => _id)).toEqual([a._id, b._id, c._id]);
    });

    test('that were sent to somebody who blocks are their sender’s alone', async () => {
      await sendPicture('a');
      await store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked: true });
      await sendPicture('h');
      await store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked: false });
      await sendPicture('c');
      expect(await readPictures(ada, ben)).toMatchObject({ messages: ['a', 'h', 'c'], count: 3 });
      expect(await readPictures(ben, ada)).toMatchObject({ messages: ['a', 'c'], count: 2 });
    });

    test('are none where one of the two is nobody', async () => {
      await sendPicture('a');
      for (const id of [UNKNOWN_ID, withOtherSecond(ben._id)]) {
        const page = { kind: 'before', limit: 10 } as const;
        expect(await store.readPictures(ada._id, id, page)).toMatchObject({ messages: [] });
        expect(await store.readPictures(id, ada._id, page)).toMatchObject({ count: 0 });
      }
    });
  });

  describe('a page', () => {
    test('is the whole conversation, oldest first, the same for both people', async () => {
      const all = await store.readPage(ada._id, ben._id, { kind: 'after', limit: 1_000_000 });

      expect(all).toEqual({ messages, hasMore: false });
      expect(await store.readPage(ben._id, ada._id, { kind: 'after', limit: 1_000_000 })).toEqual(
        all,
      );
    });

    test('is the newest messages without a cursor', async () => {
      expect(await read({ kind: 'before', limit: 2 })).toEqual({
        texts: ['4', '5'],
        hasMore: true,
      });
      expect(await read({ kind: 'before', limit: 4 })).toMatchObject({ hasMore: true });
      expect(await read({ kind: 'before', limit: 5 })).toMatchObject({ hasMore: false });
      expect(await read({ kind: 'before', limit: 6 })).toMatchObject({ hasMore: false });
    });

    test('ends just before its cursor', async () => {
      const readBefore = (text: string, limit: number) =>
        read({ kind: 'before', before: idOf(text), limit });

      expect(await readBefore('4', 2)).toEqual({ texts: ['2', '3'], hasMore: true });
      expect(await readBefore('4', 3)).toEqual({ texts: ['1', '2', '3'], hasMore: false });
      expect(await readBefore('1', 3)).toEqual({ texts: [], hasMore: false });
    });

    test('begins just after its cursor', async () => {
      const readAfter = (text: string, limit: number) =>
        read({ kind: 'after', after: idOf(text), limit });

      expect(await readAfter('2', 2)).toEqual({ texts: ['3', '4'], hasMore: true });
      expect(await readAfter('2', 3)).toEqual({ texts: ['3', '4', '5'], hasMore: false });
      expect(await readAfter('5', 3)).toEqual({ texts: [], hasMore: false });
    });

    test('takes a cursor without a message for a place in the order', async () => {
      const beforeAll = '000000000000000000000000';
      expect(await read({ kind: 'after', after: beforeAll, limit: 2 })).toEqual({
        texts: ['1', '2'],
        hasMore: true,
      });
      expect(await read({ kind: 'before', before: beforeAll, limit: 2 })).toEqual({
        texts: [],
        hasMore: false,
      });
      expect(await read({ kind: 'after', after: UNKNOWN_ID, limit: 2 })).toEqual({
        texts: [],
        hasMore: false,
      });
    });

    test.each(['', 'newest', `${UNKNOWN_ID}0`, 'F'.repeat(24)])(
      'is refused for the cursor "%s", which is no id',
      async (cursor) => {
        const before = read({ kind: 'before', before: cursor, limit: 2 });
        await expect(before).rejects.toMatchObject({ code: 'invalid' });
        const after = read({ kind: 'after', after: cursor, limit: 2 });
        await expect(after).rejects.toMatchObject({ code: 'invalid' });
      },
    );

    test('is empty for people who do not exist or have not talked', async () => {
      const dan = await addPerson(store, 'Dan');
      for (const peerId of [dan._id, ada._id, UNKNOWN_ID, withOtherSecond(ben._id), 'ben']) {
        const none = { messages: [], hasMore: false };
        expect(await store.readPage(ada._id, peerId, { kind: 'after', limit: 1_000_000 })).toEqual(
          none,
        );
        expect(await store.readPage(peerId, ada._id, { kind: 'before', limit: 9 })).toEqual(none);
      }
    });
  });
}
