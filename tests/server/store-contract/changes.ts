import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, talk, textsOf, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, store } from './world.ts';

export function describeChanges(): void {
  const block = (isBlocked: boolean) =>
    store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked });
  const idOf = (message: StoredMessage | undefined) => message?._id ?? '';
  const readTexts = async (reader: StoredUser, peer: StoredUser, after: number, limit = 100) => {
    const { messages, count } = await store.readChanges(reader._id, peer._id, { after, limit });
    return { texts: textsOf(messages), count };
  };

  test('are the messages since a number, in their order, as many as are asked for', async () => {
    const none = await store.readSide(ada._id, ben._id);
    expect(none).toEqual({
      epoch: expect.stringMatching(/^[0-9a-f]{16}$/),
      number: 0,
      summary: { version: 0, unseen: 0 },
    });
    const sent = await talk(store, ada, ben, ['1', '2', '3', '4']);
    for (const id of [UNKNOWN_ID, 'ben', ada._id]) {
      expect(await store.readSide(ada._id, id)).toEqual(none);
      const changes = await store.readChanges(ada._id, id, { after: 0, limit: 9 });
      expect(changes).toEqual({ messages: [], count: 0 });
    }
    // Of another conversation, which takes numbers as well.
    const cleo = await addPerson(store, 'Cleo');
    await talk(store, cleo, ben, ['other']);
    await talk(store, ben, ada, ['5']);
    for (const [reader, peer] of [
      [ada, ben],
      [ben, ada],
    ] as const) {
      const { number } = await store.readSide(reader._id, peer._id);
      expect(await readTexts(reader, peer, number)).toEqual({ texts: [], count: 0 });
      const after = sent[1]?.change ?? 0;
      expect(await readTexts(reader, peer, after)).toEqual({ texts: ['3', '4', '5'], count: 3 });
      expect(await readTexts(reader, peer, after, 2)).toEqual({ texts: ['3', '4'], count: 3 });
      expect(await readTexts(reader, peer, 0)).toEqual({
        texts: ['1', '2', '3', '4', '5'],
        count: 5,
      });
    }
  });

  test('form a chain for each of the two, without a gap where something is hidden', async () => {
    const chains = { sender: [0], receiver: [0] };
    const versions = { sender: 0, receiver: 0 };
    for (const [text, isBlocked] of [
      ['1', false],
      ['h', true],
      ['h', true],
      ['2', false],
      ['3', false],
    ] as const) {
      await block(isBlocked);
      const result = await store.appendMessage({ senderId: ada._id, receiverId: ben._id, text });
      if (result.kind !== 'stored') throw new Error(result.kind);
      expect(result.sides.receiver === undefined).toBe(isBlocked);
      for (const who of ['sender', 'receiver'] as const) {
        const side = result.sides[who];
        if (!side) continue;
        versions[who] += 1;
        expect(side).toEqual({ before: chains[who].at(-1), version: versions[who] });
        chains[who].push(result.message.change);
      }
    }
    expect((await store.readSide(ada._id, ben._id)).number).toBe(chains.sender.at(-1));
    expect((await store.readSide(ben._id, ada._id)).number).toBe(chains.receiver.at(-1));
    expect(await readTexts(ada, ben, 0)).toEqual({ texts: ['1', 'h', 'h', '2', '3'], count: 5 });
    expect(await readTexts(ben, ada, 0)).toEqual({ texts: ['1', '2', '3'], count: 3 });
    await block(true);
    await talk(store, ada, ben, ['h']);
    expect((await store.readSide(ben._id, ada._id)).number).toBe(chains.receiver.at(-1));
  });

  test('of messages that are sent at the same moment form one chain, and are counted to the limit of a reset', async () => {
    const results = await Promise.all(
      Array.from({ length: 520 }, (_, index) => {
        const [from, to] = index % 3 === 0 ? [ben, ada] : [ada, ben];
        return store.appendMessage({ senderId: from._id, receiverId: to._id, text: `${index}` });
      }),
    );
    let number = 0;
    for (const [index, result] of results.entries()) {
      if (result.kind !== 'stored') throw new Error(result.kind);
      const side = { before: number, version: index + 1 };
      expect(result.sides).toEqual({ sender: side, receiver: side });
      number = result.message.change;
    }
    for (const [reader, peer] of [[ada, ben] as const, [ben, ada] as const]) {
      expect((await store.readSide(reader._id, peer._id)).summary.version).toBe(520);
      expect((await readTexts(reader, peer, 0, 1)).count).toBe(501);
    }
  });

  test('are told with how far each of the two has come, whose summary has a version of its own', async () => {
    const sent = await talk(store, ada, ben, ['1', '2']);
    const [answer] = await talk(store, ben, ada, ['3']);
    const summaryOf = async (reader: StoredUser, peer: StoredUser) =>
      (await store.readSide(reader._id, peer._id)).summary;
    const newest = idOf(answer);
    expect(await summaryOf(ada, ben)).toEqual({ version: 3, unseen: 1, newest });
    expect(await summaryOf(ben, ada)).toEqual({ version: 3, unseen: 2, newest });

    await store.markDelivered(ben._id, ada._id, idOf(sent[1]));
    const delivered = idOf(sent[1]);
    expect(await summaryOf(ada, ben)).toEqual({ version: 4, unseen: 1, newest, delivered });
    expect(await summaryOf(ben, ada)).toEqual({ version: 3, unseen: 2, newest });

    await store.markConversationSeen(ben._id, ada._id, idOf(sent[0]));
    const seen = idOf(sent[0]);
    expect(await summaryOf(ada, ben)).toEqual({ version: 5, unseen: 1, newest, delivered, seen });
    expect(await summaryOf(ben, ada)).toEqual({ version: 4, unseen: 1, newest, ownSeen: seen });

    // A receipt that changes nothing makes no version.
    await store.markConversationSeen(ben._id, ada._id, idOf(sent[0]));
    await store.markDelivered(ben._id, ada._id, idOf(sent[1]));
    expect((await summaryOf(ada, ben)).version).toBe(5);
    expect((await summaryOf(ben, ada)).version).toBe(4);
  });

  test('name of the sides that a client knows those that are otherwise now', async () => {
    const cleo = await addPerson(store, 'Cleo');
    const dan = await addPerson(store, 'Dan');
    const [first] = await talk(store, ben, ada, ['1']);
    await talk(store, cleo, ada, ['1']);
    await talk(store, ada, cleo, ['2']);
    const readHeld = async ({ _id }: StoredUser) => {
      const { epoch, number, summary } = await store.readSide(ada._id, _id);
      return { peerId: _id, epoch, number, version: summary.version };
    };
    const [ofBen, ofCleo] = [await readHeld(ben), await readHeld(cleo)];
    const held = [ofBen, ofCleo];
    const behind = async (...peers: StoredUser[]) =>
      Promise.all(
        peers.map(async ({ _id }) => ({ peerId: _id, side: await store.readSide(ada._id, _id) })),
      );
    const listBehind = async (known: typeof held) =>
      (await store.readBehind(ada._id, known)).map(({ peerId }) => peerId).sort();
    expect(await listBehind(held)).toEqual([]);
    expect(await listBehind([])).toEqual([]);
    const all = [ben._id, cleo._id].sort();
    for (const change of [
      { epoch: '0'.repeat(16) },
      { number: 0 },
      { number: 1e15 },
      { version: 9 },
    ]) {
      expect(await listBehind(held.map((one) => ({ ...one, ...change })))).toEqual(all);
    }
    // Its messages are the same, but how far the reader has come is not.
    await store.markConversationSeen(ada._id, ben._id, idOf(first));
    expect(await store.readBehind(ada._id, held)).toEqual(await behind(ben));
    await talk(store, cleo, ada, ['3']);
    expect(await listBehind(held)).toEqual(all);
    expect(await store.readBehind(ada._id, [ofCleo])).toEqual(await behind(cleo));

    // Nobody is told of others, or of people who do not exist.
    const ofDan = { ...ofBen, peerId: dan._id };
    expect(await store.readBehind(ada._id, [{ ...ofDan, number: 0, version: 0 }])).toEqual([]);
    expect(await store.readBehind(ada._id, [ofDan])).toEqual(await behind(dan));
    for (const peerId of [UNKNOWN_ID, withOtherSecond(ben._id), 'ben', ada._id]) {
      expect(await store.readBehind(ada._id, [{ ...ofBen, peerId }])).toEqual([]);
    }
    expect(await store.readBehind('ada', held)).toEqual([]);
  });
}
