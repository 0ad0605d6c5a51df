import { beforeEach, expect, test } from 'vitest';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import type { Hideable } from '../../../src/protocol/entities.ts';
import { addPerson, openAt, type Place, removePerson, talk, UNKNOWN_ID } from './place.ts';

export function describePrivacy(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  let ben: StoredUser;
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    return () => store.close();
  });

  const hide = (user: StoredUser, ...hides: Hideable[]) => store.setHidden(user._id, hides);
  const listSeen = async () => {
    const page = { kind: 'after', limit: 100 } as const;
    const { messages } = await store.readPage(ada._id, ben._id, page);
    return messages.map(
      ({ seen, delivered }) => `${seen ? 'seen' : delivered ? 'delivered' : '-'}`,
    );
  };
  const listVisits = async (reader: StoredUser) => {
    const { users } = await store.listUsers(reader._id);
    return users.map(({ lastSeenAt }) => lastSeenAt);
  };

  test('is kept with the person, and makes lists new', async () => {
    const before = await store.readUserListVersion(ben._id);
    expect(ada).not.toHaveProperty('hides');
    expect(await hide(ada, 'presence', 'receipts')).toEqual({
      ...ada,
      hides: ['receipts', 'presence'],
    });
    expect((await store.findUser(ada._id))?.hides).toEqual(['receipts', 'presence']);
    expect(await store.readUserListVersion(ben._id)).not.toBe(before);
    expect(await hide(ada)).toEqual(ada);
    expect(await store.setHidden(UNKNOWN_ID, ['typing'])).toBeUndefined();
    await removePerson(store, ada);
    expect(await hide(ada, 'typing')).toBeUndefined();
  });

  test('of receipts keeps from the sender that messages are seen, not that they are delivered', async () => {
    const delivered = (from: StoredMessage | undefined) => ({ as: 'delivered', from: from?._id });
    for (const hiding of [ben, ada]) {
      await hide(hiding, 'receipts');
      const [first, second, third] = await talk(store, ada, ben, ['1', '2', '3']);
      const range = await store.markDelivered(ben._id, ada._id, first?._id ?? '');
      expect(range).toEqual({ from: first?._id, upTo: first?._id, told: delivered(first) });
      expect(await store.markSeen(ben._id, second?._id ?? '')).toMatchObject({
        range: { told: delivered(second) },
      });
      expect(await store.markSeen(ben._id, second?._id ?? '')).toEqual({ senderId: ada._id });
      expect(await store.markConversationSeen(ben._id, ada._id)).toEqual({
        from: third?._id,
        upTo: third?._id,
        told: delivered(third),
      });
      expect((await store.listUsers(ben._id)).unseen).toEqual({});
      expect((await listSeen()).slice(-3)).toEqual(['delivered', 'delivered', 'delivered']);
      expect(await store.markConversationSeen(ben._id, ada._id)).toBeUndefined();

      // To see the same again tells nothing; what is seen later without hiding tells of all before it.
      await hide(hiding);
      expect(await store.markConversationSeen(ben._id, ada._id)).toBeUndefined();
      expect((await listSeen()).slice(-3)).toEqual(['delivered', 'delivered', 'delivered']);
      const [fourth] = await talk(store, ada, ben, ['4']);
      const told = await store.markConversationSeen(ben._id, ada._id);
      expect(told).toEqual({
        from: fourth?._id,
        upTo: fourth?._id,
        told: { as: 'seen', from: first?._id },
      });
      expect((await listSeen()).slice(-4)).toEqual(['seen', 'seen', 'seen', 'seen']);
    }
  });

  test('of presence keeps the last visit of the one from all and that of all from the one', async () => {
    await store.setLastSeen(ada._id, time.now);
    await store.setLastSeen(ben._id, time.now);
    await hide(ada, 'presence', 'typing');
    expect(await listVisits(ada)).toEqual([undefined]);
    expect(await listVisits(ben)).toEqual([undefined]);
    await store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked: true });
    expect(await store.listBlockers(ben._id)).toEqual([{ userId: ada._id }]);
    await hide(ada, 'typing');
    expect(await listVisits(ben)).toEqual([time.now]);
    expect(await store.listBlockers(ben._id)).toEqual([{ userId: ada._id, lastSeenAt: time.now }]);
  });
}
