/** What begins with a session and goes with it, in every tab. */
import 'fake-indexeddb/auto';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ENDS_SESSIONS_KEY, realtimeQueries } from '../../src/backend/connection.ts';
import { getConversation, receiveMessage } from '../../src/conversation/conversation.ts';
import { markOpenSeen } from '../../src/conversation/seen.ts';
import { changeDraft, readDraft } from '../../src/kept/drafts.ts';
import { dropLocal, keepLocal, listLocal } from '../../src/lib/local-values.ts';
import { mute } from '../../src/notifications/mute-list.ts';
import { userQueries } from '../../src/people/users.ts';
import { holdAvatar } from '../../src/pictures/avatars.ts';
import { hold } from '../../src/pictures/held-pictures.ts';
import {
  keepRecent,
  keepSkinTone,
  readHabits,
} from '../../src/screens/chat/composer/emoji/recent-emoji.ts';
import { markRow } from '../../src/screens/chat/people/mark-row.ts';
import { authQueries, followRefusals, getMe, logIn } from '../../src/session/auth.ts';
import { askToLogOut, logOut, onAskToLogOut } from '../../src/session/log-out.ts';
import { useDeleteAccount, useUpdateProfile } from '../../src/session/own-account.ts';
import { getMarked, setMutes } from '../../src/stores/people-settings.ts';
import { clearSelection, getSelectedUserId, selectUser } from '../../src/stores/selection.ts';
import { endSession, getToken, startSession } from '../../src/stores/session.ts';
import { getUnseenCount, incrementUnseen } from '../../src/stores/unseen.ts';
import { notify } from '../../src/ui/notify.ts';
import { eventually } from '../support/eventually.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';

beforeEach(() => setLookedAt(true));

/** Once the check of the new session is answered, whatever went out before has arrived. */
async function comeBack(token: string): Promise<void> {
  startSession(token);
  await openWindow();
}

const draft = {
  text: 'not yet',
  pictures: [{ id: 1, src: 'data:image/png;base64,AAAA' }],
  cursor: 3,
};

