import { expect, test } from 'vitest';
import type { PageRequest, StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import type { Hideable } from '../../../src/protocol/entities.ts';
import { START, talk, textsOf } from './place.ts';
import { ada, ben, store, time } from './world.ts';

/** What somebody hides, by a block or by choice. */
export function describeHidden(): void {
  test('messages stand among the others for their sender, page by page and by their moment, and are nowhere for the other', async () => {
    const sent: StoredMessage[] = [];
    for (const [texts, isBlocked] of [
      [['1', '2'], true],
      [['h3', 'h4'], false],
      [['5'], true],
      [['h6'], false],
      [['7', '8'], true],
      [['h9'], true],
    ] as const) {
      sent.push(...(await talk(store, ada, ben, texts)));
      time.now += 1_000;
      await store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked });
    }
    const all = ['1', '2', 'h3', 'h4', '5', 'h6', '7', '8', 'h9'];
    for (const [reader, peer, texts] of [
      [ada, ben, all],
      [ben, ada, all.filter((text) => !text.startsWith('h'))],
    ] as const) {
      for (const limit of [1, 3, 100]) {
        for (const [index, { _id }] of sent.entries()) {
          const left = all.slice(0, index).filter((each) => texts.includes(each));
          const right = all.slice(index + 1).filter((each) => texts.includes(each));
          const read = (page: PageRequest) => store.readPage(reader._id, peer._id, page);
          const before = await read({ kind: 'before', before: _id, limit });
          expect(textsOf(before.messages)).toEqual(left.slice(-limit));
          expect(before.hasMore).toBe(left.length > limit);
          const after = await read({ kind: 'after', after: _id, limit });
          expect(textsOf(after.messages)).toEqual(right.slice(0, limit));
        }
      }
    }
    const listFound = (reader: StoredUser, peer: StoredUser) =>
      Promise.all(
        [0, 1, 2, 3, 4, 5, 6].map(
          async (second) =>
            (await store.findFirst(reader._id, peer._id, START + second * 1_000))?.text,
        ),
      );
    expect(await listFound(ada, ben)).toEqual(['1', 'h3', '5', 'h6', '7', 'h9', undefined]);
    expect(await listFound(ben, ada)).toEqual(['1', '5', '5', '7', '7', undefined, undefined]);
    const [bens, adas] = [await store.listUsers(ben._id), await store.listUsers(ada._id)];
    expect(bens.users).toMatchObject([{ lastMessage: { text: '8' } }]);
    expect(bens.unseen).toEqual({ [ada._id]: 5 });
    expect(adas.users).toMatchObject([{ lastMessage: { text: 'h9' } }]);
    const hidden = sent.at(-1)?._id ?? '';
    expect(await store.markSeen(ben._id, hidden)).toBeUndefined();
    expect(await store.markDelivered(ben._id, ada._id, hidden)).toBeUndefined();
    const reply = { senderId: ben._id, receiverId: ada._id, text: 'Hm' };
    expect(await store.appendMessage(reply)).toEqual({ kind: 'blockedReceiver' });
  });

  const hide = (user: StoredUser, ...hides: Hideable[]) => store.setHidden(user._id, hides);

  test('receipts keep from the sender that messages are seen, not that they are delivered', async () => {
    const listNewest = async (limit: number) => {
      const { messages } = await store.readPage(ada._id, ben._id, { kind: 'before', limit });
      return messages.map(({ seen, delivered }) => (seen ? 'seen' : delivered && 'delivered'));
    };
    for (const hiding of [ben, ada]) {
      await hide(hiding, 'receipts');
      const ids = (await talk(store, ada, ben, ['1', '2', '3'])).map(({ _id }) => _id);
      const [first = '', second = '', third = ''] = ids;
      const delivered = (id: string) => ({
        from: id,
        upTo: id,
        receipt: { as: 'delivered', from: id },
      });
      expect(await store.markDelivered(ben._id, ada._id, first)).toEqual(delivered(first));
      expect(await store.markSeen(ben._id, second)).toMatchObject({
        range: { receipt: { as: 'delivered', from: second } },
      });
      expect(await store.markSeen(ben._id, second)).toEqual({ senderId: ada._id });
      expect(await store.markConversationSeen(ben._id, ada._id)).toEqual(delivered(third));
      expect((await store.listUsers(ben._id)).unseen).toEqual({});

      // To see the same again tells nothing; what is seen later without hiding tells of all before it.
      await hide(hiding);
      expect(await store.markConversationSeen(ben._id, ada._id)).toBeUndefined();
      expect(await listNewest(3)).toEqual(Array(3).fill('delivered'));
      const fourth = (await talk(store, ada, ben, ['4']))[0]?._id;
      expect(await store.markConversationSeen(ben._id, ada._id)).toEqual({
        from: fourth,
        upTo: fourth,
        receipt: { as: 'seen', from: first },
      });
      expect(await listNewest(4)).toEqual(Array(4).fill('seen'));
    }
  });
}
