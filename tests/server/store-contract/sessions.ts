import { beforeEach, expect, test } from 'vitest';
import {
  KNOWN_PLACES,
  MAX_SESSIONS,
  type NewSession,
} from '../../../server/domain/ports/sessions.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import {
  addPerson,
  openAt,
  type Place,
  removePerson,
  START,
  UNKNOWN_ID,
  withOtherSecond,
} from './place.ts';

export function describeSessions(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    return () => store.close();
  });

  const tokenHash = 'a'.repeat(64);
  const open = (session: Partial<NewSession> = {}) =>
    store.createSession({
      tokenHash,
      userId: ada._id,
      expiresAt: START + 1000,
      endsAt: START + 9000,
      client: '',
      ...session,
    });

  test('are found by the hash of their token', async () => {
    await open();

    expect(await store.findSession(tokenHash)).toEqual({
      userId: ada._id,
      expiresAt: START + 1000,
      endsAt: START + 9000,
    });
    expect(await store.findSession('b'.repeat(64))).toBeUndefined();
  });

  test('are refused to a person who does not exist', async () => {
    for (const userId of [UNKNOWN_ID, withOtherSecond(ada._id), 'nobody']) {
      const session = open({ userId });
      await expect(session).rejects.toMatchObject({ code: 'notFound' });
    }
    expect(await store.findSession(tokenHash)).toBeUndefined();
  });

  test('are extended, never shortened', async () => {
    await open();

    await store.extendSession(tokenHash, START + 3000);
    await store.extendSession(tokenHash, START + 2000);
    await store.extendSession('b'.repeat(64), START + 9000);

    expect(await store.findSession(tokenHash)).toMatchObject({ expiresAt: START + 3000 });
  });

  test('make the places known from which they were opened, to their person alone', async () => {
    const ben = await addPerson(store, 'Ben');
    const places = ['network a', 'browser b'];
    await open({ places });

    const asked = ['browser b', 'network a', 'network c'];
    expect((await store.listKnownPlaces(ada._id, asked)).toSorted()).toEqual(places.toSorted());
    expect(await store.listKnownPlaces(ada._id, [])).toEqual([]);
    for (const userId of [ben._id, withOtherSecond(ada._id), UNKNOWN_ID, 'nobody', '']) {
      expect(await store.listKnownPlaces(userId, asked)).toEqual([]);
    }
    await store.changePassword({
      userId: ada._id,
      verifiedHash: 'hash of Ada',
      passwordHash: 'new',
      keptTokenHash: '',
    });
    expect(await store.listKnownPlaces(ada._id, asked)).toEqual([]);
    await open({ tokenHash: 'again', passwordHash: 'new', places });
    expect(await store.listKnownPlaces(ada._id, asked)).toHaveLength(2);
    await removePerson(store, ada, 'new');
    expect(await store.listKnownPlaces(ada._id, asked)).toEqual([]);
  });

  test('make the latest places of each kind known, and those of a refused one not', async () => {
    const enter = (number: number, passwordHash = 'hash of Ada') =>
      open({
        tokenHash: `${number}`,
        passwordHash,
        places: [`network ${number % 2}`, `browser ${number}`],
      });
    for (let number = 0; number < KNOWN_PLACES + 2; number += 1) {
      time.now += 1;
      await enter(number);
    }
    await expect(enter(99, 'another')).rejects.toThrow('Wrong');

    const asked = ['network 0', 'network 1', 'browser 99', 'browser 0', 'browser 1', 'browser 2'];
    expect((await store.listKnownPlaces(ada._id, asked)).toSorted()).toEqual([
      'browser 2',
      'network 0',
      'network 1',
    ]);
  });

  test('are limited in number: the oldest of the person ends, and never the new one', async () => {
    const ben = await addPerson(store, 'Ben');
    await open({ tokenHash: 'bens', userId: ben._id });
    for (let number = 0; number < MAX_SESSIONS; number += 1) {
      time.now += 1;
      expect(await open({ tokenHash: `number ${number}` })).toEqual([]);
    }
    expect(await open({ tokenHash: 'next' })).toEqual(['number 0']);
    time.now = START - 1000;
    expect(await open({ tokenHash: 'of a clock set back' })).toEqual(['number 1']);

    expect(await store.findSession('number 1')).toBeUndefined();
    expect(await store.listSessions(ada._id)).toHaveLength(MAX_SESSIONS);
    expect(await store.findSession('bens')).toBeDefined();
  });

  test('that are opened all at once are limited all the same', async () => {
    const opened = Array.from({ length: MAX_SESSIONS + 20 }, (_, number) =>
      open({ tokenHash: `number ${number}` }),
    );
    expect((await Promise.all(opened)).flat()).toHaveLength(20);
    expect(await store.listSessions(ada._id)).toHaveLength(MAX_SESSIONS);
  });

  test('end one by one', async () => {
    const other = 'b'.repeat(64);
    await open();
    await open({ tokenHash: other });

    await store.deleteSession(tokenHash);
    await store.deleteSession(tokenHash);

    expect(await store.findSession(tokenHash)).toBeUndefined();
    expect(await store.findSession(other)).toBeDefined();
  });

  test('end all together but for one, of their person alone', async () => {
    const ben = await addPerson(store, 'Ben');
    await open({ tokenHash: 'bens', userId: ben._id });
    for (const each of ['kept', 'one', 'other']) await open({ tokenHash: each });

    for (const userId of [withOtherSecond(ada._id), UNKNOWN_ID, 'nobody']) {
      expect(await store.deleteOtherSessions(userId, 'kept')).toEqual([]);
    }
    const ended = await store.deleteOtherSessions(ada._id, 'kept');

    expect(ended.toSorted()).toEqual(['one', 'other']);
    const left = await store.listSessions(ada._id);
    expect(left.map((session) => session.tokenHash)).toEqual(['kept']);
    expect(await store.findSession('bens')).toBeDefined();
    expect(await store.deleteOtherSessions(ada._id, 'kept')).toEqual([]);
  });

  test('are cleared away once expired', async () => {
    const other = 'b'.repeat(64);
    await open();
    await open({ tokenHash: other, expiresAt: START + 1001 });
    await open({ tokenHash: 'old', expiresAt: START + 9000, endsAt: START + 1000 });

    const ended = await store.deleteExpired(START + 1000);

    expect(ended.toSorted()).toEqual([tokenHash, 'old']);
    expect(await store.findSession(tokenHash)).toBeUndefined();
    expect(await store.findSession(other)).toBeDefined();
  });
}