describe('Signing out', () => {
  test('leaves nothing in memory: no people, no conversation, no count, no selection', async () => {
    const { peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    await queryClient.query(userQueries.list());
    await load(peer._id);
    incrementUnseen('joan');
    selectUser(peer._id);
    const picture = 'data:image/png;base64,AAAA';
    const { profilePic } = await holdAvatar({ ...peer, profilePic: picture });
    const held = [profilePic, hold(peer._id, 'a message', new Blob(['a picture']))];
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    logOut(queryClient);
    expect(getToken()).toBeNull();
    expect(revoked.mock.calls.flat()).toEqual(expect.arrayContaining(held));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(getSelectedUserId()).toBeNull();
    expect(getUnseenCount('joan')).toBe(0);
  });

  test('leaves no draft, not even one that a closing screen still wants to keep', async () => {
    const { me, peer } = await startWorld();
    const { queryClient } = await openWindow();
    changeDraft(me._id, peer._id, draft);
    window.dispatchEvent(new Event('pagehide'));
    expect(listLocal('draft/')).toHaveLength(1);
    logOut(queryClient);
    changeDraft(me._id, peer._id, draft);
    expect(listLocal('draft/')).toEqual([]);
    expect(readDraft(me._id, peer._id)).toBeUndefined();
  });

  test('and in again, the person finds again what they begin to write from then on', async () => {
    const { me, peer, token } = await startWorld();
    const { queryClient } = await openWindow();
    logOut(queryClient);
    startSession(token);
    await openWindow();
    changeDraft(me._id, peer._id, draft);
    expect(readDraft(me._id, peer._id)).toEqual(draft);
  });

  test('takes along whom the person has muted', async () => {
    const { me, peer } = await startWorld();
    const { queryClient } = await openWindow();
    onTestFinished(() => setMutes(new Map()));
    mute(me._id, peer._id, null);
    expect(listLocal('mutes')).toHaveLength(1);
    logOut(queryClient);
    expect(listLocal('mutes')).toEqual([]);
  });

  test('takes along whom the person has pinned or marked as unread', async () => {
    const { me, peer } = await startWorld();
    markRow(me._id, 'pinned', peer._id, true);
    markRow(me._id, 'unread', peer._id, true);
    const { queryClient } = await openWindow();
    expect(getMarked('pinned')).toEqual(new Set([peer._id]));
    logOut(queryClient);
    expect([...listLocal('pinned'), ...listLocal('unread')]).toEqual([]);
  });

  test('takes along the emoji that the person used last, and their skin tone', async () => {
    await startWorld();
    const { queryClient } = await openWindow();
    keepRecent('🎉');
    keepSkinTone('dark');
    logOut(queryClient);
    expect(readHabits()).toEqual({ recent: [], skinTone: 'none' });
    expect(listLocal('emoji')).toEqual([]);
  });

  test('tells the other windows, which remove what they have written since', async () => {
    const { me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    await load(peer._id);
    const otherWindow = new BroadcastChannel('duet-sign-out');
    const told: unknown[] = [];
    otherWindow.addEventListener('message', ({ data }) => told.push(data));
    const nextWindow = new BroadcastChannel('duet-sign-out');
    onTestFinished(() => {
      otherWindow.close();
      nextWindow.close();
    });
    changeDraft(me._id, peer._id, draft);
    nextWindow.postMessage(peer._id);
    await eventually(() => expect(told).toEqual([peer._id]));
    expect(getConversation(queryClient, peer._id)).toBeDefined();
    nextWindow.postMessage(me._id);
    await eventually(() => expect(readDraft(me._id, peer._id)).toBeUndefined());
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    const again = await openWindow();
    logOut(again.queryClient);
    await eventually(() => expect(told).toEqual([peer._id, me._id, me._id]));
  });

  test('in another tab empties this one, too', async () => {
    const { peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    await load(peer._id);
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(getConversation(queryClient, peer._id)).toBeUndefined();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test('asks the server only where it knows the call', async () => {
    const { backend, token } = await startWorld();
    const { queryClient } = await openWindow();
    logOut(queryClient);
    await comeBack(token);
    expect(backend.calls.some(({ path }) => path === '/auth/logout')).toBe(false);
    expect(backend.trespasses).toEqual([]);
  });

  test.each([true, false])(
    'before the server has spoken asks it where it knew the call when it spoke last: %s',
    async (endsSessions) => {
      const { backend, token } = await startWorld();
      const { queryClient } = await openWindow();
      queryClient.setQueryData(realtimeQueries.features().queryKey, null);
      keepLocal(ENDS_SESSIONS_KEY, endsSessions);
      onTestFinished(() => dropLocal(ENDS_SESSIONS_KEY));
      logOut(queryClient);
      await comeBack(token);
      const isAsked = () => backend.calls.some(({ path }) => path === '/auth/logout');
      await eventually(() => expect(isAsked()).toBe(endsSessions));
    },
  );
});

describe('A session that ends by itself', () => {
  test('is told of once, however many calls were refused', async () => {
    const { backend, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    const cleared = vi.spyOn(notify, 'clear');
    backend.faults.script({}, { kind: 'status', status: 401, message: 'Please log in again.' }, 9);
    await Promise.allSettled([queryClient.query(userQueries.list()), load(peer._id)]);
    await eventually(() => expect(getToken()).toBeNull());
    expect(notified.mock.calls).toEqual([['Please log in again.']]);
    // After what was said before, which goes with the session.
    const [said = 0] = notified.mock.invocationCallOrder;
    expect(cleared.mock.invocationCallOrder).toEqual([expect.any(Number)]);
    expect(cleared.mock.invocationCallOrder[0]).toBeLessThan(said);
  });

  test('and is refused by another call than its check is checked, and ends', async () => {
    const { backend, me } = await startWorld();
    const { queryClient } = await openWindow();
    onTestFinished(followRefusals(queryClient));
    backend.world.expireSessions(me._id);
    await queryClient.query(userQueries.list()).catch(() => undefined);
    await eventually(() => expect(getToken()).toBeNull());
  });

  test('is not what was refused where its check is answered', async () => {
    const { backend, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    onTestFinished(followRefusals(queryClient));
    const checks = () => backend.calls.filter(({ path }) => path === '/auth/check').length;
    const before = checks();
    backend.faults.script({}, { kind: 'status', status: 403 }, 2);
    await Promise.allSettled([queryClient.query(userQueries.list()), load(peer._id)]);
    await eventually(() => expect(checks()).toBe(before + 1));
    expect(getToken()).not.toBeNull();
  });

  test('takes along what was asked for and could not open yet', async () => {
    await startWorld();
    await openWindow();
    const handleAsk = vi.fn();
    askToLogOut();
    onAskToLogOut(handleAsk)();
    expect(handleAsk).toHaveBeenCalledOnce();
    askToLogOut();
    endSession();
    onAskToLogOut(handleAsk)();
    expect(handleAsk).toHaveBeenCalledOnce();
  });

  test('keeps the drafts for the same person', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient } = await openWindow();
    changeDraft(me._id, peer._id, draft);
    backend.faults.script({}, { kind: 'status', status: 401, message: 'Log in again.' });
    await queryClient.query(userQueries.list()).catch(() => undefined);
    expect(getToken()).toBeNull();
    expect(readDraft(me._id, peer._id)).toEqual(draft);
  });

  test('takes the emoji along that the person used, whichever window ended it', async () => {
    const { token } = await startWorld();
    await openWindow();
    const endings = [
      () => endSession('Your session has ended. Log in again.'),
      () => {
        localStorage.removeItem('token');
        window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      },
    ];
    for (const end of endings) {
      startSession(token);
      keepRecent('🎉');
      keepSkinTone('dark');
      end();
      expect(readHabits()).toEqual({ recent: [], skinTone: 'none' });
    }
  });
});

describe('An answer that comes after its session has ended', () => {
  const renderIn = <Result>(queryClient: QueryClient, hook: () => Result) =>
    renderHook(hook, {
      wrapper: ({ children }) =>
        createElement(QueryClientProvider, { client: queryClient }, children),
    }).result;

  async function comeNext(queryClient: QueryClient, token: string): Promise<void> {
    endSession();
    startSession(token);
    await queryClient.query(authQueries.me());
  }

  test('changes nothing for whoever is here next, and tells them nothing', async () => {
    const notified = [vi.spyOn(notify, 'success'), vi.spyOn(notify, 'error')];
    const { backend, peerToken } = await startWorld();
    const { queryClient } = await openWindow();
    const held = Promise.withResolvers<void>();
    backend.faults.script({ method: 'PUT' }, { kind: 'holdAnswer', until: held.promise });
    const result = renderIn(queryClient, useUpdateProfile);
    result.current.mutate({ fullName: 'Ada King', bio: 'Countess.' });
    await eventually(() => expect(backend.calls.at(-1)?.method).toBe('PUT'));
    await comeNext(queryClient, peerToken);
    held.resolve();
    await eventually(() => expect(result.current.isPending).toBe(false));
    expect(getMe(queryClient)?.fullName).toBe('Grace');
    for (const told of notified) expect(told).not.toHaveBeenCalled();
  });

  test('removes a deleted account from this device, and leaves the next session alone', async () => {
    const deleted = Response.json({ success: true, message: 'Your account has been deleted.' });
    const answered = Promise.withResolvers<Response>();
    const fetched = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      input instanceof Request && input.url.endsWith('/delete-account')
        ? answered.promise
        : fetched(input, init),
    );
    const { me, peerToken, peer } = await startWorld();
    const { queryClient } = await openWindow();
    const result = renderIn(queryClient, useDeleteAccount);
    result.current.mutate('correct horse');
    await eventually(() => expect(result.current.isPending).toBe(true));
    changeDraft(me._id, peer._id, draft);
    await comeNext(queryClient, peerToken);
    answered.resolve(deleted);
    await eventually(() => expect(readDraft(me._id, peer._id)).toBeUndefined());
    expect(getToken()).toBe(peerToken);
    expect(getMe(queryClient)?.fullName).toBe('Grace');
  });
});

describe('Logging in', () => {
  test('tells the server’s words, and whose session it is is known at once', async () => {
    await startWorld();
    const { queryClient, crash } = await openWindow();
    crash();
    endSession();
    const succeeded = vi.spyOn(notify, 'success');
    await logIn(queryClient, { email: 'Ada@example.org', password: 'correct horse' });
    expect(getToken()).not.toBeNull();
    expect(queryClient.getQueryData(['auth', 'me'])).toMatchObject({ fullName: 'Ada' });
    expect(succeeded.mock.calls).toEqual([['Login successful']]);
  });

  test('that is refused notifies once and throws', async () => {
    await startWorld();
    const { queryClient } = await openWindow();
    endSession();
    const notified = vi.spyOn(notify, 'error');
    const refused = logIn(queryClient, { email: 'Ada@example.org', password: 'wrong' });
    await expect(refused).rejects.toThrow('Invalid credentials');
    expect(notified.mock.calls).toEqual([['Invalid credentials']]);
    expect(getToken()).toBeNull();
  });
});

describe('Marking as seen', () => {
  test('is tried again quietly, and its final failure is told of once', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    selectUser(peer._id);
    await load(peer._id);
    const messages = ['one', 'two'].map((text) => backend.world.send(peer._id, me._id, { text }));
    backend.faults.script({ method: 'PUT' }, { kind: 'status', status: 500 });
    for (const message of messages) receiveMessage(queryClient, peer._id, message);
    markOpenSeen(queryClient);
    markOpenSeen(queryClient);
    await eventually(() => expect(backend.world.messages.every(({ seen }) => seen)).toBe(true));
    expect(backend.calls.filter(({ method }) => method === 'PUT')).toHaveLength(3);
    expect(notified).not.toHaveBeenCalled();

    backend.faults.script({ method: 'PUT' }, { kind: 'status', status: 409, message: 'Gone.' });
    const late = backend.world.send(peer._id, me._id, { text: 'three' });
    receiveMessage(queryClient, peer._id, late);
    markOpenSeen(queryClient);
    await eventually(() => expect(notified.mock.calls).toEqual([['Gone.']]));
  });

  test('that keeps failing is told of soon, and goes on quietly', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    vi.spyOn(Math, 'random').mockReturnValue(0);
    selectUser(peer._id);
    await load(peer._id);
    const fault = { kind: 'status', status: 500, message: 'Out of order.' } as const;
    backend.faults.script({ method: 'PUT' }, fault, 5);
    receiveMessage(queryClient, peer._id, backend.world.send(peer._id, me._id, { text: 'one' }));
    markOpenSeen(queryClient);
    await eventually(() => expect(notified.mock.calls).toEqual([['Out of order.']]));
    await eventually(() => expect(backend.world.messages.every(({ seen }) => seen)).toBe(true));
    expect(notified).toHaveBeenCalledOnce();
  });

  test('that fails is not tried again for whoever is here next', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    vi.spyOn(Math, 'random').mockReturnValue(0);
    selectUser(peer._id);
    await load(peer._id);
    backend.faults.script({ method: 'PUT' }, { kind: 'status', status: 500 });
    receiveMessage(queryClient, peer._id, backend.world.send(peer._id, me._id, { text: 'one' }));
    markOpenSeen(queryClient);
    const [marking] = queryClient.getMutationCache().findAll({ mutationKey: ['seen'] });
    const marks = () => backend.calls.filter(({ method }) => method === 'PUT');
    await eventually(() => expect(marks()).toHaveLength(1));
    logOut(queryClient);
    await eventually(() => expect(marking?.state.status).not.toBe('pending'));
    expect(marks()).toHaveLength(1);
    expect(notified).not.toHaveBeenCalled();
  });

  test('that is tried again marks nothing that came when nobody looked any more', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    selectUser(peer._id);
    await load(peer._id);
    const send = (text: string) => backend.world.send(peer._id, me._id, { text });
    for (const text of ['one', 'two', 'three', 'four']) {
      receiveMessage(queryClient, peer._id, send(text));
    }
    backend.faults.script({ path: new RegExp(`/${peer._id}$`) }, { kind: 'status', status: 500 });
    markOpenSeen(queryClient);
    clearSelection();
    send('late');
    const seen = () => backend.world.messages.filter((one) => one.seen).map(({ text }) => text);
    await eventually(() => expect(seen()).toEqual(['one', 'two', 'three', 'four']));
  });

  test('stops where the session ends, whoever is here next', async () => {
    const { backend, me, peer, peerToken } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    selectUser(peer._id);
    await load(peer._id);
    const held = Promise.withResolvers<void>();
    backend.faults.script({ method: 'PUT' }, { kind: 'holdAnswer', until: held.promise });
    for (const text of ['one', 'two']) {
      receiveMessage(queryClient, peer._id, backend.world.send(peer._id, me._id, { text }));
    }
    markOpenSeen(queryClient);
    const [marking] = queryClient.getMutationCache().findAll({ mutationKey: ['seen'] });
    const marks = () => backend.calls.filter(({ method }) => method === 'PUT');
    await eventually(() => expect(marks()).toHaveLength(1));
    startSession(peerToken);
    held.resolve();
    await eventually(() => expect(marking?.state.status).not.toBe('pending'));
    expect(marks()).toHaveLength(1);
    expect(notified).not.toHaveBeenCalled();
  });

  test('tells other windows of what was marked, and of nothing that came since', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const otherWindow = new BroadcastChannel('duet-own-windows');
    onTestFinished(() => otherWindow.close());
    const told: unknown[] = [];
    otherWindow.onmessage = ({ data }) => told.push(data);
    selectUser(peer._id);
    await load(peer._id);
    const held = Promise.withResolvers<void>();
    backend.faults.script({ method: 'PUT' }, { kind: 'holdAnswer', until: held.promise });
    const first = backend.world.send(peer._id, me._id, { text: 'one' });
    receiveMessage(queryClient, peer._id, first);
    markOpenSeen(queryClient);
    clearSelection();
    receiveMessage(queryClient, peer._id, backend.world.send(peer._id, me._id, { text: 'two' }));
    held.resolve();
    const news = { kind: 'seen', peerId: peer._id, upTo: first._id };
    await eventually(() => expect(told).toEqual([{ accountId: me._id, news }]));
  });

  test.each([
    ['an object without fields', 200],
    ['empty', 204],
  ])('does not read the answer, which may be %s', async (_what, status) => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    selectUser(peer._id);
    await load(peer._id);
    backend.faults.script({ method: 'PUT' }, { kind: 'status', status });
    receiveMessage(queryClient, peer._id, backend.world.send(peer._id, me._id, { text: 'one' }));
    markOpenSeen(queryClient);
    const marking = () => queryClient.getMutationCache().findAll({ mutationKey: ['seen'] });
    await eventually(() => expect(marking()).toEqual([]));
    expect(backend.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(notified).not.toHaveBeenCalled();
  });
});
