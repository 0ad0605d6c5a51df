import { expect, test } from 'vitest';
import { START, UNKNOWN_ID } from './place.ts';
import { ada, ben, store, time } from './world.ts';

/** Invitations, links for a new password, locks, changed emails. */
export function describeCodes(): void {
  const hashOf = (letter: string) => letter.repeat(64);
  const create = (letter: string, kind: 'invite' | 'reset', more: object) =>
    store.createCode({
      codeHash: hashOf(letter),
      kind,
      uses: 1,
      endsAt: time.now + 1000,
      now: time.now,
      ...more,
    });
  const invite = (letter: string, more: { userId?: string; uses?: number; most?: number } = {}) =>
    create(letter, 'invite', more);
  const come = (fullName: string, letter: string) =>
    store.createUser({
      fullName,
      email: `${fullName}@example.org`,
      passwordHash: 'hash',
      bio: '',
      inviteHash: hashOf(letter),
    });
  const openSession = (letter: string) =>
    store.createSession({
      tokenHash: hashOf(letter),
      userId: ada._id,
      expiresAt: START + 9000,
      endsAt: START + 9000,
      client: '',
    });

  test('an account takes one use of an invitation, a refused one takes none, and no more come in than it has uses', async () => {
    await invite('a', { uses: 3 });
    await expect(come('Ada', 'a')).rejects.toMatchObject({ code: 'emailTaken' });
    expect(await store.findCode('invite', hashOf('a'), time.now)).toMatchObject({ usesLeft: 3 });
    await come('Cleo', 'a');
    expect(await store.listInvitations(time.now)).toEqual([
      { codeHash: hashOf('a'), usesLeft: 2, createdAt: START, endsAt: START + 1000 },
    ]);
    const tries = ['Dora', 'Eve', 'Finn', 'Gil'].map((name) => come(name, 'a'));
    const outcomes = (await Promise.allSettled(tries)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    await expect(come('Hal', 'a')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await store.findCredentials('Hal@example.org')).toBeUndefined();
    expect(await store.listInvitations(time.now)).toEqual([]);
  });

  test('invitations end, only so many of one person are open, and who made one or an operator deletes it', async () => {
    const id = 'a'.repeat(24);
    expect(await invite('a', { userId: ada._id, most: 1 })).toBe(true);
    expect(await invite('b', { userId: ada._id, most: 1 })).toBe(false);
    expect(await invite('b', { userId: UNKNOWN_ID })).toBe(false);
    expect(await invite('c', { userId: ben._id, most: 1 })).toBe(true);
    const listOwn = () => store.listInvitations(time.now, ada._id);
    expect(await listOwn()).toMatchObject([{ user: { _id: ada._id } }]);
    expect(await store.findCode('reset', hashOf('a'), time.now)).toBeUndefined();
    expect(await store.deleteInvitation(id, ben._id)).toBe(false);
    expect(await store.deleteInvitation(id, ada._id)).toBe(true);
    await invite('a', { userId: ada._id });
    expect(await store.deleteInvitation(id)).toBe(true);
    expect(await store.deleteInvitation(id)).toBe(false);
    await invite('a', { userId: ada._id });
    time.now += 1001;
    expect(await store.findCode('invite', hashOf('a'), time.now)).toBeUndefined();
    expect(await store.listInvitations(time.now)).toEqual([]);
    await store.deleteExpired(time.now);
    expect(await invite('a', { userId: ada._id, most: 1 })).toBe(true);
  });

  test('a link sets one password, ends the sessions, and replaces earlier links', async () => {
    await openSession('s');
    for (const letter of ['a', 'b']) await create(letter, 'reset', { userId: ada._id });
    const reset = (letter: string) =>
      store.resetPassword({ codeHash: hashOf(letter), passwordHash: 'new', now: time.now });
    expect(await reset('a')).toBeUndefined();
    expect(await reset('b')).toMatchObject({
      user: { _id: ada._id },
      tokenHashes: [hashOf('s')],
    });
    expect(await reset('b')).toBeUndefined();
    expect(await store.findPasswordHash(ada._id)).toBe('new');
  });

  test('a lock ends the sessions, lets none begin, is in every list, and can be undone', async () => {
    await openSession('s');
    const mark = await store.readUserListVersion(ben._id);
    const locked = await store.setLocked(ada._id, true);
    expect(locked).toMatchObject({ user: { locked: true }, tokenHashes: [hashOf('s')] });
    expect(await store.readUserListVersion(ben._id)).not.toBe(mark);
    expect((await store.listUsers(ben._id)).users).toMatchObject([{ locked: true }]);
    await expect(openSession('t')).rejects.toMatchObject({ code: 'forbidden' });
    const unlocked = await store.setLocked(ada._id, false);
    expect(unlocked?.user.locked).toBeUndefined();
    await openSession('t');
    expect(await store.setLocked(UNKNOWN_ID, true)).toBeUndefined();
    expect(await store.listAccounts()).toMatchObject([
      { user: { email: ada.email }, createdAt: START },
      { user: { email: ben.email } },
    ]);
  });
}
