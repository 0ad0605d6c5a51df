import { expect, test } from 'vitest';
import { addPerson, removePerson, START, talk, textsOf } from './place.ts';
import { ada, ben, place, store, time } from './world.ts';

/** The end of an account, and the pictures of a day. */
export function describeAccounts(): void {
  const open = (tokenHash: string) =>
    store.createSession({
      tokenHash,
      userId: ada._id,
      expiresAt: START + 9000,
      endsAt: START + 9000,
      client: '',
    });

  test('forget who left, and keep what they wrote for those who have it', async () => {
    const picture = { id: 'f'.repeat(32), width: 4, height: 4 };
    await store.updateProfile(ada._id, { fullName: 'Ada', bio: 'x', picture });
    const smallId = 'e'.repeat(32);
    await store.setSmallPicture(ada._id, { pictureId: picture.id, smallId });
    const sent = await talk(store, ada, ben, ['One', 'Two']);
    expect(await store.listSent(ada._id)).toEqual(sent.map(({ _id }) => _id));
    await open('a');
    await store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked: true });
    await store.setLastSeen(ada._id, START + 1);
    expect(await removePerson(store, ada)).toEqual({
      user: { _id: ada._id, fullName: 'Deleted account', email: '', bio: '', deleted: true },
      unnamedPictures: [picture.id, smallId],
      tokenHashes: ['a'],
    });
    const [row = {}] = await place.read('select * from users where deleted_at is not null');
    const kept = Object.entries(row).filter(([, value]) => value !== null && value !== '');
    expect(Object.fromEntries(kept)).toEqual({
      id: expect.anything(),
      full_name: 'Deleted account',
      hides: 0,
      email_key: expect.not.stringContaining('ada'),
      created_at: expect.anything(),
      deleted_at: expect.anything(),
    });

    expect(await removePerson(store, ada)).toBeUndefined();
    expect(await store.findCredentials(ada.email)).toBeUndefined();
    expect(await store.findPasswordHash(ada._id)).toBeUndefined();
    expect(await store.listBlocked(ada._id)).toEqual([]);
    await expect(open('b')).rejects.toMatchObject({ code: 'notFound' });
    await store.setLastSeen(ada._id, START + 5);
    const { users, unseen } = await store.listUsers(ben._id);
    const left = { _id: ada._id, fullName: 'Deleted account', bio: '', deleted: true };
    expect(users).toMatchObject([{ ...left, lastMessage: { text: 'Two' } }]);
    expect(users[0]).not.toHaveProperty('lastSeenAt');
    expect(unseen).toEqual({ [ada._id]: 2 });
    const page = await store.readPage(ben._id, ada._id, { kind: 'before', limit: 5 });
    expect(textsOf(page.messages)).toEqual(['One', 'Two']);
    expect(await store.markConversationSeen(ben._id, ada._id)).toBeDefined();
    const send = { senderId: ben._id, receiverId: ada._id, text: 'Hello?' };
    expect(await store.appendMessage(send)).toEqual({ kind: 'unknownReceiver' });
    const farewell = { senderId: ada._id, receiverId: ben._id, text: 'Bye' };
    await expect(store.appendMessage(farewell)).rejects.toMatchObject({ code: 'notFound' });
    const cleo = await addPerson(store, 'Cleo');
    expect((await store.listUsers(cleo._id)).users).toMatchObject([{ fullName: 'Ben' }]);
    await addPerson(store, 'Ada');
  });

  test('add up the bytes of a person’s pictures in days that begin with the first', async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const add = (bytes: number, { _id } = ada) =>
      store.addPictureBytes({ userId: _id, bytes, dayMs });
    const readDay = ({ _id }: typeof ada) => store.readPictureDay({ userId: _id, dayMs });
    expect(await readDay(ben)).toEqual({ leftMs: dayMs, bytes: 0 });
    expect(await add(300)).toEqual({ leftMs: dayMs, bytes: 300 });
    time.now = START + dayMs - 1;
    // To read a day does not begin it.
    expect(await add(5, ben)).toEqual({ leftMs: dayMs, bytes: 5 });
    expect(await readDay(ada)).toEqual({ leftMs: 1, bytes: 300 });
    expect(await Promise.all([add(200), add(-100)])).toContainEqual({ leftMs: 1, bytes: 400 });
    expect(await add(-1_000)).toEqual({ leftMs: 1, bytes: 0 });
    time.now = START + dayMs;
    expect(await readDay(ada)).toEqual({ leftMs: dayMs, bytes: 0 });
    expect(await add(7)).toEqual({ leftMs: dayMs, bytes: 7 });
  });
}
