import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place, talk, UNKNOWN_ID, withOtherSecond } from './place.ts';

export function describeReceipts(getPlace: () => Place): void {
  let store: Store;
  let ada: StoredUser;
  let ben: StoredUser;
  let cleo: StoredUser;
  /** Ada's messages to Ben; between them lie Ben's to Ada, and Cleo's to Ben. */
  let ids: string[];
  beforeEach(async () => {
    ({ store } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    cleo = await addPerson(store, 'Cleo');
    ids = [];
    for (const text of ['1', '2', '3', '4']) {
      ids.push(...(await talk(store, ada, ben, [text])).map(({ _id }) => _id));
      await talk(store, ben, ada, [`answer ${text}`]);
      await talk(store, cleo, ben, [`cleo ${text}`]);
    }
    return () => store.close();
  });

  const idAt = (index: number) => ids[index] ?? '';
  const readAll = async (reader: StoredUser, peer: StoredUser) =>
    (await store.readPage(reader._id, peer._id, { kind: 'after', limit: 1_000_000 })).messages;
  const listMarked = (messages: StoredMessage[], mark: 'seen' | 'delivered') =>
    messages.filter((message) => message[mark]).map(({ _id }) => _id);

  describe('marking one message as seen', () => {
    test('changes it and all before it once, and makes them delivered, too', async () => {
      const first = await store.markSeen(ben._id, idAt(1));
      const again = await store.markSeen(ben._id, idAt(1));

      const message = (await readAll(ben, ada)).find(({ _id }) => _id === idAt(1));
      expect(message).toMatchObject({ seen: true, delivered: true });
      const range = { from: idAt(0), upTo: idAt(1), told: { as: 'seen', from: idAt(0) } };
      expect(first).toEqual({ senderId: ada._id, range });
      expect(again).toEqual({ senderId: ada._id });
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual([idAt(0), idAt(1)]);
    });

    test('is no news after a later one', async () => {
      await store.markSeen(ben._id, idAt(2));
      expect(await store.markSeen(ben._id, idAt(0))).toEqual({ senderId: ada._id });
    });

    test('is for its receiver alone', async () => {
      for (const reader of [ada, cleo]) {
        expect(await store.markSeen(reader._id, idAt(0))).toBeUndefined();
      }
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual([]);
    });

    test('finds nothing by an unknown id', async () => {
      for (const id of [UNKNOWN_ID, withOtherSecond(idAt(0)), '', 'first']) {
        expect(await store.markSeen(ben._id, id)).toBeUndefined();
        expect(await store.markSeen(id, idAt(0))).toBeUndefined();
      }
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual([]);
    });
  });

  describe('marking a conversation as seen', () => {
    test('changes all of the other person, and tells the first and the last', async () => {
      const range = await store.markConversationSeen(ben._id, ada._id);

      expect(range).toEqual({ from: idAt(0), upTo: idAt(3), told: { as: 'seen', from: idAt(0) } });
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual(ids);
      expect(listMarked(await readAll(ben, ada), 'delivered')).toEqual(ids);
      expect(listMarked(await readAll(ben, cleo), 'seen')).toEqual([]);
    });

    test('tells nothing from before what changed', async () => {
      await store.markSeen(ben._id, idAt(0));

      expect(await store.markConversationSeen(ben._id, ada._id)).toEqual({
        from: idAt(1),
        upTo: idAt(3),
        told: { as: 'seen', from: idAt(1) },
      });
      expect(await store.markConversationSeen(ben._id, ada._id)).toBeUndefined();
    });

    test('stops at the message it is given', async () => {
      const range = await store.markConversationSeen(ben._id, ada._id, idAt(1));

      expect(range).toMatchObject({ from: idAt(0), upTo: idAt(1) });
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual([idAt(0), idAt(1)]);
    });

    test('changes nothing up to a message that the other person did not send to the reader', async () => {
      const [answer] = await talk(store, ben, ada, ['own']);
      const [other] = await talk(store, cleo, ben, ['other']);
      for (const upTo of [answer?._id, other?._id, UNKNOWN_ID, withOtherSecond(idAt(3)), 'last']) {
        expect(await store.markConversationSeen(ben._id, ada._id, upTo)).toBeUndefined();
      }
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual([]);
    });

    test('changes nothing for people who do not exist', async () => {
      for (const id of [UNKNOWN_ID, withOtherSecond(ada._id), 'ada']) {
        expect(await store.markConversationSeen(ben._id, id)).toBeUndefined();
        expect(await store.markConversationSeen(id, ada._id)).toBeUndefined();
      }
    });
  });

  describe('marking as delivered', () => {
    test('changes up to and including a message, and tells the first and the last', async () => {
      expect(await store.markDelivered(ben._id, ada._id, idAt(1))).toEqual({
        from: idAt(0),
        upTo: idAt(1),
        told: { as: 'delivered', from: idAt(0) },
      });
      expect(await store.markDelivered(ben._id, ada._id, idAt(1))).toBeUndefined();
      expect(await store.markDelivered(ben._id, ada._id, idAt(3))).toEqual({
        from: idAt(2),
        upTo: idAt(3),
        told: { as: 'delivered', from: idAt(2) },
      });
      expect(listMarked(await readAll(ben, ada), 'delivered')).toEqual(ids);
      expect(listMarked(await readAll(ben, ada), 'seen')).toEqual([]);
    });

    test('passes over what was seen before', async () => {
      await store.markSeen(ben._id, idAt(0));
      expect(await store.markDelivered(ben._id, ada._id, idAt(2))).toMatchObject({
        from: idAt(1),
        upTo: idAt(2),
      });
    });

    test('is for the receiver, about messages of that person', async () => {
      const [other] = await talk(store, cleo, ben, ['other']);
      for (const upTo of [other?._id ?? '', UNKNOWN_ID, 'last']) {
        expect(await store.markDelivered(ben._id, ada._id, upTo)).toBeUndefined();
      }
      expect(await store.markDelivered(ada._id, ben._id, idAt(0))).toBeUndefined();
      expect(await store.markDelivered(cleo._id, ada._id, idAt(0))).toBeUndefined();
      expect(listMarked(await readAll(ben, ada), 'delivered')).toEqual([]);
    });
  });
}
