import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place, START, UNKNOWN_ID, withOtherSecond } from './place.ts';

export function describeSessions(getPlace: () => Place): void {
  let store: Store;
  let ada: StoredUser;
  beforeEach(async () => {
    ({ store } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    return () => store.close();
  });

  const tokenHash = 'a'.repeat(64);
  const open = (session: { tokenHash?: string; userId?: string; expiresAt?: number } = {}) =>
    store.createSession({
      tokenHash,
      userId: ada._id,
      expiresAt: START + 1000,
      client: '',
      ...session,
    });

  test('are found by the hash of their token', async () => {
    await open();

    expect(await store.findSession(tokenHash)).toEqual({
      userId: ada._id,
      expiresAt: START + 1000,
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

  test('end one by one', async () => {
    const other = 'b'.repeat(64);
    await open();
    await open({ tokenHash: other });

    await store.deleteSession(tokenHash);
    await store.deleteSession(tokenHash);

    expect(await store.findSession(tokenHash)).toBeUndefined();
    expect(await store.findSession(other)).toBeDefined();
  });

  test('are cleared away once expired', async () => {
    const other = 'b'.repeat(64);
    await open();
    await open({ tokenHash: other, expiresAt: START + 1001 });

    await store.deleteExpired(START + 1000);

    expect(await store.findSession(tokenHash)).toBeUndefined();
    expect(await store.findSession(other)).toBeDefined();
  });
}
