import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { NAMES_IN_ORDER } from '../../support/names.ts';
import {
  addPerson,
  append,
  openAt,
  type Place,
  START,
  talk,
  UNKNOWN_ID,
  withOtherSecond,
} from './place.ts';

export function describePeople(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    return () => store.close();
  });

  describe('a person', () => {
    test('gives ids of 24 hex digits that begin with the second and sort by creation', async () => {
      const ada = await addPerson(store, 'Ada');
      time.now += 5_000;
      const ben = await addPerson(store, 'Ben');

      expect(ada._id).toMatch(/^[0-9a-f]{24}$/);
      expect(Number.parseInt(ada._id.slice(0, 8), 16)).toBe(Math.floor(START / 1000));
      expect([ben._id, ada._id].sort()).toEqual([ada._id, ben._id]);
    });

    test('finds a person by id with all that was given, and the password only by email', async () => {
      const given = { fullName: 'Ada Lovelace', email: 'Ada@Example.org', bio: 'Numbers' };
      const ada = await store.createUser({ ...given, passwordHash: 'secret' });

      expect(ada).toEqual({ ...given, _id: ada._id });
      expect(await store.findUser(ada._id)).toEqual(ada);
      expect(await store.findCredentials('Ada@Example.org')).toEqual({
        user: ada,
        passwordHash: 'secret',
      });
    });

    test.each([UNKNOWN_ID, '', 'ada', '../../etc/passwd', `${UNKNOWN_ID}0`, 'f'.repeat(24)])(
      'knows nobody by the id "%s"',
      async (id) => {
        await addPerson(store, 'Ada');
        expect(await store.findUser(id)).toBeUndefined();
      },
    );

    test('does not take a known number with another second for that person', async () => {
      const ada = await addPerson(store, 'Ada');
      expect(await store.findUser(withOtherSecond(ada._id))).toBeUndefined();
    });

    test.each([
      ['in capitals', 'ADA@EXAMPLE.ORG'],
      ['with blanks around', '  ada@example.org '],
      ['in full-width letters', 'ａｄａ@example.org'],
    ])('takes an email %s for the same account', async (_, email) => {
      const ada = await addPerson(store, 'Ada');

      expect((await store.findCredentials(email))?.user).toEqual(ada);
      const again = store.createUser({ fullName: 'Eve', email, passwordHash: '', bio: '' });
      await expect(again).rejects.toMatchObject({ code: 'emailTaken' });
    });

    test('lets exactly one of two simultaneous sign-ups have an email', async () => {
      const results = await Promise.allSettled([addPerson(store, 'Ada'), addPerson(store, 'Ada')]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('finds no credentials for an email without an account', async () => {
      expect(await store.findCredentials('nobody@example.org')).toBeUndefined();
    });

    test('changes a profile, and keeps the picture until there is a new one', async () => {
      const ada = await addPerson(store, 'Ada');
      const picture = { id: 'a'.repeat(32), width: 64, height: 48 };

      const first = await store.updateProfile(ada._id, { fullName: 'Ada L.', bio: 'One', picture });
      const changed = await store.updateProfile(ada._id, { fullName: 'Ada L.', bio: 'Two' });

      const unnamedPictures: string[] = [];
      expect(first).toEqual({
        user: { ...ada, fullName: 'Ada L.', bio: 'One', picture },
        unnamedPictures,
      });
      expect(changed).toEqual({
        user: { ...ada, fullName: 'Ada L.', bio: 'Two', picture },
        unnamedPictures,
      });
      expect(await store.findUser(ada._id)).toEqual(changed?.user);
    });

    test('removes a picture with its small version, which then have no name', async () => {
      const [ada, ben] = await Promise.all([addPerson(store, 'Ada'), addPerson(store, 'Ben')]);
      const picture = { id: 'a'.repeat(32), width: 64, height: 48 };
      const profile = { fullName: 'Ada', bio: 'One' };
      const [pictureId, smallId] = [picture.id, 'b'.repeat(32)];
      expect(await store.setSmallPicture(ada._id, { pictureId, smallId })).toBeUndefined();
      await store.updateProfile(ada._id, { ...profile, picture });
      const before = await store.readUserListVersion(ben._id);
      const user = { ...ada, ...profile, picture, smallId };
      expect(await store.setSmallPicture(ada._id, { pictureId, smallId })).toEqual(user);
      // Of two windows, one is first.
      expect(await store.setSmallPicture(ada._id, { pictureId, smallId: 'c' })).toBeUndefined();
      expect(await store.readUserListVersion(ben._id)).not.toBe(before);
      expect((await store.listUsers(ben._id)).users).toMatchObject([
        { picture: { id: pictureId }, smallId },
      ]);
      expect(await store.updateProfile(ada._id, profile)).toEqual({ user, unnamedPictures: [] });
      const removed = await store.updateProfile(ada._id, { ...profile, picture: null });
      expect(removed).toEqual({
        user: { ...ada, ...profile },
        unnamedPictures: [pictureId, smallId],
      });
      expect(await store.findUser(ada._id)).toEqual(removed?.user);
      expect(await store.updateProfile(ada._id, { ...profile, picture: null })).toEqual({
        user: removed?.user,
        unnamedPictures: [],
      });
    });

    test('tells which picture a new one has left without a name, unless another row has it', async () => {
      const [ada, ben] = await Promise.all([addPerson(store, 'Ada'), addPerson(store, 'Ben')]);
      const makePicture = (letter: string) => ({ id: letter.repeat(32), width: 64, height: 48 });
      const change = async ({ _id, fullName }: StoredUser, letter: string) => {
        const picture = makePicture(letter);
        const changed = await store.updateProfile(_id, { fullName, bio: '', picture });
        return changed?.unnamedPictures[0];
      };

      expect(await change(ada, 'a')).toBeUndefined();
      expect(await change(ada, 'a')).toBeUndefined();
      expect(await change(ada, 'b')).toBe('a'.repeat(32));
      const message = { senderId: ben._id, receiverId: ada._id };
      await append(store, { ...message, picture: makePicture('b') });
      expect(await change(ada, 'c')).toBeUndefined();
      expect(await change(ben, 'c')).toBeUndefined();
      expect(await change(ada, 'd')).toBeUndefined();
    });

    test('changes no profile for an unknown id', async () => {
      const ada = await addPerson(store, 'Ada');
      const profile = { fullName: 'Eve', bio: '' };

      expect(await store.updateProfile(UNKNOWN_ID, profile)).toBeUndefined();
      expect(await store.updateProfile(withOtherSecond(ada._id), profile)).toBeUndefined();
      expect(await store.findUser(ada._id)).toEqual(ada);
    });

    test('remembers when somebody was last seen, and never goes back', async () => {
      const ada = await addPerson(store, 'Ada');

      await store.setLastSeen(ada._id, START + 10);
      await store.setLastSeen(ada._id, START + 5);
      await store.setLastSeen(UNKNOWN_ID, START + 5);

      expect(await store.findUser(ada._id)).toEqual({ ...ada, lastSeenAt: START + 10 });
    });
  });

  describe('the list', () => {
    test('is everybody but the reader, by name without regard to case and accents', async () => {
      const reader = await addPerson(store, 'Reader');
      for (const name of NAMES_IN_ORDER.toReversed()) await addPerson(store, name);

      const { users, unseen } = await store.listUsers(reader._id);

      const names = users.map(({ fullName }) => fullName);
      expect(names).toEqual(NAMES_IN_ORDER);
      expect(unseen).toEqual({});
    });

    test('has the latest conversations first, each with its newest message of either side', async () => {
      const [reader, ada, ben, cleo, dan] = await Promise.all([
        addPerson(store, 'Reader'),
        addPerson(store, 'Ada'),
        addPerson(store, 'Ben'),
        addPerson(store, 'Cleo'),
        addPerson(store, 'Dan'),
      ]);
      await talk(store, dan, reader, ['one', 'two']);
      await talk(store, reader, cleo, ['three']);
      await talk(store, ada, ben, ['not for the reader']);

      const { users } = await store.listUsers(reader._id);

      expect(users.map(({ fullName, lastMessage }) => [fullName, lastMessage?.text])).toEqual([
        ['Cleo', 'three'],
        ['Dan', 'two'],
        ['Ada', undefined],
        ['Ben', undefined],
      ]);
      expect(users[0]?.lastMessage).toMatchObject({ senderId: reader._id });
      expect(users[1]?.lastMessage).toMatchObject({ senderId: dan._id });
    });

    test('shows a newest message that is a picture', async () => {
      const [reader, ada] = await Promise.all([
        addPerson(store, 'Reader'),
        addPerson(store, 'Ada'),
      ]);
      const picture = { id: 'b'.repeat(32), width: 640, height: 480 };
      const sent = await append(store, { senderId: ada._id, receiverId: reader._id, picture });

      const { users } = await store.listUsers(reader._id);

      const { _id, senderId, createdAt } = sent;
      expect(users[0]?.lastMessage).toMatchObject({ _id, senderId, createdAt });
      expect(users[0]?.lastMessage).not.toHaveProperty('text');
    });

    test('counts what the reader has not seen, by sender', async () => {
      const [reader, ada, ben] = await Promise.all([
        addPerson(store, 'Reader'),
        addPerson(store, 'Ada'),
        addPerson(store, 'Ben'),
      ]);
      const [first] = await talk(store, ada, reader, ['one', 'two', 'three']);
      await talk(store, ben, reader, ['four']);
      await talk(store, reader, ada, ['five']);
      await store.markSeen(reader._id, first?._id ?? '');
      await store.markConversationSeen(reader._id, ben._id);

      expect((await store.listUsers(reader._id)).unseen).toEqual({ [ada._id]: 2 });
      expect((await store.listUsers(ada._id)).unseen).toEqual({ [reader._id]: 1 });
    });

    test.each([UNKNOWN_ID, 'nobody'])('is empty for the unknown reader "%s"', async (id) => {
      await addPerson(store, 'Ada');
      expect(await store.listUsers(id)).toEqual({ users: [], unseen: {} });
    });
  });

  describe('the version of the list', () => {
    test('is another with all that a list shows', async () => {
      const [reader, ada] = await Promise.all([
        addPerson(store, 'Reader'),
        addPerson(store, 'Ada'),
      ]);
      const versions = [await store.readUserListVersion(reader._id)];
      const note = async () => versions.push(await store.readUserListVersion(reader._id));
      const block = { blockerId: reader._id, blockedId: ada._id };

      const ben = await addPerson(store, 'Ben');
      await note();
      await store.updateProfile(ada._id, { fullName: 'Ada L.', bio: '' });
      await note();
      const [first] = await talk(store, ada, reader, ['one', 'two']);
      await note();
      await talk(store, reader, ben, ['three']);
      await note();
      await store.markSeen(reader._id, first?._id ?? '');
      await note();
      await store.setBlocked({ ...block, isBlocked: true });
      await note();

      expect(new Set(versions).size).toBe(versions.length);
    });

    test('is the same after what it does not show', async () => {
      const [reader, ada, ben] = await Promise.all([
        addPerson(store, 'Reader'),
        addPerson(store, 'Ada'),
        addPerson(store, 'Ben'),
      ]);
      const before = await store.readUserListVersion(reader._id);

      await store.setLastSeen(ada._id, START + 10);
      await store.setBlocked({ blockerId: ada._id, blockedId: ben._id, isBlocked: true });
      await talk(store, ben, ada, ['hidden']);

      expect(await store.readUserListVersion(reader._id)).toBe(before);
      expect(await store.readUserListVersion(ada._id)).not.toBe(before);
    });
  });
}
