import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, append, openAt, type Place, START, UNKNOWN_ID } from './place.ts';

/** Invitations, links for a new password, locks, changed emails. */
export function describeCodes(getPlace: () => Place): void {
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

  const hashOf = (letter: string) => letter.repeat(64);
  const now = () => time.now;
  const invite = (letter: string, more: { userId?: string; uses?: number; most?: number } = {}) => {
    const code = { codeHash: hashOf(letter), kind: 'invite', uses: 1 } as const;
    return store.createCode({ ...code, endsAt: now() + 1000, now: now(), ...more });
  };
  const openReset = (letter: string, userId: string) =>
    store.createCode({
      codeHash: hashOf(letter),
      kind: 'reset',
      userId,
      uses: 1,
      endsAt: now() + 1000,
      now: now(),
    });
  const come = (fullName: string, letter: string) =>
    store.createUser({
      fullName,
      email: `${fullName}@example.org`,
      passwordHash: 'hash',
      bio: '',
      inviteHash: hashOf(letter),
    });
  const openSession = (letter: string, user: StoredUser) =>
    store.createSession({
      tokenHash: hashOf(letter),
      userId: user._id,
      expiresAt: START + 9000,
      endsAt: START + 9000,
      client: '',
    });

  test('an account takes one use of an invitation, and a refused one takes none', async () => {
    await invite('a', { uses: 2 });
    await expect(come('Ada', 'a')).rejects.toMatchObject({ code: 'emailTaken' });
    expect(await store.findCode('invite', hashOf('a'), now())).toMatchObject({ usesLeft: 2 });
    await come('Cleo', 'a');
    const [left] = await store.listInvitations(now());
    expect(left).toEqual({
      codeHash: hashOf('a'),
      usesLeft: 1,
      createdAt: START,
      endsAt: left?.endsAt,
    });
    await come('Dora', 'a');
    await expect(come('Eve', 'a')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await store.findCredentials('Eve@example.org')).toBeUndefined();
    expect(await store.listInvitations(now())).toEqual([]);
  });

  test('of many at once only as many come in as the invitation has uses', async () => {
    await invite('a', { uses: 2 });
    const tries = ['Cleo', 'Dora', 'Eve', 'Finn'].map((name) => come(name, 'a'));
    const outcomes = (await Promise.allSettled(tries)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });

  test('invitations end, and only so many of one person are open', async () => {
    expect(await invite('a', { userId: ada._id, most: 1 })).toBe(true);
    expect(await invite('b', { userId: ada._id, most: 1 })).toBe(false);
    expect(await invite('b', { userId: UNKNOWN_ID })).toBe(false);
    expect(await invite('c', { userId: ben._id, most: 1 })).toBe(true);
    expect(await store.listInvitations(now(), ada._id)).toMatchObject([{ user: { _id: ada._id } }]);
    expect(await store.findCode('reset', hashOf('a'), now())).toBeUndefined();
    time.now += 1001;
    expect(await store.findCode('invite', hashOf('a'), now())).toBeUndefined();
    expect(await store.listInvitations(now())).toEqual([]);
    await store.deleteExpired(now());
    expect(await invite('a', { userId: ada._id, most: 1 })).toBe(true);
  });

  test('an invitation is deleted by who made it, or by anybody’s operator', async () => {
    await invite('a', { userId: ada._id });
    const id = 'a'.repeat(24);
    expect(await store.deleteInvitation(id, ben._id)).toBe(false);
    expect(await store.deleteInvitation(id, ada._id)).toBe(true);
    await invite('a', { userId: ada._id });
    expect(await store.deleteInvitation(id)).toBe(true);
    expect(await store.deleteInvitation(id)).toBe(false);
  });

  test('a link sets one password, ends the sessions, and replaces earlier links', async () => {
    await openSession('s', ada);
    await openReset('a', ada._id);
    await openReset('b', ada._id);
    const reset = (letter: string) =>
      store.resetPassword({ codeHash: hashOf(letter), passwordHash: 'new', now: now() });
    expect(await reset('a')).toBeUndefined();
    expect(await reset('b')).toMatchObject({
      user: { _id: ada._id },
      tokenHashes: [hashOf('s')],
    });
    expect(await reset('b')).toBeUndefined();
    expect(await store.findPasswordHash(ada._id)).toBe('new');
  });

  test('a lock ends the sessions, lets none begin, is in every list, and can be undone', async () => {
    await openSession('s', ada);
    const mark = await store.readUserListVersion(ben._id);
    const locked = await store.setLocked(ada._id, true);
    expect(locked).toMatchObject({ user: { locked: true }, tokenHashes: [hashOf('s')] });
    expect(await store.readUserListVersion(ben._id)).not.toBe(mark);
    expect((await store.listUsers(ben._id)).users).toMatchObject([{ locked: true }]);
    await expect(openSession('t', ada)).rejects.toMatchObject({ code: 'forbidden' });
    const unlocked = await store.setLocked(ada._id, false);
    expect(unlocked?.user.locked).toBeUndefined();
    await openSession('t', ada);
    expect(await store.setLocked(UNKNOWN_ID, true)).toBeUndefined();
  });

  test('an email changes with the password, and to none that is taken', async () => {
    const passwordHash = (await store.findPasswordHash(ada._id)) ?? '';
    const change = (email: string, verifiedHash = passwordHash) =>
      store.changeEmail({ userId: ada._id, verifiedHash, email });
    await expect(change(ben.email.toUpperCase())).rejects.toMatchObject({ code: 'emailTaken' });
    expect(await change('new@example.org', 'another')).toBeUndefined();
    expect(await change('New@example.org')).toMatchObject({ email: 'New@example.org' });
    expect(await store.findCredentials(ada.email)).toBeUndefined();
    expect((await store.findCredentials('new@EXAMPLE.org'))?.user._id).toBe(ada._id);
    // Another spelling of one's own is no other account.
    expect(await change('NEW@example.org')).toMatchObject({ email: 'NEW@example.org' });
  });

  test('accounts and what they have sent are listed for the operator', async () => {
    await append(store, { senderId: ada._id, receiverId: ben._id, text: 'Hello' });
    await append(store, { senderId: ben._id, receiverId: ada._id, text: 'Hi' });
    expect(await store.listAccounts()).toMatchObject([
      { user: { email: ada.email }, createdAt: START },
      { user: { email: ben.email } },
    ]);
    const [id] = await store.listSent(ada._id);
    expect(await store.listSent(ada._id)).toHaveLength(1);
    await store.changeMessage({
      personId: ada._id,
      messageId: id ?? '',
      change: { kind: 'delete' },
    });
    expect(await store.listSent(ada._id)).toEqual([]);
  });
}
