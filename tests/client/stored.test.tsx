/** The second load: what this device has kept of a session, who may see it, and how it gives way. */
import 'fake-indexeddb/auto';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { createStore, entries as readEntries } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { receiveChange } from '../../src/conversation/changes.ts';
import { getConversation } from '../../src/conversation/conversation.ts';
import { markOpenSeen } from '../../src/conversation/seen.ts';
import { keepOnly, readStart, readStoredPage } from '../../src/kept/entries.ts';
import {
  eraseMessage,
  fitPage,
  keepForNextStart,
  writeMe,
  writePage,
  writePeople,
} from '../../src/kept/keep.ts';
import { learnWhoIsHere, restoreStart, storedPageQuery } from '../../src/kept/restore.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import { releasePictures } from '../../src/pictures/retained-pictures.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { authQueries, getMe } from '../../src/session/auth.ts';
import { followSession } from '../../src/session/session-life.ts';
import { publishDeletion } from '../../src/stores/message-events.ts';
import { getSelectedUserId, selectUser } from '../../src/stores/selection.ts';
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
import { signUp } from './support/sign-up.ts';
import { openWindow, setLookedAt, startWorld, watchForWaiting } from './support/window.ts';

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

const untilKept = (token: string, peerId: string, texts: readonly (string | undefined)[]) =>
  eventually(async () =>
    expect((await readStoredPage(token, peerId))?.messages.map(({ text }) => text)).toEqual(texts),
  );

/** Keeps what the page has, until the test is over or until this is called. */
function keep(queryClient: QueryClient): () => void {
  const ending = new AbortController();
  keepForNextStart(queryClient, ending.signal);
  onTestFinished(() => ending.abort());
  return () => ending.abort();
}

/** A page that begins: nothing in memory, the token and the disk as they were. */
function start(): QueryClient {
  const queryClient = makeQueryClient();
  const stop = followSession(queryClient);
  queryClient.mount();
  onTestFinished(() => {
    stop();
    queryClient.unmount();
    queryClient.clear();
  });
  return queryClient;
}

/** Somebody has talked in a window, and gone; the disk has kept it. The next page begins. */
async function comeBack(...texts: string[]) {
  const world = await startWorld();
  const { backend, me, peer, token } = world;
  for (const text of texts) backend.world.send(peer._id, me._id, { text });
  const window = await openWindow();
  const stopKeeping = keep(window.queryClient);
  await window.queryClient.query(userQueries.list());
  selectUser(peer._id);
  await window.load(peer._id);
  hide();
  await untilKept(token, peer._id, texts);
  await eventually(async () => expect((await readStart(token))?.people).toHaveLength(1));
  stopKeeping();
  setLookedAt(true);
  window.crash();
  return { ...world, queryClient: start() };
}

