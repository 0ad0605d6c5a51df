import { beforeEach, expect, test } from 'vitest';
import type { PageRequest, StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place, START, talk, textsOf } from './place.ts';

/** Ben blocks Ada between some of the things that she says. */
export function describeHidden(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  let ben: StoredUser;
  let sent: StoredMessage[];
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    sent = [];
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
      await block(isBlocked);
    }
    return () => store.close();
  });

  const block = (isBlocked: boolean) =>
    store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked });
  const idOf = (text: string) => sent.find((message) => message.text === text)?._id ?? '';
  const readTexts = async (reader: StoredUser, peer: StoredUser, page: PageRequest) =>
    textsOf((await store.readPage(reader._id, peer._id, page)).messages);
  const listSeen = async () => {
    const page = { kind: 'after', limit: 100 } as const;
    const { messages } = await store.readPage(ada._id, ben._id, page);
    return textsOf(messages.filter(({ seen }) => seen));
  };

  test('stand among the others for their sender, page by page, and are nowhere for the other', async () => {
    const all = ['1', '2', 'h3', 'h4', '5', 'h6', '7', '8', 'h9'];
    for (const [reader, peer, texts] of [
      [ada, ben, all],
      [ben, ada, all.filter((text) => !text.startsWith('h'))],
    ] as const) {
      for (const limit of [1, 2, 3, 100]) {
        for (const [index, { _id, text = '' }] of sent.entries()) {
          const [before, after] = [{ kind: 'before', before: _id, limit } as const, _id];
          const left = all.slice(0, index).filter((each) => texts.includes(each));
          expect(await readTexts(reader, peer, before), text).toEqual(left.slice(-limit));
          const right = all.slice(index + 1).filter((each) => texts.includes(each));
          expect(await readTexts(reader, peer, { kind: 'after', after, limit })).toEqual(
            right.slice(0, limit),
          );
          const page = await store.readPage(reader._id, peer._id, before);
          expect(page.hasMore).toBe(left.length > limit);
        }
      }
    }
  });

  test('are found by their moment by their sender alone', async () => {
    const found = async (reader: StoredUser, peer: StoredUser) =>
      Promise.all(
        [0, 1, 2, 3, 4, 5, 6].map(
          async (second) =>
            (await store.findFirst(reader._id, peer._id, START + second * 1_000))?.text,
        ),
      );
    expect(await found(ada, ben)).toEqual(['1', 'h3', '5', 'h6', '7', 'h9', undefined]);
    expect(await found(ben, ada)).toEqual(['1', '5', '5', '7', '7', undefined, undefined]);
  });

  test('look as seen to their sender once the receiver sees a later message', async () => {
    await block(false);
    expect(await store.markConversationSeen(ben._id, ada._id)).toEqual({
      from: idOf('1'),
      upTo: idOf('8'),
      told: { as: 'seen', from: idOf('1') },
    });
    expect(await listSeen()).toEqual(['1', '2', 'h3', 'h4', '5', 'h6', '7', '8']);
  });

  test('come with receipts of which their sender hears only by what is seen later without the block', async () => {
    expect(await store.markConversationSeen(ben._id, ada._id, idOf('2'))).toEqual({
      from: idOf('1'),
      upTo: idOf('2'),
    });
    expect(await store.markSeen(ben._id, idOf('5'))).toEqual({
      senderId: ada._id,
      range: { from: idOf('5'), upTo: idOf('5') },
    });
    expect((await store.listUsers(ben._id)).unseen).toEqual({ [ada._id]: 2 });
    expect(await listSeen()).toEqual([]);

    await block(false);
    expect(await listSeen()).toEqual([]);
    expect(await store.markSeen(ben._id, idOf('5'))).toEqual({ senderId: ada._id });
    expect(await listSeen()).toEqual([]);
    await store.markConversationSeen(ben._id, ada._id);
    expect(await listSeen()).toEqual(['1', '2', 'h3', 'h4', '5', 'h6', '7', '8']);
    expect(await store.markConversationSeen(ben._id, ada._id)).toBeUndefined();
  });

  test('are sent by those who are told one last visit of the other', async () => {
    expect(await store.listBlockers(ada._id)).toEqual([{ userId: ben._id }]);
    await block(false);
    await store.setLastSeen(ben._id, START + 5);
    await block(true);
    await store.setLastSeen(ben._id, START + 6);
    expect(await store.listBlockers(ada._id)).toEqual([{ userId: ben._id, lastSeenAt: START + 5 }]);
    await block(false);
    const change = { blockerId: ben._id, blockedId: ada._id, isBlocked: true };
    await store.setBlocked(change, START + 7);
    await store.setBlocked(change, START + 8);
    expect(await store.listBlockers(ada._id)).toEqual([{ userId: ben._id, lastSeenAt: START + 7 }]);
    expect(await store.listBlockers(ben._id)).toEqual([]);
    const blocker = { userId: ben._id, lastSeenAt: START + 7 };
    expect(await store.findBlocks(ada._id, ben._id)).toEqual({ hasBlocked: false, blocker });
    expect(await store.findBlocks(ben._id, ada._id)).toEqual({ hasBlocked: true });
  });
}
