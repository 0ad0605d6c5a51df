import { expect, test } from 'vitest';
import { NAMES_IN_ORDER } from '../../support/names.ts';
import { addPerson, append, START, talk, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, store } from './world.ts';

const makePicture = (letter: string) => ({ id: letter.repeat(32), width: 64, height: 48 });

export function describePeople(): void {
  test('are found by id, without the password, and by nothing that only looks like their id', async () => {
    expect(ada._id).toMatch(/^[0-9a-f]{24}$/);
    expect(Number.parseInt(ada._id.slice(0, 8), 16)).toBe(Math.floor(START / 1000));
    expect(ada._id < ben._id).toBe(true);
    expect(ada).toEqual({ _id: ada._id, fullName: 'Ada', email: 'ada@example.org', bio: '' });
    expect(await store.findUser(ada._id)).toEqual(ada);
    for (const id of [UNKNOWN_ID, withOtherSecond(ada._id), '', 'ada', `${ada._id}0`]) {
      expect(await store.findUser(id)).toBeUndefined();
      expect(await store.updateProfile(id, { fullName: 'Eve', bio: '' })).toBeUndefined();
    }
    expect(await store.findUser(ada._id)).toEqual(ada);
  });

  test('have an email each, in whatever way it is written', async () => {
    for (const email of ['ADA@EXAMPLE.ORG', '  ada@example.org ', 'ａｄａ@example.org']) {
      expect(await store.findCredentials(email)).toEqual({
        user: ada,
        passwordHash: 'hash of Ada',
      });
      const again = store.createUser({ fullName: 'Eve', email, passwordHash: '', bio: '' });
      await expect(again).rejects.toMatchObject({ code: 'emailTaken' });
    }
    const results = await Promise.allSettled([addPerson(store, 'Cleo'), addPerson(store, 'Cleo')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await store.findCredentials('nobody@example.org')).toBeUndefined();
  });

  test('are listed to others, by name without regard to case and accents', async () => {
    for (const name of NAMES_IN_ORDER.toReversed().slice(0, -1)) await addPerson(store, name);

    const { users, unseen } = await store.listUsers(ben._id);

    expect(users.map(({ fullName }) => fullName)).toEqual(['Ada', ...NAMES_IN_ORDER.slice(1)]);
    expect(unseen).toEqual({});
    for (const id of [UNKNOWN_ID, 'nobody']) {
      expect(await store.listUsers(id)).toEqual({ users: [], unseen: {} });
    }
  });

  test('are listed by their latest conversation, with its newest message and what is unseen', async () => {
    const reader = await addPerson(store, 'Reader');
    const cleo = await addPerson(store, 'Cleo');
    const dan = await addPerson(store, 'Dan');
    const [first] = await talk(store, dan, reader, ['one', 'two', 'three']);
    await talk(store, ben, reader, ['four']);
    await talk(store, reader, cleo, ['five']);
    await talk(store, reader, ben, ['six']);
    await talk(store, ada, ben, ['not for the reader']);
    const to = { senderId: dan._id, receiverId: reader._id };
    const sent = await append(store, { ...to, picture: makePicture('a') });
    await store.markSeen(reader._id, first?._id ?? '');
    await store.markConversationSeen(reader._id, ben._id);

    const { users, unseen } = await store.listUsers(reader._id);

    expect(users.map(({ fullName, lastMessage }) => [fullName, lastMessage?.text])).toEqual([
      ['Dan', undefined],
      ['Ben', 'six'],
      ['Cleo', 'five'],
      ['Ada', undefined],
    ]);
    const { _id, senderId, createdAt } = sent;
    expect(users[0]?.lastMessage).toMatchObject({ _id, senderId, createdAt });
    expect(users[1]?.lastMessage).toMatchObject({ senderId: reader._id });
    expect(unseen).toEqual({ [dan._id]: 3 });
    expect((await store.listUsers(ben._id)).unseen).toEqual({ [reader._id]: 1, [ada._id]: 1 });
  });

  test('have a list whose version is another with all that it shows, and with nothing else', async () => {
    const versions = [await store.readUserListVersion(ben._id)];
    const note = async () => versions.push(await store.readUserListVersion(ben._id));
    const cleo = await addPerson(store, 'Cleo');
    await note();
    await store.updateProfile(ada._id, { fullName: 'Ada L.', bio: '' });
    await note();
    const [first] = await talk(store, ada, ben, ['one', 'two']);
    await note();
    await talk(store, ben, cleo, ['three']);
    await note();
    await store.markSeen(ben._id, first?._id ?? '');
    await note();
    await store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked: true });
    await note();
    expect(new Set(versions).size).toBe(versions.length);

    const adas = await store.readUserListVersion(ada._id);
    await store.setLastSeen(ada._id, START + 10);
    await store.setBlocked({ blockerId: ada._id, blockedId: cleo._id, isBlocked: true });
    await talk(store, ada, ben, ['hidden']);
    expect(await store.readUserListVersion(ben._id)).toBe(versions.at(-1));
    expect(await store.readUserListVersion(ada._id)).not.toBe(adas);
  });
}
