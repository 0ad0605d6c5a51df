import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import type { UserId } from '../../../src/protocol/entities.ts';
import {
  addPerson,
  append,
  openAt,
  type Place,
  removePerson,
  START,
  talk,
  textsOf,
  UNKNOWN_ID,
  withOtherSecond,
} from './place.ts';

/** Passwords, sessions of one person, the end of an account, blocks, and counted attempts. */
export function describeAccounts(getPlace: () => Place): void {
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

  const ends = { expiresAt: START + 9000, endsAt: START + 99_000 };
  const hashOf = (letter: string) => letter.repeat(64);
  const open = (letter: string, user: StoredUser, client = '') =>
    store.createSession({
      tokenHash: hashOf(letter),
      userId: user._id,
      ...ends,
      client,
    });

  const block = (blockedId: UserId) =>
    store.setBlocked({ blockerId: ada._id, blockedId, isBlocked: true });

  test('list the sessions of one person, the latest first', async () => {
    await open('a', ada, 'Browser');
    time.now += 10;
    await open('b', ada);
    await open('c', ben);
    expect(await store.listSessions(ada._id)).toEqual([
      { tokenHash: hashOf('b'), createdAt: START + 10, ...ends, client: '' },
      { tokenHash: hashOf('a'), createdAt: START, ...ends, client: 'Browser' },
    ]);
    expect(await store.listSessions(UNKNOWN_ID)).toEqual([]);
  });

  test('are told of nobody by an id that was never given out', async () => {
    await open('a', ada);
    await block(ben._id);
    const nobody = withOtherSecond(ada._id);
    expect(await store.listSessions(nobody)).toEqual([]);
    expect(await store.findPasswordHash(nobody)).toBeUndefined();
    expect(await store.listBlocked(nobody)).toEqual([]);
    expect(await store.listUsers(nobody)).toEqual({ users: [], unseen: {} });
  });

  test('change the password and end the other sessions in one step', async () => {
    for (const letter of ['a', 'b', 'c']) await open(letter, ada);
    await open('d', ben);
    const ended = await store.changePassword({
      userId: ada._id,
      verifiedHash: 'hash of Ada',
      passwordHash: 'new',
      keptTokenHash: hashOf('b'),
    });
    expect(ended?.toSorted()).toEqual([hashOf('a'), hashOf('c')]);
    expect(await store.findPasswordHash(ada._id)).toBe('new');
    expect(await store.listSessions(ada._id)).toHaveLength(1);
    expect(await store.listSessions(ben._id)).toHaveLength(1);
  });

  test('open no session for a password that is another one by now', async () => {
    const session = {
      tokenHash: hashOf('a'),
      userId: ada._id,
      ...ends,
      client: '',
    };
    await expect(
      store.createSession({ ...session, passwordHash: 'an earlier one' }),
    ).rejects.toMatchObject({ code: 'wrongCredentials' });
    await store.createSession({ ...session, passwordHash: 'hash of Ada' });
    expect(await store.deleteExpired(START + 8999)).toEqual([]);
    expect(await store.deleteExpired(START + 9000)).toEqual([hashOf('a')]);
  });

  test('neither change a password that is another one by now, nor delete its account', async () => {
    await open('a', ada);
    await open('b', ada);
    const change = (passwordHash: string, keptTokenHash: string) =>
      store.changePassword({
        userId: ada._id,
        verifiedHash: 'hash of Ada',
        passwordHash,
        keptTokenHash,
      });
    expect(
      await Promise.all([change('hers', hashOf('a')), change('thief’s', hashOf('b'))]),
    ).toEqual(expect.arrayContaining([[expect.any(String)], undefined]));
    const kept = await store.findPasswordHash(ada._id);
    expect(await change('another', hashOf('b'))).toBeUndefined();
    expect(await removePerson(store, ada)).toBeUndefined();
    expect(await store.findPasswordHash(ada._id)).toBe(kept);
    expect(await store.listSessions(ada._id)).toHaveLength(1);
    expect(await store.findUser(ada._id)).toMatchObject({ fullName: 'Ada' });
  });

  test('forget who left, and keep what they wrote for those who have it', async () => {
    const picture = { id: 'f'.repeat(32), width: 4, height: 4 };
    await store.updateProfile(ada._id, { fullName: 'Ada', bio: 'x', picture });
    const smallId = 'e'.repeat(32);
    await store.setSmallPicture(ada._id, { pictureId: picture.id, smallId });
    await talk(store, ada, ben, ['One', 'Two']);
    await open('a', ada);
    await block(ben._id);
    await store.setLastSeen(ada._id, START + 1);
    const deleted = await removePerson(store, ada);
    expect(deleted).toEqual({
      user: { _id: ada._id, fullName: 'Deleted account', email: '', bio: '', deleted: true },
      unnamedPictures: [picture.id, smallId],
      tokenHashes: [hashOf('a')],
    });
    expect(await removePerson(store, ada)).toBeUndefined();
    expect(await store.findCredentials(ada.email)).toBeUndefined();
    expect(await store.findPasswordHash(ada._id)).toBeUndefined();
    expect(await store.listBlocked(ada._id)).toEqual([]);
    await expect(open('b', ada)).rejects.toMatchObject({ code: 'notFound' });
    await store.setLastSeen(ada._id, START + 5);

    const { users, unseen } = await store.listUsers(ben._id);
    const left = { _id: ada._id, fullName: 'Deleted account', bio: '', deleted: true };
    expect(users).toMatchObject([{ ...left, lastMessage: { text: 'Two' } }]);
    expect(users[0]).not.toHaveProperty('lastSeenAt');
    expect(unseen).toEqual({ [ada._id]: 2 });
    const page = await store.readPage(ben._id, ada._id, { kind: 'after', limit: 1_000_000 });
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

  test('keep nothing of who left but that there was somebody', async () => {
    const picture = { id: 'f'.repeat(32), width: 4, height: 4 };
    await store.updateProfile(ada._id, { fullName: 'Ada', bio: 'x', picture });
    const smallId = 'e'.repeat(32);
    await store.setSmallPicture(ada._id, { pictureId: picture.id, smallId });
    await store.setLastSeen(ada._id, START + 1);
    await removePerson(store, ada);
    const [row = {}] = await getPlace().read('select * from users where deleted_at is not null');
    const kept = Object.entries(row).filter(([, value]) => value !== null && value !== '');
    expect(Object.fromEntries(kept)).toEqual({
      id: expect.anything(),
      full_name: 'Deleted account',
      hides: 0,
      email_key: expect.not.stringContaining('ada'),
      created_at: expect.anything(),
      deleted_at: expect.anything(),
    });
  });

  test('hide what the blocked send from those who blocked them, for good', async () => {
    await talk(store, ben, ada, ['Before']);
    expect(await block(ben._id)).toBe(true);
    expect(await store.listBlocked(ada._id)).toEqual([ben._id]);
    const key = { key: 'k', bodyHash: 'h' };
    const boo = { senderId: ben._id, receiverId: ada._id, text: 'Boo', idempotency: key };
    const hidden = await append(store, boo);
    expect(hidden).toMatchObject({ text: 'Boo', hidden: true });
    expect(await store.appendMessage(boo)).toMatchObject({ kind: 'repeated' });
    const reply = { senderId: ada._id, receiverId: ben._id, text: 'Hm' };
    expect(await store.appendMessage(reply)).toEqual({ kind: 'blockedReceiver' });
    await store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked: false });

    const read = async (reader: StoredUser, peer: StoredUser) =>
      textsOf((await store.readPage(reader._id, peer._id, { kind: 'before', limit: 5 })).messages);
    expect(await read(ada, ben)).toEqual(['Before']);
    expect(await read(ben, ada)).toEqual(['Before', 'Boo']);
    const adas = await store.listUsers(ada._id);
    expect(adas.users).toMatchObject([{ lastMessage: { text: 'Before' } }]);
    expect(adas.unseen).toEqual({ [ben._id]: 1 });
    expect((await store.listUsers(ben._id)).users).toMatchObject([
      { lastMessage: { text: 'Boo' } },
    ]);
    expect(await store.markSeen(ada._id, hidden._id)).toBeUndefined();
    expect(await store.markDelivered(ada._id, ben._id, hidden._id)).toBeUndefined();
    const range = await store.markConversationSeen(ada._id, ben._id);
    expect(range?.upTo).not.toBe(hidden._id);
  });

  test('block nobody who is not there, nor oneself', async () => {
    expect(await block(ada._id)).toBe(false);
    expect(await block(UNKNOWN_ID)).toBe(false);
    expect(await store.listBlocked(ada._id)).toEqual([]);
  });

  test('add up the bytes of a person’s pictures in days that begin with the first', async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const add = (bytes: number, { _id } = ada) =>
      store.addPictureBytes({ userId: _id, bytes, dayMs });
    const read = ({ _id }: typeof ada) => store.readPictureDay({ userId: _id, dayMs });
    expect(await read(ben)).toEqual({ leftMs: dayMs, bytes: 0 });
    expect(await add(300)).toEqual({ leftMs: dayMs, bytes: 300 });
    time.now = START + dayMs - 1;
    // To read a day does not begin it.
    expect(await add(5, ben)).toEqual({ leftMs: dayMs, bytes: 5 });
    expect(await read(ada)).toEqual({ leftMs: 1, bytes: 300 });
    expect(await Promise.all([add(200), add(-100)])).toContainEqual({ leftMs: 1, bytes: 400 });
    expect(await add(-1_000)).toEqual({ leftMs: 1, bytes: 0 });
    time.now = START + dayMs;
    expect(await read(ada)).toEqual({ leftMs: dayMs, bytes: 0 });
    expect(await add(7)).toEqual({ leftMs: dayMs, bytes: 7 });
  });

  test('count attempts in windows that begin with the first', async () => {
    const count = (key: string) => store.countAttempt({ key, windowMs: 1000 });
    const start = time.now;
    expect(await count('a')).toEqual({ count: 1, leftMs: 1000 });
    time.now += 999;
    expect(await count('b')).toEqual({ count: 1, leftMs: 1000 });
    expect(await count('a')).toEqual({ count: 2, leftMs: 1 });
    await store.forgiveAttempt('a');
    await store.forgiveAttempt('unheard of');
    expect(await count('a')).toMatchObject({ count: 2 });
    time.now += 1;
    expect(await count('a')).toEqual({ count: 1, leftMs: 1000 });
    await store.deleteExpired(start + 1999);
    expect(await count('b')).toMatchObject({ count: 1 });
    expect(await count('a')).toMatchObject({ count: 2 });
  });
}
