import { expect, test } from 'vitest';
import {
  KNOWN_PLACES,
  MAX_SESSIONS,
  type NewSession,
} from '../../../server/domain/ports/sessions.ts';
import { removePerson, START, UNKNOWN_ID, withOtherSecond } from './place.ts';
import { ada, ben, store, time } from './world.ts';

export function describeSessions(): void {
  const ends = { expiresAt: START + 1000, endsAt: START + 9000 };
  const open = (tokenHash: string, session: Partial<NewSession> = {}) =>
    store.createSession({ tokenHash, userId: ada._id, ...ends, client: '', ...session });
  const listOpen = async ({ _id } = ada) =>
    (await store.listSessions(_id)).map(({ tokenHash }) => tokenHash);
  const changePassword = (passwordHash: string, keptTokenHash = '', verifiedHash = 'hash of Ada') =>
    store.changePassword({ userId: ada._id, verifiedHash, passwordHash, keptTokenHash });

  test('are found by the hash of their token, listed to their person, and extended, never shortened', async () => {
    await open('a', { client: 'Browser' });
    time.now += 10;
    await open('b');
    await open('bens', { userId: ben._id });
    expect(await store.findSession('a')).toEqual({ userId: ada._id, ...ends });
    expect(await store.findSession('c')).toBeUndefined();
    expect(await store.listSessions(ada._id)).toEqual([
      { tokenHash: 'b', createdAt: START + 10, ...ends, client: '' },
      { tokenHash: 'a', createdAt: START, ...ends, client: 'Browser' },
    ]);
    for (const expiresAt of [START + 3000, START + 2000]) await store.extendSession('a', expiresAt);
    await store.extendSession('c', START + 9000);
    expect(await store.findSession('a')).toMatchObject({ expiresAt: START + 3000 });
    for (const userId of [UNKNOWN_ID, withOtherSecond(ada._id), 'nobody']) {
      await expect(open('c', { userId })).rejects.toMatchObject({ code: 'notFound' });
      expect(await store.listSessions(userId)).toEqual([]);
    }
    expect((await store.deleteExpired(START + 1000)).toSorted()).toEqual(['b', 'bens']);
    for (const _ of [1, 2]) await store.deleteSession('a');
    expect(await listOpen()).toEqual([]);
  });

  test('make the latest places of each kind known, to their person alone, until the password changes', async () => {
    const enter = (number: number, passwordHash = 'hash of Ada') =>
      open(`${number}`, {
        passwordHash,
        places: [`network ${number % 2}`, `browser ${number}`],
      });
    for (let number = 0; number < KNOWN_PLACES + 2; number += 1) {
      time.now += 1;
      await enter(number);
    }
    // A refused sign-in makes nothing known.
    await expect(enter(99, 'another')).rejects.toMatchObject({ code: 'wrongCredentials' });
    const asked = ['network 0', 'network 1', 'browser 99', 'browser 0', 'browser 1', 'browser 2'];
    const known = async ({ _id } = ada) => (await store.listKnownPlaces(_id, asked)).toSorted();
    expect(await known()).toEqual(['browser 2', 'network 0', 'network 1']);
    expect(await store.listKnownPlaces(ada._id, [])).toEqual([]);
    for (const _id of [ben._id, withOtherSecond(ada._id), UNKNOWN_ID, 'nobody', '']) {
      expect(await known({ ...ben, _id })).toEqual([]);
    }
    await changePassword('new');
    expect(await known()).toEqual([]);
    await enter(2, 'new');
    expect(await known()).toEqual(['browser 2', 'network 0']);
    await removePerson(store, ada, 'new');
    expect(await known()).toEqual([]);
  });

  test('are limited in number, also all at once: the oldest of the person ends, and never the new one', async () => {
    await open('bens', { userId: ben._id });
    const opened = Array.from({ length: MAX_SESSIONS + 20 }, (_, number) => open(`all ${number}`));
    expect((await Promise.all(opened)).flat()).toHaveLength(20);
    expect(await listOpen()).toHaveLength(MAX_SESSIONS);
    await store.deleteOtherSessions(ada._id, '');
    for (let number = 0; number < MAX_SESSIONS; number += 1) {
      time.now += 1;
      await open(`number ${number}`);
    }
    expect(await open('next')).toEqual(['number 0']);
    time.now = START - 1000;
    expect(await open('of a clock set back')).toEqual(['number 1']);
    expect(await listOpen()).toHaveLength(MAX_SESSIONS);
    expect(await listOpen(ben)).toEqual(['bens']);
  });

  test('end with a changed password; one that is another by now opens, changes and deletes nothing', async () => {
    for (const each of ['a', 'b', 'c']) await open(each, { passwordHash: 'hash of Ada' });
    await open('bens', { userId: ben._id });
    const results = await Promise.all([
      changePassword('hers', 'a'),
      changePassword('thief’s', 'b'),
    ]);
    expect(results).toContain(undefined);
    expect(results.flatMap((ended) => ended?.tokenHashes ?? [])).toHaveLength(2);
    const kept = (await store.findPasswordHash(ada._id)) ?? '';
    expect(kept).toMatch(/^(hers|thief’s)$/);
    const left = await listOpen();
    expect(left).toHaveLength(1);

    const late = open('late', { passwordHash: 'hash of Ada' });
    await expect(late).rejects.toMatchObject({ code: 'wrongCredentials' });
    expect(await changePassword('another', 'b')).toBeUndefined();
    expect(await removePerson(store, ada)).toBeUndefined();
    expect(await store.findPasswordHash(ada._id)).toBe(kept);
    expect(await listOpen()).toEqual(left);
    expect(await listOpen(ben)).toEqual(['bens']);
    expect(await store.findUser(ada._id)).toMatchObject({ fullName: 'Ada' });
  });
}
