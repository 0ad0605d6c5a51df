import { beforeEach, expect, test } from 'vitest';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, talk, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, store } from './world.ts';

export function describeReceipts(): void {
  let cleo: StoredUser;
  /** Ada's messages to Ben; between them lie Ben's to Ada, and Cleo's to Ben. */
  let ids: string[];
  let answerId: string;
  let otherId: string;
  beforeEach(async () => {
    cleo = await addPerson(store, 'Cleo');
    ids = [];
    for (const text of ['1', '2', '3', '4']) {
      ids.push((await talk(store, ada, ben, [text]))[0]?._id ?? '');
      answerId = (await talk(store, ben, ada, [`answer ${text}`]))[0]?._id ?? '';
      otherId = (await talk(store, cleo, ben, [`cleo ${text}`]))[0]?._id ?? '';
    }
  });

  const idAt = (index: number) => ids[index] ?? '';
  const listMarked = async (mark: 'seen' | 'delivered') => {
    const all = { kind: 'after', limit: 100 } as const;
    const { messages } = await store.readPage(ben._id, ada._id, all);
    return messages.filter((message) => message[mark]).map(({ _id }) => _id);
  };
  const range = (as: 'seen' | 'delivered', first: number, last: number) => ({
    from: idAt(first),
    upTo: idAt(last),
    receipt: { as, from: idAt(first) },
  });

  test('cover all before the message that they name, tell what has changed, and make what is seen delivered', async () => {
    const seen = { senderId: ada._id, range: range('seen', 0, 0) };
    expect(await store.markSeen(ben._id, idAt(0))).toEqual(seen);
    expect(await store.markSeen(ben._id, idAt(0))).toEqual({ senderId: ada._id });
    expect(await listMarked('delivered')).toEqual([idAt(0)]);
    expect(await store.markDelivered(ben._id, ada._id, idAt(2))).toEqual(range('delivered', 1, 2));
    expect(await store.markDelivered(ben._id, ada._id, idAt(2))).toBeUndefined();
    const upTo = await store.markConversationSeen(ben._id, ada._id, idAt(1));
    expect(upTo).toEqual(range('seen', 1, 1));
    expect(await listMarked('seen')).toEqual([idAt(0), idAt(1)]);
    expect(await store.markConversationSeen(ben._id, ada._id)).toEqual(range('seen', 2, 3));
    expect(await store.markConversationSeen(ben._id, ada._id)).toBeUndefined();
    for (const mark of ['seen', 'delivered'] as const) expect(await listMarked(mark)).toEqual(ids);
    expect((await store.listUsers(ben._id)).unseen).toEqual({ [cleo._id]: 4 });
  });

  test('are given by the receiver alone, about messages of that person', async () => {
    const unknown = [UNKNOWN_ID, withOtherSecond(idAt(0)), '', 'first'];
    for (const reader of [ada._id, cleo._id, ...unknown]) {
      expect(await store.markSeen(reader, idAt(0))).toBeUndefined();
      expect(await store.markDelivered(reader, ada._id, idAt(0))).toBeUndefined();
    }
    for (const id of unknown) expect(await store.markSeen(ben._id, id)).toBeUndefined();
    for (const upTo of [answerId, otherId, ...unknown]) {
      expect(await store.markConversationSeen(ben._id, ada._id, upTo)).toBeUndefined();
      expect(await store.markDelivered(ben._id, ada._id, upTo)).toBeUndefined();
    }
    for (const id of [UNKNOWN_ID, withOtherSecond(ada._id), 'ada']) {
      expect(await store.markConversationSeen(ben._id, id)).toBeUndefined();
      expect(await store.markConversationSeen(id, ada._id)).toBeUndefined();
    }
    expect(await listMarked('delivered')).toEqual([]);
  });
}
