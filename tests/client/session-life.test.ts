/** What begins with a session and goes with it, in every tab. */
import 'fake-indexeddb/auto';
import type { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ENDS_SESSIONS_KEY, realtimeQueries } from '../../src/backend/connection.ts';
import { getConversation, receiveMessage } from '../../src/conversation/conversation.ts';
import { markOpenSeen } from '../../src/conversation/seen.ts';
import { changeDraft, readDraft } from '../../src/kept/drafts.ts';
import { dropLocal, keepLocal, listLocal } from '../../src/lib/local-values.ts';
import { mute } from '../../src/notifications/mute-list.ts';
import { userQueries } from '../../src/people/users.ts';
import { retainAvatar } from '../../src/pictures/avatars.ts';
import { retain } from '../../src/pictures/retained-pictures.ts';
import type { Feature } from '../../src/protocol/events.ts';
import {
  keepRecent,
  keepSkinTone,
  readHabits,
} from '../../src/screens/chat/composer/emoji/recent-emoji.ts';
import { authQueries, followRefusals, getMe } from '../../src/session/auth.ts';
import { logOut } from '../../src/session/log-out.ts';
import { useDeleteAccount, useUpdateProfile } from '../../src/session/own-account.ts';
import { setFlagged } from '../../src/stores/people-settings.ts';
import { clearSelection, getSelectedUserId, selectUser } from '../../src/stores/selection.ts';
import { endSession, getToken, startSession } from '../../src/stores/session.ts';
import { getUnseenCount, incrementUnseen } from '../../src/stores/unseen.ts';
import { notify } from '../../src/ui/notify.ts';
import { eventually } from '../support/eventually.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';
import { wrapperOf } from './support/with-router.tsx';

beforeEach(() => setLookedAt(true));

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
    const { profilePic } = retainAvatar({ ...peer, profilePic: picture });
    const retained = [profilePic, retain(peer._id, 'a message', new Blob(['a picture']))];
    const revoked = vi.spyOn(URL, 'revokeObjectURL');
    logOut(queryClient);
    expect(getToken()).toBeNull();
    expect(revoked.mock.calls.flat()).toEqual(expect.arrayContaining(retained));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(getSelectedUserId()).toBeNull();
    expect(getUnseenCount('joan')).toBe(0);
  });

  test('leaves nothing on the device: no draft, mute, pin, mark or emoji; and what comes after the next login stays', async () => {
    const { me, peer, token } = await startWorld();
    const { queryClient } = await openWindow();
    changeDraft(me._id, peer._id, draft);
    window.dispatchEvent(new Event('pagehide'));
    mute(peer._id, null);
    setFlagged('pinned', peer._id, true);
    setFlagged('unread', peer._id, true);
    keepRecent('🎉');
    keepSkinTone('dark');
    const kept = () =>
      ['draft/', 'mutes', 'pinned', 'unread', 'emoji'].map((start) => listLocal(start).length);
    expect(kept()).not.toContain(0);
    logOut(queryClient);
    // As a closing screen does it.
    changeDraft(me._id, peer._id, draft);
    expect(kept()).toEqual([0, 0, 0, 0, 0]);
    expect(readHabits()).toEqual({ recent: [], skinTone: 'none' });
    expect(readDraft(me._id, peer._id)).toBeUndefined();
    startSession(token);
    await openWindow();
    changeDraft(me._id, peer._id, draft);
    expect(readDraft(me._id, peer._id)).toEqual(draft);
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

  test.each([
    ['that does not know the call is not asked', new Set<Feature>(), true, false],
    ['that has not spoken yet, but knew it, is asked', null, true, true],
    ['that has not spoken yet, and did not know it, is not', null, false, false],
  ] as const)('A server %s', async (_what, features, endsSessions, isAsked) => {
    const { backend, token } = await startWorld();
    const { queryClient } = await openWindow();
    queryClient.setQueryData(realtimeQueries.features().queryKey, features);
    keepLocal(ENDS_SESSIONS_KEY, endsSessions);
    onTestFinished(() => dropLocal(ENDS_SESSIONS_KEY));
    logOut(queryClient);
    // Once the check of the new session is answered, whatever went out before has arrived.
    startSession(token);
    await openWindow();
    const asked = () => backend.calls.some(({ path }) => path === '/auth/logout');
    await eventually(() => expect(asked()).toBe(isAsked));
  });
});

