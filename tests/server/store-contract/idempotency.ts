import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import {
  addPerson,
  openAt,
  type Place,
  removePerson,
  START,
  textsOf,
  withOtherSecond,
} from './place.ts';

export function describeIdempotency(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  let ben: StoredUser;
  let cleo: StoredUser;
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    cleo = await addPerson(store, 'Cleo');
    return () => store.close();
  });

  const readTexts = async (reader: StoredUser, peer: StoredUser) =>
    textsOf(
      (await store.readPage(reader._id, peer._id, { kind: 'after', limit: 1_000_000 })).messages,
    );
  const idempotency = { key: '018f-key', bodyHash: 'hash' };
  const sendHi = (extra = {}) =>
    store.appendMessage({
      senderId: ada._id,
      receiverId: ben._id,
      text: 'Hi',
      idempotency,
      ...extra,
    });

  test('answers a repeat with the message that is stored, as it is by now', async () => {
    const first = await sendHi();
    await store.markConversationSeen(ben._id, ada._id);
    time.now += 60_000;

    const again = await sendHi();

    const message = first.kind === 'stored' ? first.message : undefined;
    expect(again).toEqual({
      kind: 'repeated',
      message: { ...message, key: idempotency.key, seen: true, delivered: true },
    });
    expect(await readTexts(ben, ada)).toEqual(['Hi']);
  });

  test('stores once when the repeats come at the same moment', async () => {
    const results = await Promise.all([sendHi(), sendHi(), sendHi()]);

    expect(results.map(({ kind }) => kind)).toEqual(['stored', 'repeated', 'repeated']);
    const ids = results.map((result) => 'message' in result && result.message._id);
    expect(new Set(ids).size).toBe(1);
    expect(await readTexts(ben, ada)).toEqual(['Hi']);
  });

  test('is not for another body or another receiver, at the same moment or later', async () => {
    const otherBody = { idempotency: { ...idempotency, bodyHash: 'other' }, text: 'Other' };
    const [, sameMoment] = await Promise.all([sendHi(), sendHi(otherBody)]);

    expect(sameMoment).toEqual({ kind: 'keyReused' });
    expect(await sendHi(otherBody)).toEqual({ kind: 'keyReused' });
    expect(await sendHi({ receiverId: cleo._id })).toEqual({ kind: 'keyReused' });
    expect(await readTexts(ben, ada)).toEqual(['Hi']);
    expect(await readTexts(cleo, ada)).toEqual([]);
  });

  test.each([
    [
      'blocked',
      () => store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked: true }),
    ],
    ['gone', () => removePerson(store, ben)],
  ])('answers a repeat also when the receiver is %s by now', async (_what, change) => {
    await sendHi();
    await change();

    expect((await sendHi()).kind).toBe('repeated');
    expect((await sendHi({ idempotency: { ...idempotency, key: 'new' } })).kind).toMatch(
      /^(blocked|unknown)Receiver$/,
    );
  });

  test('belongs to its sender alone', async () => {
    const [first, sameKey] = [await sendHi(), await sendHi({ senderId: cleo._id })];

    expect([first.kind, sameKey.kind]).toEqual(['stored', 'stored']);
    for (const [stored, senderId] of [[first, ada._id] as const, [sameKey, cleo._id] as const]) {
      const message = stored.kind === 'stored' && { ...stored.message, key: idempotency.key };
      expect(await sendHi({ senderId })).toEqual({ kind: 'repeated', message });
    }
    expect(await readTexts(ben, ada)).toEqual(['Hi']);
    expect(await readTexts(ben, cleo)).toEqual(['Hi']);
  });

  test('holds for ever', async () => {
    await sendHi();
    await store.close();
    ({ store, time } = await openAt(getPlace(), START + 1000 * 24 * 60 * 60 * 1000));
    await store.deleteExpired(time.now);

    expect((await sendHi()).kind).toBe('repeated');
  });

  test('is free again when its message could not be stored', async () => {
    const picture = { id: 'e'.repeat(32), width: 1, height: 1 };
    await expect(sendHi({ picture })).rejects.toThrow();
    expect((await sendHi()).kind).toBe('stored');
  });

  test('is shown to its sender alone', async () => {
    const stored = await sendHi();
    const key = idempotency.key;

    expect(stored).toMatchObject({ sides: { sender: { key } } });
    expect(stored.kind === 'stored' && stored.sides.receiver).not.toHaveProperty('key');
    const page = { kind: 'before', limit: 1 } as const;
    expect((await store.readPage(ada._id, ben._id, page)).messages).toMatchObject([{ key }]);
    const [theirs] = (await store.readPage(ben._id, ada._id, page)).messages;
    expect(theirs).not.toHaveProperty('key');
    const changes = { after: 0, limit: 1 };
    expect(await store.readChanges(ada._id, ben._id, changes)).toMatchObject({
      messages: [{ key }],
    });
    const told = await store.readChanges(ben._id, ada._id, changes);
    expect(told.messages[0]).not.toHaveProperty('key');
  });

  test('is answered with what is left of a message that was deleted, whatever its body', async () => {
    const stored = await sendHi();
    if (stored.kind !== 'stored') throw new Error('It was not stored.');
    const change = { kind: 'delete' } as const;
    await store.changeMessage({ personId: ada._id, messageId: stored.message._id, change });

    for (const bodyHash of ['hash', 'other']) {
      expect(await sendHi({ idempotency: { ...idempotency, bodyHash } })).toMatchObject({
        kind: 'repeated',
        message: { _id: stored.message._id, deleted: true },
      });
    }
  });

  test('finds its message', async () => {
    const stored = await sendHi();

    expect(await store.findByIdempotencyKey(ada._id, idempotency.key)).toEqual({
      message: stored.kind === 'stored' && { ...stored.message, key: idempotency.key },
      bodyHash: 'hash',
    });
    expect(await store.findByIdempotencyKey(ben._id, idempotency.key)).toBeUndefined();
    expect(await store.findByIdempotencyKey(ada._id, 'other')).toBeUndefined();
    expect(
      await store.findByIdempotencyKey(withOtherSecond(ada._id), idempotency.key),
    ).toBeUndefined();
  });
}
