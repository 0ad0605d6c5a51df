import { beforeEach, expect, test } from 'vitest';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, removePerson, textsOf, withOtherSecond } from './place.ts';
import { ada, ben, store, time } from './world.ts';

export function describeIdempotency(): void {
  let cleo: StoredUser;
  beforeEach(async () => {
    cleo = await addPerson(store, 'Cleo');
  });

  const readTexts = async (reader: StoredUser, peer: StoredUser) =>
    textsOf((await store.readPage(reader._id, peer._id, { kind: 'after', limit: 100 })).messages);
  const key = '018f-key';
  const idempotency = { key, bodyHash: 'hash' };
  const sendHi = (extra = {}) =>
    store.appendMessage({
      senderId: ada._id,
      receiverId: ben._id,
      text: 'Hi',
      idempotency,
      ...extra,
    });
  const requireStored = async (extra = {}) => {
    const result = await sendHi(extra);
    if (result.kind !== 'stored') throw new Error(result.kind);
    return result;
  };

  test('answers a repeat with the message that is stored, as it is by now, and belongs to its sender alone', async () => {
    const { message } = await requireStored();
    const others = await requireStored({ senderId: cleo._id });
    await store.markConversationSeen(ben._id, ada._id);
    time.now += 60_000;

    const repeated = { ...message, key, seen: true, delivered: true };
    expect(await sendHi()).toEqual({ kind: 'repeated', message: repeated });
    expect(await sendHi({ senderId: cleo._id })).toEqual({
      kind: 'repeated',
      message: { ...others.message, key },
    });
    expect(await readTexts(ben, ada)).toEqual(['Hi']);
    expect(await readTexts(ben, cleo)).toEqual(['Hi']);

    const found = { message: repeated, bodyHash: 'hash' };
    expect(await store.findByIdempotencyKey(ada._id, key)).toEqual(found);
    for (const [userId, asked] of [
      [ben._id, key],
      [ada._id, 'other'],
      [withOtherSecond(ada._id), key],
    ] as const) {
      expect(await store.findByIdempotencyKey(userId, asked)).toBeUndefined();
    }
  });

  test('stores once when repeats come at the same moment, and is not for another body or receiver', async () => {
    const otherBody = { idempotency: { ...idempotency, bodyHash: 'other' }, text: 'Other' };
    const results = await Promise.all([sendHi(), sendHi(), sendHi(otherBody)]);

    expect(results.map(({ kind }) => kind)).toEqual(['stored', 'repeated', 'keyReused']);
    expect(await sendHi(otherBody)).toEqual({ kind: 'keyReused' });
    expect(await sendHi({ receiverId: cleo._id })).toEqual({ kind: 'keyReused' });
    expect(await readTexts(ben, ada)).toEqual(['Hi']);
    expect(await readTexts(cleo, ada)).toEqual([]);
  });

  test('answers a repeat also when the receiver is blocked or gone by now', async () => {
    await sendHi();
    const another = { idempotency: { ...idempotency, key: 'another' } };
    await store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked: true });
    expect((await sendHi()).kind).toBe('repeated');
    expect((await sendHi(another)).kind).toBe('blockedReceiver');
    await removePerson(store, ben);
    expect((await sendHi()).kind).toBe('repeated');
    expect((await sendHi(another)).kind).toBe('unknownReceiver');
  });

  test('is free again when its message could not be stored', async () => {
    const picture = { id: 'e'.repeat(32), width: 1, height: 1 };
    await expect(sendHi({ picture })).rejects.toThrow();
    expect((await sendHi()).kind).toBe('stored');
  });

  test('is shown to its sender alone', async () => {
    const { sides } = await requireStored();
    expect(sides.sender).toMatchObject({ key });
    expect(sides.receiver).not.toHaveProperty('key');
    for (const [reader, peer, shown] of [
      [ada, ben, [{ key }]],
      [ben, ada, [expect.not.objectContaining({ key })]],
    ] as const) {
      const page = await store.readPage(reader._id, peer._id, { kind: 'before', limit: 1 });
      expect(page.messages).toMatchObject(shown);
      const changes = await store.readChanges(reader._id, peer._id, { after: 0, limit: 1 });
      expect(changes.messages).toMatchObject(shown);
    }
  });
}