describe('A start after an earlier visit', () => {
  test('knows who is here, the people and the open conversation before the server answers, and asks for all of it', async () => {
    const { backend, me, peer, queryClient } = await comeBack('one', 'two');
    const before = backend.calls.length;
    expect(await restoreStart(queryClient)).toBe(true);
    expect(getMe(queryClient)).toMatchObject({ _id: me._id, fullName: 'Ada' });
    expect(getUsers(queryClient)).toMatchObject([{ _id: peer._id, fullName: 'Grace' }]);
    expect(getSelectedUserId()).toBe(peer._id);
    expect(queryClient.getQueryData(storedPageQuery(peer._id).queryKey)).toMatchObject({
      messages: [{ text: 'one' }, { text: 'two' }],
      hasOlder: false,
    });
    markOpenSeen(queryClient);
    expect(getConversation(queryClient, peer._id)).toBeUndefined();
    expect(backend.calls).toHaveLength(before);

    const { user } = signUp(backend, 'Joan');
    expect(queryClient.getQueryState(authQueries.me().queryKey)?.dataUpdatedAt).toBe(0);
    await queryClient.query(userQueries.list());
    expect(getUsers(queryClient)?.map(({ _id }) => _id)).toEqual([peer._id, user._id]);
  });

  test('knows what is unseen, until the server tells', async () => {
    const { me, peer, token } = await startWorld();
    const { queryClient, crash } = await openWindow();
    await queryClient.query(userQueries.list());
    const stopKeeping = keep(queryClient);
    incrementUnseen(peer._id);
    incrementUnseen(peer._id);
    hide();
    await eventually(async () =>
      expect(await readStart(token)).toMatchObject({ me, unseen: [[peer._id, 2]] }),
    );
    stopKeeping();
    crash();
    clearUnseen();

    await restoreStart(start());
    expect(getUnseenCount(peer._id)).toBe(2);
    takeUnseen(new Map(), beginUnseenRequest());
    expect(getUnseenCount(peer._id)).toBe(0);
  });

  test('does not wait for a disk that never answers', async () => {
    const { me, queryClient } = await comeBack('one');
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue(new IDBRequest());
    await learnWhoIsHere(queryClient);
    expect(getMe(queryClient)).toMatchObject({ _id: me._id });
  });

  test('does not put the stored over what the server has said by then', async () => {
    const { token, me, peer, queryClient } = await comeBack('one');
    await writeMe(token, { ...me, fullName: 'Old name' });
    await writePeople(token, [{ ...peer, fullName: 'Old name' }]);
    await queryClient.query(authQueries.me());
    await queryClient.query(userQueries.list());
    await restoreStart(queryClient);
    expect(getMe(queryClient)?.fullName).toBe('Ada');
    expect(getUsers(queryClient)?.[0]?.fullName).toBe('Grace');
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
    // Of earlier sessions it goes when another begins.
    startSession(peerToken);
    keep(makeQueryClient());
    await eventually(async () => expect(await countEntries()).toBe(0));
  });

  test('goes with the session, whoever ended it', async () => {
    const { backend, queryClient } = await comeBack('one');
    await restoreStart(queryClient);
    expect(await countEntries()).toBeGreaterThan(0);
    backend.faults.script({ path: /check/ }, { kind: 'status', status: 401 });
    await queryClient.query({ ...authQueries.me(), staleTime: 0 }).catch(() => undefined);
    await eventually(async () => expect(await countEntries()).toBe(0));
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
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

  test('is nothing to a session that has ended while it was read', async () => {
    const { queryClient } = await comeBack('one');
    const restoring = restoreStart(queryClient);
    endSession();
    expect(await restoring).toBe(false);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test('is kept anew after each change, and at once when the page goes out of sight', async () => {
    const { me, token } = await startWorld();
    const queryClient = makeQueryClient();
    const stopKeeping = keep(queryClient);
    const rename = (fullName: string) =>
      queryClient.setQueryData(authQueries.me().queryKey, { ...me, fullName });
    const isKept = (fullName: string) =>
      eventually(async () => expect((await readStart(token))?.me.fullName).toBe(fullName));
    rename('Ada King');
    await isKept('Ada King');
    rename('Ada Lovelace');
    hide();
    // What waits for its moment goes with the session.
    stopKeeping();
    await isKept('Ada Lovelace');
  });

  test('is the newest page of the twenty conversations that were open last', async () => {
    const { token } = await startWorld();
    const page = { messages: makeMessages(1, 2), hasOlder: false };
    const opened = [...Array.from({ length: 22 }, (_, index) => index + 1), 3, 23];
    for (const number of opened) await writePage(token, `person-${number}`, page);
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

  test('leaves a deleted message, its picture and the quotes of it, though nobody opens the conversation', async () => {
    const { peer, token, queryClient } = await comeBack('stays', 'goes');
    keep(queryClient);
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
    publishDeletion({ peerId: 'nobody', messageId: gone, image: '/api/v1/media/some' });
    await untilKept(token, peer._id, ['stays', undefined]);
    await eventually(() => expect(new Set(erased)).toEqual(new Set(['/api/v1/media/some'])));
    expect(await readStoredPage(token, 'nobody')).toBe(undefined);

    const replyTo = { _id: gone, text: 'goes', change: 1 };
    const messages = [{ ...makeMessage(2), replyTo }];
    await writePage(token, peer._id, { messages, hasOlder: true });
    await eraseMessage(token, { peerId: peer._id, messageId: gone, image: undefined });
    const reply = (await readStoredPage(token, peer._id))?.messages[0];
    expect(reply?.replyTo).toEqual({ _id: gone, deleted: true });
  });
});

describe('What is worth storing', () => {
  test('is the newest fifty messages, and whether there are older ones', () => {
    const history = { pages: [makeMessages(1, 50), makeMessages(51, 100)], hasOlder: false };
    const page = fitPage(PEER, { history, tail: makeMessages(101, 107) });
    expect(numbersOf(page.messages)).toEqual(numbersOf(makeMessages(58, 107)));
    expect(page.hasOlder).toBe(true);
    const few = { pages: [makeMessages(1, 3)], hasOlder: false };
    const short = fitPage(PEER, { history: few, tail: [] });
    expect(short).toMatchObject({ messages: few.pages[0], hasOlder: false });
  });

  test('ends before pictures that are too large to keep, which some backends send whole', () => {
    const image = `data:image/png;base64,${'A'.repeat(900_000)}`;
    const history = { pages: [makeMessages(1, 4, { image })], hasOlder: false };
    const page = fitPage(PEER, { history, tail: [] });
    expect(numbersOf(page.messages)).toEqual([3, 4]);
    expect(page.hasOlder).toBe(true);
  });
});

test('A conversation that is selected in a window that nobody looks at is read when somebody does', async () => {
  const { backend, me, peer } = await startWorld();
  backend.world.send(peer._id, me._id, { text: 'unseen' });
  const window = await openWindow();
  selectUser(peer._id);
  setLookedAt(false);
  const isWaited = watchForWaiting();
  const loading = window.load(peer._id);
  await eventually(() => expect(isWaited()).toBe(true));
  expect(backend.world.messages[0]?.seen).toBe(false);
  setLookedAt(true);
  await loading;
  expect(backend.world.messages[0]?.seen).toBe(true);
});