describe('A session that ends by itself', () => {
  test('is told of once, however many calls were refused, and keeps the drafts for the same person', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    const cleared = vi.spyOn(notify, 'clear');
    changeDraft(me._id, peer._id, draft);
    keepRecent('🎉');
    backend.faults.script({}, { kind: 'status', status: 401, message: 'Please log in again.' }, 9);
    await Promise.allSettled([queryClient.query(userQueries.list()), load(peer._id)]);
    await eventually(() => expect(getToken()).toBeNull());
    expect(notified.mock.calls).toEqual([['Please log in again.']]);
    // After what was said before, which goes with the session.
    const [said = 0] = notified.mock.invocationCallOrder;
    expect(cleared.mock.invocationCallOrder).toEqual([expect.any(Number)]);
    expect(cleared.mock.invocationCallOrder[0]).toBeLessThan(said);
    expect(readDraft(me._id, peer._id)).toEqual(draft);
    expect(readHabits().recent).toEqual([]);
  });

  test('is what another call than its check was refused for only if the check is refused, too', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, load } = await openWindow();
    onTestFinished(followRefusals(queryClient));
    const checks = () => backend.calls.filter(({ path }) => path === '/auth/check').length;
    const before = checks();
    const callTwice = () =>
      Promise.allSettled([queryClient.query(userQueries.list()), load(peer._id)]);
    backend.faults.script({}, { kind: 'status', status: 403 }, 2);
    await callTwice();
    await eventually(() => expect(checks()).toBe(before + 1));
    expect(getToken()).not.toBeNull();
    backend.world.expireSessions(me._id);
    await callTwice();
    await eventually(() => expect(getToken()).toBeNull());
  });
});

describe('An answer that comes after its session has ended', () => {
  const renderIn = <Result>(queryClient: QueryClient, hook: () => Result) =>
    renderHook(hook, { wrapper: wrapperOf(queryClient) }).result;

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

describe('Marking as seen', () => {
  const MARK = { method: 'PUT' };

  /** The conversation is open. */
  async function openTalk() {
    const world = await startWorld();
    const { backend, me, peer } = world;
    const { queryClient, load } = await openWindow();
    selectUser(peer._id);
    await load(peer._id);
    const say = (text: string) => backend.world.send(peer._id, me._id, { text });
    return {
      ...world,
      queryClient,
      notified: vi.spyOn(notify, 'error'),
      say,
      receive: (...texts: string[]) => {
        for (const text of texts) receiveMessage(queryClient, peer._id, say(text));
      },
      mark: () => markOpenSeen(queryClient),
      countMarks: () => backend.calls.filter(({ method }) => method === 'PUT').length,
      listSeen: () => backend.world.messages.filter(({ seen }) => seen).map(({ text }) => text),
      getMarking: () => queryClient.getMutationCache().findAll({ mutationKey: ['seen'] }),
    };
  }

  test('is tried again quietly; what lasts is told of soon and once, and a refusal at once', async () => {
    const { backend, notified, receive, mark, countMarks, listSeen } = await openTalk();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    backend.faults.script(MARK, { kind: 'status', status: 500 });
    receive('one', 'two');
    mark();
    mark();
    await eventually(() => expect(listSeen()).toEqual(['one', 'two']));
    expect(countMarks()).toBe(3);
    expect(notified).not.toHaveBeenCalled();

    backend.faults.script(MARK, { kind: 'status', status: 500, message: 'Out of order.' }, 5);
    receive('three');
    mark();
    await eventually(() => expect(listSeen()).toHaveLength(3));
    expect(notified.mock.calls).toEqual([['Out of order.']]);

    backend.faults.script(MARK, { kind: 'status', status: 409, message: 'Gone.' });
    receive('four');
    mark();
    await eventually(() => expect(notified.mock.calls.slice(1)).toEqual([['Gone.']]));
  });

  test.each(['has failed', 'is answered late'])(
    'that %s stops where the session ends, whoever is here next',
    async (what) => {
      const { backend, peerToken, notified, receive, mark, countMarks, getMarking } =
        await openTalk();
      const held = Promise.withResolvers<void>();
      const isLate = what === 'is answered late';
      backend.faults.script(
        MARK,
        isLate ? { kind: 'holdAnswer', until: held.promise } : { kind: 'status', status: 500 },
      );
      receive('one', 'two');
      mark();
      const [marking] = getMarking();
      await eventually(() => expect(countMarks()).toBe(1));
      startSession(peerToken);
      held.resolve();
      await eventually(() => expect(marking?.state.status).not.toBe('pending'));
      expect(countMarks()).toBe(1);
      expect(notified).not.toHaveBeenCalled();
    },
  );

  test('that is tried again marks nothing that came when nobody looked any more', async () => {
    const { backend, peer, say, receive, mark, listSeen } = await openTalk();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    receive('one', 'two', 'three', 'four');
    backend.faults.script({ path: new RegExp(`/${peer._id}$`) }, { kind: 'status', status: 500 });
    mark();
    clearSelection();
    say('late');
    await eventually(() => expect(listSeen()).toEqual(['one', 'two', 'three', 'four']));
  });
});
