/** The second load: what this device has kept of a session, who may see it, and how it gives way. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createStore, entries as readEntries } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { receiveChange } from '../../src/conversation/changes.ts';
import { getConversation, receiveMessage } from '../../src/conversation/conversation.ts';
import { messageQueries, useConversation } from '../../src/conversation/messages.ts';
import { markOpenSeen } from '../../src/conversation/seen.ts';
import { keepOnly, readStart, readStoredPage } from '../../src/kept/entries.ts';
import {
  eraseMessage,
  fitPage,
  fitPeople,
  keepForNextStart,
  writeMe,
  writePage,
  writePeople,
} from '../../src/kept/keep.ts';
import { learnWhoIsHere, restoreStart, storedPageQuery } from '../../src/kept/restore.ts';
import { getUsers, scheduleUsersRefetch, userQueries } from '../../src/people/users.ts';
import { releasePictures } from '../../src/pictures/held-pictures.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { authQueries, getMe } from '../../src/session/auth.ts';
import { followSession } from '../../src/session/session-life.ts';
import { noteDeletion } from '../../src/stores/message-events.ts';
import { clearSelection, getSelectedUserId, selectUser } from '../../src/stores/selection.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import {
  beginUnseenRequest,
  clearUnseen,
  getUnseenCount,
  incrementUnseen,
  takeUnseen,
} from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import { makeMessage, makeMessages, numbersOf, PEER } from './support/messages.ts';
import {
  openWindow,
  setLookedAt,
  startWorld,
  type World,
  watchForWaiting,
} from './support/window.ts';

const countEntries = async () => (await readEntries(createStore('duet-stored', 'entries'))).length;

beforeEach(() => setLookedAt(true));

afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  await keepOnly(null);
});

/** The page goes out of sight. */
function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A window in which somebody has talked and gone; the disk keeps it. */
async function visit(
  { me, peer, token }: World,
  texts: readonly string[],
  backend: World['backend'],
) {
  for (const text of texts) backend.world.send(peer._id, me._id, { text });
  const window = await openWindow();
  const { queryClient } = window;
  const ending = new AbortController();
  keepForNextStart(queryClient, ending.signal);
  await queryClient.query(userQueries.list());
  selectUser(peer._id);
  await window.load(peer._id);
  hide();
  await eventually(async () =>
    expect(await readStoredPage(token, peer._id)).toMatchObject({
      messages: texts.map((text) => ({ text })),
    }),
  );
  await eventually(async () => expect((await readStart(token))?.people).toHaveLength(1));
  ending.abort();
  setLookedAt(true);
  window.crash();
}

/** A page that begins: nothing in memory, the token and the disk as they were. */
function start() {
  const queryClient = makeQueryClient();
  const stop = followSession(queryClient);
  queryClient.mount();
  return {
    queryClient,
    stop: () => {
      stop();
      queryClient.unmount();
      queryClient.clear();
    },
  };
}

function untilTestEnds(): AbortSignal {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return ending.signal;
}

test('Who is here and the people are kept as soon as they are known', async () => {
  const { token } = await startWorld();
  const { queryClient } = await openWindow();
  const ending = new AbortController();
  keepForNextStart(queryClient, ending.signal);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    ending.abort();
  });
  await queryClient.query(userQueries.list());
  // Later changes wait for a second, which does not pass here.
  let passed = 0;
  const readKept = async () => {
    passed += 5;
    if (passed < 500) await vi.advanceTimersByTimeAsync(5);
    return (await readStart(token))?.people;
  };
  await expect.poll(readKept).toHaveLength(1);
});

describe('A start after an earlier visit', () => {
  test('knows who is here, the people and the open conversation before the server answers', async () => {
    const world = await startWorld();
    const { backend, me, peer } = world;
    await visit(world, ['one', 'two'], backend);
    const { queryClient, stop } = start();
    const before = backend.calls.length;
    expect(await restoreStart(queryClient)).toBe(true);
    expect(backend.calls).toHaveLength(before);
    expect(getMe(queryClient)).toMatchObject({ _id: me._id, fullName: 'Ada' });
    expect(getUsers(queryClient)).toMatchObject([{ _id: peer._id, fullName: 'Grace' }]);
    expect(getSelectedUserId()).toBe(peer._id);
    expect(queryClient.getQueryData(storedPageQuery(peer._id).queryKey)).toMatchObject({
      messages: [{ text: 'one' }, { text: 'two' }],
      hasOlder: false,
    });
    stop();
  });

  test('knows what is unseen, until the server tells', async () => {
    const { me, peer, token } = await startWorld();
    const { queryClient, crash } = await openWindow();
    const ending = new AbortController();
    await queryClient.query(userQueries.list());
    keepForNextStart(queryClient, ending.signal);
    incrementUnseen(peer._id);
    incrementUnseen(peer._id);
    hide();
    await eventually(async () =>
      expect(await readStart(token)).toMatchObject({ me, unseen: [[peer._id, 2]] }),
    );
    ending.abort();
    crash();
    clearUnseen();

    const next = start();
    await restoreStart(next.queryClient);
    expect(getUnseenCount(peer._id)).toBe(2);
    takeUnseen(new Map(), beginUnseenRequest());
    expect(getUnseenCount(peer._id)).toBe(0);
    next.stop();
  });

  test('does not wait for a disk that never answers', async () => {
    const world = await startWorld();
    const { backend, me } = world;
    await visit(world, ['one'], backend);
    const { queryClient, stop } = start();
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue(new IDBRequest());
    await learnWhoIsHere(queryClient);
    expect(getMe(queryClient)).toMatchObject({ _id: me._id });
    stop();
  });

  test('shows the stored rows, then the fresh ones in their place, and never a skeleton between', async () => {
    const world = await startWorld();
    const { backend, me, peer } = world;
    await visit(world, ['one', 'two'], backend);
    backend.world.send(peer._id, me._id, { text: 'three' });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.script(
      { path: new RegExp(`${peer._id}$`) },
      { kind: 'holdAnswer', until: isReleased },
    );
    const { queryClient, stop } = start();
    await restoreStart(queryClient);
    const renders: { status: string; texts: (string | undefined)[] }[] = [];
    renderHook(
      () => {
        const { status, pages, tail } = useConversation(peer._id);
        renders.push({ status, texts: [...pages.flat(), ...tail].map(({ text }) => text) });
      },
      {
        wrapper: ({ children }) => (
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        ),
      },
    );
    expect(renders[0]).toEqual({ status: 'ready', texts: ['one', 'two'] });
    await act(async () => release());
    await waitFor(() => expect(renders.at(-1)?.texts).toEqual(['one', 'two', 'three']));
    expect(renders.every(({ status }) => status === 'ready')).toBe(true);
    expect(renders.every(({ texts }) => texts.length >= 2)).toBe(true);
    stop();
  });

  test('does not say of a conversation without a word that it still is so', async () => {
    const world = await startWorld();
    const { backend, peer, token } = world;
    await visit(world, [], backend);
    const stored = await readStoredPage(token, peer._id);
    expect(stored?.messages).toEqual([]);
    const { queryClient, stop } = start();
    await restoreStart(queryClient);
    expect(queryClient.getQueryData(storedPageQuery(peer._id).queryKey)).toBeNull();
    stop();
  });

  test('shows what was said in a conversation after it was left, and one that was read ahead', async () => {
    const { backend, me, peer, token } = await startWorld();
    backend.world.send(peer._id, me._id, { text: 'one' });
    const queryClient = makeQueryClient();
    keepForNextStart(queryClient, untilTestEnds());
    await queryClient.query(messageQueries.history(peer._id));
    selectUser(peer._id);
    hide();
    const readTexts = async () =>
      (await readStoredPage(token, peer._id))?.messages.map(({ text }) => text);
    await eventually(async () => expect(await readTexts()).toEqual(['one']));
    setLookedAt(true);
    clearSelection();
    receiveMessage(queryClient, peer._id, backend.world.send(peer._id, me._id, { text: 'two' }));
    hide();
    await eventually(async () => expect(await readTexts()).toEqual(['one', 'two']));
  });

  test('marks nothing as seen by what is stored, and takes no count from it', async () => {
    const world = await startWorld();
    const { backend, peer } = world;
    await visit(world, ['one'], backend);
    const { queryClient, stop } = start();
    await restoreStart(queryClient);
    markOpenSeen(queryClient);
    expect(getConversation(queryClient, peer._id)).toBeUndefined();
    expect(getUnseenCount(peer._id)).toBe(0);
    expect(backend.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    stop();
  });

  test('asks the server for all of it, although it is shown already', async () => {
    const world = await startWorld();
    const { backend, me } = world;
    await visit(world, ['one'], backend);
    const grown = backend.world.signUp({
      fullName: 'Joan',
      email: 'joan@example.org',
      password: 'correct horse',
      bio: 'New here.',
    });
    const { queryClient, stop } = start();
    await restoreStart(queryClient);
    expect(queryClient.getQueryState(authQueries.me().queryKey)?.dataUpdatedAt).toBe(0);
    await queryClient.query(userQueries.list());
    expect(getUsers(queryClient)?.map(({ _id }) => _id)).toContain(grown.user._id);
    expect(getUsers(queryClient)?.map(({ _id }) => _id)).not.toContain(me._id);
    stop();
  });

  test('loads the people again when an event asks for it, on a screen without them too', async () => {
    const world = await startWorld();
    const { backend } = world;
    await visit(world, ['one'], backend);
    const { user } = backend.world.signUp({
      fullName: 'Joan',
      email: 'joan@example.org',
      password: 'correct horse',
      bio: 'New here.',
    });
    const { queryClient, stop } = start();
    await restoreStart(queryClient);
    scheduleUsersRefetch(queryClient);
    await eventually(() =>
      expect(getUsers(queryClient)?.map(({ _id }) => _id)).toContain(user._id),
    );
    stop();
  });

  test('does not put the stored over what the server has said by then', async () => {
    const world = await startWorld();
    const { backend, token, me, peer } = world;
    await visit(world, ['one'], backend);
    await writeMe(token, { ...me, fullName: 'Old name' });
    await writePeople(token, [{ ...peer, fullName: 'Old name' }]);
    const { queryClient, stop } = start();
    await queryClient.query(authQueries.me());
    await queryClient.query(userQueries.list());
    await restoreStart(queryClient);
    expect(getMe(queryClient)?.fullName).toBe('Ada');
    expect(getUsers(queryClient)?.[0]?.fullName).toBe('Grace');
    stop();
  });
});

describe('What is stored', () => {
  test('is found by the very session that wrote it, and by no other', async () => {
    const { me, peer, token, peerToken } = await startWorld();
    await writeMe(token, me);
    await writePage(token, peer._id, { messages: makeMessages(1, 3), hasOlder: false });
    expect(await readStart(token)).toMatchObject({ me: { _id: me._id } });
    expect(await readStart(peerToken)).toBeUndefined();
    expect(await readStoredPage(peerToken, peer._id)).toBeUndefined();
  });

  test('goes with the session, whoever ended it', async () => {
    const world = await startWorld();
    await visit(world, ['one'], world.backend);
    const { queryClient, stop } = start();
    await restoreStart(queryClient);
    expect(await countEntries()).toBeGreaterThan(0);
    world.backend.faults.script({ path: /check/ }, { kind: 'status', status: 401 });
    await queryClient.query({ ...authQueries.me(), staleTime: 0 }).catch(() => undefined);
    await eventually(async () => expect(await countEntries()).toBe(0));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    stop();
  });

  test('is not written any more once the session is over', async () => {
    const { me, peer, token } = await startWorld();
    const page = { messages: makeMessages(1, 2), hasOlder: false };
    const writing = [writeMe(token, me), writePage(token, peer._id, page)];
    endSession();
    await Promise.all(writing);
    await writePeople(token, [me]);
    expect(await countEntries()).toBe(0);
  });

  test('is kept anew after each change, and at once when the page goes out of sight', async () => {
    const { me, token } = await startWorld();
    const queryClient = makeQueryClient();
    const ending = new AbortController();
    keepForNextStart(queryClient, ending.signal);
    const rename = (fullName: string) =>
      queryClient.setQueryData(authQueries.me().queryKey, { ...me, fullName });
    const isKept = (fullName: string) =>
      eventually(async () => expect((await readStart(token))?.me.fullName).toBe(fullName));
    rename('Ada King');
    await isKept('Ada King');
    rename('Ada Byron');
    await isKept('Ada Byron');
    rename('Ada Lovelace');
    setLookedAt(false);
    document.dispatchEvent(new Event('visibilitychange'));
    // What waits for its moment goes with the session.
    ending.abort();
    await isKept('Ada Lovelace');
  });

  test('is also of the conversation that stood open before anything was kept, as after a reload', async () => {
    const { backend, me, peer, token } = await startWorld();
    backend.world.send(peer._id, me._id, { text: 'one' });
    const { queryClient, load } = await openWindow();
    selectUser(peer._id);
    await load(peer._id);
    const ending = new AbortController();
    keepForNextStart(queryClient, ending.signal);
    hide();
    await eventually(async () =>
      expect(await readStoredPage(token, peer._id)).toMatchObject({ messages: [{ text: 'one' }] }),
    );
    ending.abort();
  });

  test('is nothing to a session that has ended while it was read', async () => {
    const world = await startWorld();
    await visit(world, ['one'], world.backend);
    const { queryClient, stop } = start();
    const restoring = restoreStart(queryClient);
    endSession();
    expect(await restoring).toBe(false);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    stop();
  });

  test('of earlier sessions goes when another begins', async () => {
    const world = await startWorld();
    const { me, token, peerToken } = world;
    await writeMe(token, me);
    startSession(peerToken);
    keepForNextStart(makeQueryClient(), untilTestEnds());
    await eventually(async () => expect(await countEntries()).toBe(0));
  });

  test('is the newest page of the twenty conversations that were open last', async () => {
    const { token } = await startWorld();
    const page = { messages: makeMessages(1, 2), hasOlder: false };
    for (let number = 1; number <= 22; number += 1)
      await writePage(token, `person-${number}`, page);
    await writePage(token, 'person-3', page);
    await writePage(token, 'person-23', page);
    const kept: number[] = [];
    for (let number = 1; number <= 23; number += 1) {
      if (await readStoredPage(token, `person-${number}`)) kept.push(number);
    }
    expect(kept).toHaveLength(20);
    expect(kept.slice(0, 2)).toEqual([3, 5]);
  });

  test('of pictures that came whole is shown under addresses that hold in this page', async () => {
    const { peer, token } = await startWorld();
    const message = makeMessage(1, { image: 'blob:of-an-earlier-page' });
    const pictures = new Map([[message._id, new Blob(['a picture'])]]);
    await writePage(token, peer._id, { messages: [message], hasOlder: false, pictures });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:of-this-page');
    const page = await makeQueryClient().query(storedPageQuery(peer._id));
    expect(page?.messages[0]?.image).toBe('blob:of-this-page');
    releasePictures(() => true);
  });

  test('a browser without storage does without', async () => {
    const { token, me } = await startWorld();
    vi.stubGlobal('crypto', { ...crypto, subtle: undefined });
    await writeMe(token, me);
    expect(await readStart(token)).toBeUndefined();
    vi.unstubAllGlobals();
    expect(await countEntries()).toBe(0);
  });
});

describe('What is worth storing', () => {
  test('is the newest fifty messages, and whether there are older ones', () => {
    const history = { pages: [makeMessages(1, 50), makeMessages(51, 100)], hasOlder: false };
    const page = fitPage(PEER, { history, tail: makeMessages(101, 107) });
    expect(numbersOf(page.messages)).toEqual(Array.from({ length: 50 }, (_, index) => index + 58));
    expect(page.hasOlder).toBe(true);
    const short = fitPage(PEER, {
      history: { pages: [makeMessages(1, 3)], hasOlder: false },
      tail: [],
    });
    expect(short).toMatchObject({ hasOlder: false });
    expect(numbersOf(short.messages)).toEqual([1, 2, 3]);
  });

  test('ends before pictures that are too large to keep, which some backends send whole', () => {
    const image = `data:image/png;base64,${'A'.repeat(900_000)}`;
    const list: Message[] = [1, 2, 3, 4].map((number) => makeMessage(number, { image }));
    const page = fitPage(PEER, { history: { pages: [list], hasOlder: false }, tail: [] });
    expect(numbersOf(page.messages)).toEqual([3, 4]);
    expect(page.hasOlder).toBe(true);
  });

  test('of people is everybody, with as many pictures as there is room for', () => {
    const profilePic = `data:image/png;base64,${'A'.repeat(900_000)}`;
    const people: User[] = ['a', 'b', 'c'].map((_id) => ({
      _id,
      fullName: _id,
      bio: '',
      profilePic,
    }));
    const kept = fitPeople(people);
    expect(kept.map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
    expect(kept.map((user) => 'profilePic' in user)).toEqual([true, true, false]);
  });
});

describe('The selection', () => {
  test('of a reload in a window that nobody looks at reads nothing until somebody does', async () => {
    const world = await startWorld();
    const { backend, me, peer } = world;
    backend.world.send(peer._id, me._id, { text: 'unseen' });
    const window = await openWindow();
    selectUser(peer._id);
    setLookedAt(false);
    const isWaited = watchForWaiting();
    const loading = window.load(peer._id);
    await eventually(() => expect(isWaited()).toBe(true));
    expect(backend.world.messages.every(({ seen }) => !seen)).toBe(true);
    setLookedAt(true);
    await loading;
    expect(backend.world.messages.every(({ seen }) => seen)).toBe(true);
  });
});

test('A message that was deleted leaves the stored page and the cache of pictures, though nobody opens it', async () => {
  const world = await startWorld();
  await visit(world, ['stays', 'goes'], world.backend);
  const { peer, token } = world;
  const { queryClient, stop } = start();
  onTestFinished(stop);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  keepForNextStart(queryClient, ending.signal);
  const erased: string[] = [];
  vi.stubGlobal('caches', {
    open: async () => ({ delete: async (address: string) => erased.push(address) }),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await readStoredPage(token, peer._id);
  const gone = page?.messages.at(-1)?._id ?? '';
  receiveChange(queryClient, {
    userId: peer._id,
    epoch: '0123456789abcdef',
    message: { ...makeMessage(1), _id: gone, deleted: true, change: 9 },
  });
  noteDeletion({ peerId: 'nobody', messageId: gone, image: '/api/v1/media/some' });
  await eventually(async () =>
    expect((await readStoredPage(token, peer._id))?.messages.map(({ text }) => text)).toEqual([
      'stays',
      undefined,
    ]),
  );
  await eventually(() => expect(new Set(erased)).toEqual(new Set(['/api/v1/media/some'])));
  expect(await readStoredPage(token, 'nobody')).toBe(undefined);
});

test('What a stored reply quotes of a message goes when that is deleted', async () => {
  const world = await startWorld();
  const { peer, token } = world;
  const replyTo = { _id: makeMessage(1)._id, text: 'gone words', change: 1 };
  const messages = [{ ...makeMessage(2), replyTo }];
  await writePage(token, peer._id, { messages, hasOlder: true });
  await eraseMessage(token, { peerId: peer._id, messageId: replyTo._id, image: undefined });
  const page = await readStoredPage(token, peer._id);
  expect(page?.messages[0]?.replyTo).toEqual({ _id: replyTo._id, deleted: true });
});
