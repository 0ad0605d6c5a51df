/**
 * Events that meet answers: whatever the order, the cache ends with the newest of both. Answers are
 * held back by a real server, until the event has been heard.
 */
import type { ServerResponse } from 'node:http';
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import {
  beginAnew,
  getConversation,
  receiveMessage,
  receiveReceipt,
} from '../../src/conversation/conversation.ts';
import { leaveExcerpt, reachMessage, useExcerpt } from '../../src/conversation/excerpt.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import {
  messageQueries,
  prefetchConversation,
  useConversation,
} from '../../src/conversation/messages.ts';
import type { Excerpt } from '../../src/conversation/patches/excerpt.ts';
import { updateUser } from '../../src/people/change-users.ts';
import { getUsers, scheduleUsersRefetch, userQueries } from '../../src/people/users.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { createLiveSession } from '../../src/realtime/live-session.ts';
import { usePlace } from '../../src/screens/chat/thread/use-place.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import {
  clearUnseen,
  getUnseenCount,
  getUnseenCounts,
  incrementUnseen,
} from '../../src/stores/unseen.ts';
import { notify } from '../../src/ui/notify.ts';
import { eventually } from '../support/eventually.ts';
import { type Asked, sendJson, startAnsweringServer } from './support/answering-server.ts';
import { idOf, ME, makeMessage, makeMessages, numbersOf, PEER } from './support/messages.ts';
import { setLookedAt, watchForWaiting } from './support/window.ts';

const OTHER = 'c'.repeat(24);

/** A server whose answers wait until the test gives them. */
async function startHeldServer() {
  const waiting: { asked: Asked; response: ServerResponse }[] = [];
  const server = await startAnsweringServer((asked, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (asked.method === 'OPTIONS') response.writeHead(204).end();
    else waiting.push({ asked, response });
  });
  vi.stubEnv('PUBLIC_API_URL', server.url);
  // Of each test its own: what one has left behind is not tried again in the session of the next.
  startSession(crypto.randomUUID());
  const queryClient = makeQueryClient();
  onTestFinished(async () => {
    queryClient.clear();
    endSession();
    vi.unstubAllEnvs();
    await server.close();
  });
  return {
    queryClient,
    /** What waits for its answer. */
    asked: () => waiting.map(({ asked }) => asked.url),
    /** The next call; resolves when it has arrived. */
    async next(path: string) {
      await eventually(() =>
        expect(waiting.some(({ asked }) => asked.url.includes(path))).toBe(true),
      );
      const index = waiting.findIndex(({ asked }) => asked.url.includes(path));
      const [call] = waiting.splice(index, 1);
      return (body: object, status = 200) =>
        call && sendJson(call.response, status, { success: true, ...body });
    },
  };
}

beforeEach(() => {
  clearSelection();
  clearUnseen();
});

const loadedNumbers = (queryClient: ReturnType<typeof makeQueryClient>, peerId = PEER) => {
  const conversation = getConversation(queryClient, peerId);
  return numbersOf([...(conversation?.history.pages.flat() ?? []), ...(conversation?.tail ?? [])]);
};

describe('During the first load of a conversation', () => {
  test.each([
    ['that the answer does not have', makeMessages(1, 3)],
    ['that the answer has, too', makeMessages(1, 4)],
  ])('a message %s stands once', async (_name, messages) => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(messageQueries.history(PEER));
    const answer = await next(PEER);
    receiveMessage(queryClient, PEER, makeMessage(4));
    answer({ messages, hasMore: false });
    await loading;
    expect(loadedNumbers(queryClient)).toEqual([1, 2, 3, 4]);
  });

  test('a receipt for what is not there yet is not lost', async () => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(messageQueries.history(PEER));
    const answer = await next(PEER);
    const range = { from: idOf(1), upTo: idOf(2) };
    receiveReceipt(queryClient, PEER, { senderId: ME, state: 'seen', ...range });
    answer({ messages: makeMessages(1, 3, { senderId: ME }), hasMore: false });
    await loading;
    const pages = getConversation(queryClient, PEER)?.history.pages.flat();
    expect(pages?.map(({ seen }) => seen)).toEqual([true, true, false]);
  });
});

test('Nothing older is asked for of a conversation of which nothing is loaded', async () => {
  const { queryClient, asked } = await startHeldServer();
  await new QueryObserver(queryClient, messageQueries.older(PEER)).refetch();
  expect(asked()).toEqual([]);
});

test('A conversation that is opened while it is read ahead has its messages marked as seen', async () => {
  setLookedAt(true);
  const { queryClient, next } = await startHeldServer();
  const session = createLiveSession({
    queryClient,
    meId: ME,
    emit: () => true,
    reconnect: () => undefined,
  });
  onTestFinished(session.close);
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
  const reading = prefetchConversation(queryClient, PEER);
  const answer = await next(PEER);
  selectUser(PEER);
  answer({ messages: makeMessages(1, 1), hasMore: false });
  await reading;
  (await next(`mark/${idOf(1)}`))({});
});

test('A first page that was asked for before the connection stood is asked for again with it', async () => {
  setLookedAt(true);
  const { queryClient, next } = await startHeldServer();
  const session = createLiveSession({
    queryClient,
    meId: ME,
    emit: () => true,
    reconnect: () => undefined,
  });
  onTestFinished(session.close);
  selectUser(PEER);
  const observer = new QueryObserver(queryClient, messageQueries.history(PEER));
  onTestFinished(observer.subscribe(() => undefined));
  const answerFirst = await next(PEER);
  session.handleConnect('websocket');
  answerFirst({ messages: makeMessages(1, 1) });
  (await next(PEER))({ messages: makeMessages(1, 2) });
  await eventually(() => expect(loadedNumbers(queryClient)).toEqual([1, 2]));
});

describe('While an older page loads', () => {
  async function loadWithOlder() {
    const server = await startHeldServer();
    const { queryClient, next } = server;
    const loading = queryClient.query(messageQueries.history(PEER));
    const answer = await next(PEER);
    answer({ messages: makeMessages(51, 100, { senderId: ME }), hasMore: true });
    await loading;
    const older = new QueryObserver(queryClient, messageQueries.older(PEER)).refetch();
    const answerOlder = await next(`before=${idOf(51)}`);
    return { queryClient, older, answerOlder };
  }

  test('a message and a receipt for the newest page stay', async () => {
    const { queryClient, older, answerOlder } = await loadWithOlder();
    receiveMessage(queryClient, PEER, makeMessage(101));
    const range = { from: idOf(90), upTo: idOf(100) };
    receiveReceipt(queryClient, PEER, { senderId: ME, state: 'seen', ...range });
    answerOlder({ messages: makeMessages(1, 50, { senderId: ME }), hasMore: false });
    await older;
    expect(loadedNumbers(queryClient)).toEqual(numbersOf(makeMessages(1, 101)));
    const seen = getConversation(queryClient, PEER)
      ?.history.pages.flat()
      .filter((message) => message.seen);
    expect(seen).toHaveLength(11);
  });

  test('the conversation begins anew, and that page has no place in it', async () => {
    const { queryClient, older, answerOlder } = await loadWithOlder();
    beginAnew(queryClient, PEER, { pages: [makeMessages(301, 350)], hasOlder: true });
    answerOlder({ messages: makeMessages(1, 50, { senderId: ME }), hasMore: false });
    await older;
    expect(loadedNumbers(queryClient)).toEqual(numbersOf(makeMessages(301, 350)));
    expect(getConversation(queryClient, PEER)?.history.hasOlder).toBe(true);
  });

  test('a receipt for that page is not lost', async () => {
    const { queryClient, older, answerOlder } = await loadWithOlder();
    const range = { from: idOf(1), upTo: idOf(100) };
    receiveReceipt(queryClient, PEER, { senderId: ME, state: 'delivered', ...range });
    answerOlder({ messages: makeMessages(1, 50, { senderId: ME }), hasMore: false });
    await older;
    const pages = getConversation(queryClient, PEER)?.history.pages.flat() ?? [];
    expect(pages.every(({ delivered }) => delivered)).toBe(true);
  });
});

/** A long conversation, of which the newest messages are loaded. */
async function openLong() {
  const { queryClient, next, asked } = await startHeldServer();
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
  const loading = queryClient.query(messageQueries.history(PEER));
  (await next(PEER))({ messages: makeMessages(901, 950), hasMore: true });
  await loading;
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children);
  onTestFinished(cleanup);
  return {
    queryClient,
    next,
    asked,
    wrapper,
    /** Answers what stands around a message. */
    async answerAround(number: number): Promise<void> {
      const before = await next(`before=${idOf(number)}`);
      before({ messages: makeMessages(number - 50, number - 1), hasMore: true });
      const after = await next(`after=${idOf(number)}`);
      after({ messages: makeMessages(number + 1, number + 50), hasMore: true });
    },
    readExcerpt: () => queryClient.getQueryData<Excerpt>(messageKeys.excerpt(PEER)) ?? null,
  };
}

test('Older pages are added to a conversation on the screen when they are asked for, while there are any', async () => {
  const { next, asked, wrapper } = await openLong();
  const { result } = renderHook(() => useConversation(PEER), { wrapper });
  act(() => result.current.loadOlder());
  const answer = await next(`before=${idOf(901)}`);
  await eventually(() =>
    expect(result.current).toMatchObject({ isLoadingOlder: true, hasOlder: true }),
  );
  answer({ messages: makeMessages(851, 900), hasMore: false });
  await eventually(() =>
    expect(result.current).toMatchObject({ isLoadingOlder: false, hasOlder: false }),
  );
  expect(numbersOf(result.current.pages.flat())).toEqual(numbersOf(makeMessages(851, 950)));
  act(() => result.current.loadOlder());
  expect(result.current.isLoadingOlder).toBe(false);
  expect(asked()).toEqual([]);
});

describe('While a jump to a message is loading', () => {
  async function startJump() {
    const { wrapper, ...conversation } = await openLong();
    const { result, unmount } = renderHook(() => usePlace(PEER), { wrapper });
    const read = () => result.current;
    const going = read().beginJump()(makeMessage(100));
    return { ...conversation, read, unmount, going };
  }
  type Jump = Awaited<ReturnType<typeof startJump>>;

  test.each([
    ['leaves the conversation', ({ unmount }: Jump) => unmount()],
    ['goes to the newest message', ({ read }: Jump) => act(() => read().goToNewest())],
    ['looks for a day', ({ read }: Jump) => void read().beginJump()],
  ])('whoever %s is not taken to it any more', async (_what, change) => {
    const jump = await startJump();
    change(jump);
    await jump.answerAround(100);
    expect(await jump.going).toBe(false);
    expect(jump.readExcerpt()).toBeNull();
    expect(jump.read().target?.key).not.toBe(idOf(100));
  });

  test('whoever wants another one stays with that, whichever is answered first', async () => {
    const { read, going, answerAround, readExcerpt } = await startJump();
    const goingOn = read().beginJump()(makeMessage(500));
    await answerAround(500);
    await act(async () => expect(await goingOn).toBe(true));
    await answerAround(100);
    expect(await going).toBe(false);
    expect(numbersOf(readExcerpt()?.pages.flat() ?? [])).toEqual(numbersOf(makeMessages(450, 550)));
    expect(read().target?.key).toBe(idOf(500));
  });
});

describe('While a part far back is read on', () => {
  async function openFarBack() {
    const { queryClient, next, wrapper, answerAround, readExcerpt } = await openLong();
    const { signal } = new AbortController();
    async function reach(number: number): Promise<void> {
      const reaching = reachMessage(queryClient, PEER, makeMessage(number), signal);
      await answerAround(number);
      expect(await reaching).toMatchObject({ isElsewhere: true });
    }
    await reach(100);
    const { result } = renderHook(() => useExcerpt(PEER), { wrapper });
    return { queryClient, next, reach, readExcerpt, read: () => result.current };
  }

  test.each([
    ['before', `before=${idOf(50)}`, makeMessages(1, 49)],
    ['after', `after=${idOf(150)}`, makeMessages(151, 200)],
  ])(
    'the reader goes elsewhere, where what stands %s it has no place',
    async (where, call, messages) => {
      const { queryClient, next, reach, readExcerpt, read } = await openFarBack();
      const isOlder = where === 'before';
      act(() => (isOlder ? read()?.loadOlder() : read()?.loadNewer()));
      const answer = await next(call);
      await act(() => reach(500));
      answer({ messages, hasMore: true });
      await eventually(() => expect(queryClient.isFetching()).toBe(0));
      expect(numbersOf(readExcerpt()?.pages.flat() ?? [])).toEqual(
        numbersOf(makeMessages(450, 550)),
      );
    },
  );

  test('it grows on both sides, until there is no more', async () => {
    const { next, readExcerpt, read } = await openFarBack();
    act(() => read()?.loadOlder());
    (await next(`before=${idOf(50)}`))({ messages: makeMessages(1, 49), hasMore: false });
    await eventually(() => expect(read()).toMatchObject({ hasOlder: false, hasNewer: true }));
    act(() => read()?.loadNewer());
    (await next(`after=${idOf(150)}`))({ messages: makeMessages(151, 200), hasMore: true });
    await eventually(() => expect(read()?.pages.flat()).toHaveLength(200));
    await eventually(() =>
      expect(read()).toMatchObject({
        ...{ isLoadingOlder: false, hasOlderFailed: false },
        ...{ isLoadingNewer: false, hasNewerFailed: false },
      }),
    );
    expect(numbersOf(readExcerpt()?.pages.flat() ?? [])).toEqual(numbersOf(makeMessages(1, 200)));
  });

  test('it is left for the newest messages, once', async () => {
    const { queryClient, read } = await openFarBack();
    act(() => expect(leaveExcerpt(queryClient, PEER)).toBe(true));
    await eventually(() => expect(read()).toBeNull());
    expect(leaveExcerpt(queryClient, PEER)).toBe(false);
  });

  test('what failed there has not failed in another part, nor when the connection is back', async () => {
    const { queryClient, next, reach, read } = await openFarBack();
    const fail = async (call: string) => {
      act(() => read()?.loadNewer());
      const refuse = await next(call);
      refuse({ success: false, message: 'Not now.' }, 400);
      await eventually(() => expect(read()?.hasNewerFailed).toBe(true));
    };
    await fail(`after=${idOf(150)}`);
    await act(() => reach(500));
    expect(read()?.hasNewerFailed).toBe(false);

    await fail(`after=${idOf(550)}`);
    const session = createLiveSession({
      queryClient,
      meId: ME,
      emit: () => true,
      reconnect: () => undefined,
    });
    onTestFinished(session.close);
    selectUser(PEER);
    act(() => session.handleConnect('websocket'));
    await eventually(() => expect(read()?.hasNewerFailed).toBe(false));
  });
});

describe('While a conversation is read again', () => {
  async function readAgain() {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(messageQueries.history(PEER));
    const answer = await next(PEER);
    answer({ messages: makeMessages(1, 60, { senderId: ME }) });
    await loading;
    const reading = queryClient.refetchQueries(messageQueries.history(PEER));
    const answerAgain = await next(PEER);
    return { queryClient, reading, answerAgain };
  }

  test('what came since stays, also when there was so much that it stands in pages', async () => {
    const { queryClient, reading, answerAgain } = await readAgain();
    for (const message of makeMessages(61, 300)) receiveMessage(queryClient, PEER, message);
    answerAgain({ messages: makeMessages(1, 63, { senderId: ME }) });
    await reading;
    expect(loadedNumbers(queryClient)).toEqual(numbersOf(makeMessages(1, 300)));
  });

  test('what was seen since stays seen', async () => {
    const { queryClient, reading, answerAgain } = await readAgain();
    const range = { from: idOf(1), upTo: idOf(60) };
    receiveReceipt(queryClient, PEER, { senderId: ME, state: 'seen', ...range });
    answerAgain({ messages: makeMessages(1, 60, { senderId: ME }) });
    await reading;
    const pages = getConversation(queryClient, PEER)?.history.pages.flat() ?? [];
    expect(pages.every(({ seen }) => seen)).toBe(true);
  });
});

describe('A late answer', () => {
  test('of an earlier selection lands in its own conversation (STATE-6)', async () => {
    const { queryClient, next } = await startHeldServer();
    const first = queryClient.query(messageQueries.history(PEER));
    const answerFirst = await next(PEER);
    selectUser(OTHER);
    const second = queryClient.query(messageQueries.history(OTHER));
    const answerSecond = await next(OTHER);
    answerSecond({ messages: makeMessages(11, 12, { senderId: OTHER }), hasMore: false });
    await second;
    answerFirst({ messages: makeMessages(1, 2), hasMore: false });
    await first;
    expect(loadedNumbers(queryClient, OTHER)).toEqual([11, 12]);
    expect(loadedNumbers(queryClient, PEER)).toEqual([1, 2]);
  });

  test('of a conversation that was left is dropped, and it is read anew', async () => {
    const { queryClient, next } = await startHeldServer();
    const observer = new QueryObserver(queryClient, messageQueries.history(PEER));
    const leave = observer.subscribe(() => undefined);
    await next(PEER);
    leave();
    const again = queryClient.query(messageQueries.history(PEER));
    const answer = await next(PEER);
    answer({ messages: makeMessages(1, 2), hasMore: false });
    await again;
    expect(loadedNumbers(queryClient)).toEqual([1, 2]);
  });
});

describe('While a gap is closed', () => {
  /** An open conversation of one message, in front of a plain server. */
  async function openConversation() {
    setLookedAt(true);
    const { queryClient, next, asked } = await startHeldServer();
    const session = createLiveSession({
      queryClient,
      meId: ME,
      emit: () => true,
      reconnect: () => undefined,
    });
    onTestFinished(session.close);
    queryClient.setQueryData(realtimeQueries.features().queryKey, new Set<Feature>());
    selectUser(PEER);
    const loading = queryClient.query(messageQueries.history(PEER));
    (await next(PEER))({ messages: makeMessages(1, 1) });
    await loading;
    const connect = () => session.handleConnect('websocket');
    return { queryClient, next: (path = PEER) => next(path), asked, session, connect };
  }

  test('another one comes, and what was read for the one before stands for neither', async () => {
    const { queryClient, next, connect } = await openConversation();
    connect();
    const answerFirst = await next();
    // Lost and back before any timer runs, as in a hidden window: what was read is still in the cache.
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!loadedNumbers(queryClient).includes(2)) return;
      stop();
      connect();
    });
    answerFirst({ messages: makeMessages(1, 2) });
    await next();
    connect();
    (await next())({ messages: makeMessages(1, 3) });
    await eventually(() => expect(loadedNumbers(queryClient)).toEqual([1, 2, 3]));
  });

  test('another one comes in the moment in which the one before was read, and nothing is missing', async () => {
    const { queryClient, next, connect } = await openConversation();
    connect();
    const answerFirst = await next();
    const stop = queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[2] !== 'missed' || query.state.data === undefined) return;
      stop();
      connect();
    });
    answerFirst({ messages: makeMessages(1, 2) });
    (await next())({ messages: makeMessages(1, 3) });
    await eventually(() => expect(loadedNumbers(queryClient)).toEqual([1, 2, 3]));
  });

  test('the person turns to another conversation, and it is read anew when they come back', async () => {
    const { queryClient, connect } = await openConversation();
    // Reading it would mark it as seen: the gap waits.
    setLookedAt(false);
    connect();
    expect(loadedNumbers(queryClient)).toEqual([1]);
    selectUser(OTHER);
    expect(getConversation(queryClient, PEER)).toBeUndefined();
  });

  test('the person turns away, and no further try reads it before they look again', async () => {
    const { queryClient, next, asked, connect } = await openConversation();
    // No wait between two tries.
    const random = vi.spyOn(Math, 'random').mockReturnValue(-1);
    onTestFinished(() => random.mockRestore());
    connect();
    const answer = await next();
    // To another program, beside which the window stays in sight.
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const isWaited = watchForWaiting();
    answer({ success: false }, 500);
    await eventually(() => expect(isWaited()).toBe(true));
    expect(asked()).toEqual([]);
    setLookedAt(true);
    (await next())({ messages: makeMessages(1, 2) });
    await eventually(() => expect(loadedNumbers(queryClient)).toEqual([1, 2]));
  });

  test('the person turns to it again, and is shown what a plain server may have told another window', async () => {
    const { queryClient, next, connect } = await openConversation();
    connect();
    (await next())({ messages: makeMessages(1, 1) });
    await eventually(() => expect(queryClient.isFetching()).toBe(0));
    setLookedAt(false);
    setLookedAt(true);
    (await next())({ messages: makeMessages(1, 2) });
    await eventually(() => expect(loadedNumbers(queryClient)).toEqual([1, 2]));
  });

  test('the server refuses to answer, and is asked again with the next message', async () => {
    const { queryClient, next, session, connect } = await openConversation();
    const notified = vi.spyOn(notify, 'error');
    connect();
    (await next())({ success: false, message: 'Out of order.' });
    await eventually(() => expect(notified).toHaveBeenCalledWith('Out of order.'));
    session.handleEvents([{ name: 'newMessage', payload: [makeMessage(3)] }]);
    (await next())({ messages: makeMessages(1, 3) });
    await eventually(() => expect(loadedNumbers(queryClient)).toEqual([1, 2, 3]));
  });
});

describe('While the people load', () => {
  const grace = { _id: PEER, fullName: 'Grace', bio: '' };
  const preview = (number: number) => {
    const { _id, senderId, createdAt }: Message = makeMessage(number);
    return { _id, senderId, createdAt };
  };

  test('a count that was reset stays reset', async () => {
    const { queryClient, next } = await startHeldServer();
    incrementUnseen(PEER);
    const loading = queryClient.query(userQueries.list());
    const answer = await next('users');
    selectUser(PEER);
    clearSelection();
    answer({ users: [grace], unseenMessages: { [PEER]: 1 } });
    await loading;
    expect(getUnseenCount(PEER)).toBe(0);
  });

  test('a message that comes is counted, whether or not the answer knew of it', async () => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(userQueries.list());
    const answer = await next('users');
    incrementUnseen(PEER);
    answer({ users: [grace], unseenMessages: { [PEER]: 5 } });
    await loading;
    expect(getUnseenCount(PEER)).toBe(5);
    // Nobody can know which; so it asks again.
    const answerAgain = await next('users');
    answerAgain({ users: [grace], unseenMessages: { [PEER]: 6 } });
    await eventually(() => expect(getUnseenCount(PEER)).toBe(6));
  });

  test('a message whose event comes after an answer that counts it is counted once in the end', async () => {
    const { queryClient, next } = await startHeldServer();
    const session = createLiveSession({
      queryClient,
      meId: ME,
      emit: () => true,
      reconnect: () => undefined,
    });
    onTestFinished(session.close);
    const loading = queryClient.query(userQueries.list());
    (await next('users'))({ users: [grace], unseenMessages: { [PEER]: 1 } });
    await loading;
    session.handleEvents([{ name: 'newMessage', payload: [makeMessage(1)] }]);
    expect(getUnseenCount(PEER)).toBe(2);
    // Nobody could know; so it asks again.
    (await next('users'))({ users: [grace], unseenMessages: { [PEER]: 1 } });
    await eventually(() => expect(getUnseenCount(PEER)).toBe(1));
  });

  test('a message that the answer names is not counted again, however late its event comes', async () => {
    const { queryClient, next } = await startHeldServer();
    queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
    const session = createLiveSession({
      queryClient,
      meId: ME,
      emit: () => true,
      reconnect: () => undefined,
    });
    onTestFinished(session.close);
    const loading = queryClient.query(userQueries.list());
    const users = [{ ...grace, lastMessage: preview(2) }];
    (await next('users'))({ users, unseenMessages: { [PEER]: 2 } });
    await loading;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    for (const number of [1, 2]) {
      session.handleEvents([{ name: 'newMessage', payload: [makeMessage(number)] }]);
    }
    expect(getUnseenCount(PEER)).toBe(2);
    (await next('users'))({ users, unseenMessages: { [PEER]: 2 } });
    session.handleEvents([{ name: 'newMessage', payload: [makeMessage(3)] }]);
    expect(getUnseenCount(PEER)).toBe(3);
  });

  test('the open conversation counts nothing', async () => {
    const { queryClient, next } = await startHeldServer();
    selectUser(PEER);
    const loading = queryClient.query(userQueries.list());
    (await next('users'))({ users: [grace], unseenMessages: { [PEER]: 3 } });
    await loading;
    expect(getUnseenCount(PEER)).toBe(0);
  });

  test('a count of somebody who is not among them, or of the reader, is nobody’s', async () => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(userQueries.list());
    const unseenMessages = { [PEER]: 3, [OTHER]: 2, [ME]: 1 };
    (await next('users'))({ users: [grace], unseenMessages });
    await loading;
    expect([...getUnseenCounts()]).toEqual([[PEER, 3]]);
  });

  test('what came while nobody was here is told to have arrived, and of others nothing', async () => {
    const { queryClient, next } = await startHeldServer();
    const told: unknown[] = [];
    const emit = (...what: unknown[]) => told.push(what) > 0;
    const session = createLiveSession({ queryClient, meId: ME, emit, reconnect: () => undefined });
    onTestFinished(session.close);
    queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
    const loading = queryClient.query(userQueries.list());
    const own = { ...preview(3), senderId: ME };
    const joan = { _id: OTHER, fullName: 'Joan', bio: '', lastMessage: own };
    const users = [{ ...grace, lastMessage: preview(2) }, joan];
    (await next('users'))({ users, unseenMessages: { [PEER]: 1, [OTHER]: 1 } });
    await loading;
    await eventually(() => expect(told).toHaveLength(1));
    expect(told).toEqual([['delivered', { userId: PEER, upTo: idOf(2) }]]);
  });

  test('a preview that is newer than the answer stays', async () => {
    const { queryClient, next } = await startHeldServer();
    const first = queryClient.query(userQueries.list());
    (await next('users'))({ users: [{ ...grace, lastMessage: preview(1) }], unseenMessages: {} });
    await first;
    const refetching = queryClient.refetchQueries(userQueries.list());
    const answer = await next('users');
    updateUser(queryClient, PEER, { lastMessage: preview(2) });
    answer({ users: [{ ...grace, lastMessage: preview(1) }], unseenMessages: {} });
    await refetching;
    expect(getUsers(queryClient)?.[0]?.lastMessage?._id).toBe(idOf(2));
  });

  test('a changed profile is asked for once more, since the answer may be older', async () => {
    const { queryClient, next } = await startHeldServer();
    const first = queryClient.query(userQueries.list());
    (await next('users'))({ users: [grace], unseenMessages: {} });
    await first;
    const refetching = queryClient.refetchQueries(userQueries.list());
    const answer = await next('users');
    updateUser(queryClient, PEER, { fullName: 'Grace H.' });
    answer({ users: [grace], unseenMessages: {} });
    await refetching;
    const answerAgain = await next('users');
    answerAgain({ users: [{ ...grace, fullName: 'Grace H.' }], unseenMessages: {} });
    await eventually(() => expect(getUsers(queryClient)?.[0]?.fullName).toBe('Grace H.'));
  });

  test('a changed profile is asked for once more, however long the answer took', async () => {
    const { queryClient, next } = await startHeldServer();
    queryClient.setQueryData(userQueries.list().queryKey, [grace]);
    const loading = queryClient.query({ ...userQueries.list(), staleTime: 0 });
    const answer = await next('users');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    updateUser(queryClient, PEER, { fullName: 'Grace H.' });
    // Those who ask have been gathered by then.
    vi.runAllTimers();
    vi.useRealTimers();
    answer({ users: [grace], unseenMessages: {} });
    await loading;
    (await next('users'))({ users: [{ ...grace, fullName: 'Grace H.' }], unseenMessages: {} });
    await eventually(() => expect(getUsers(queryClient)?.[0]?.fullName).toBe('Grace H.'));
  });

  test('a failure is told of once, also when they were asked for anew meanwhile', async () => {
    const { queryClient, next } = await startHeldServer();
    const notified = vi.spyOn(notify, 'error');
    // The list is on the screen.
    onTestFinished(new QueryObserver(queryClient, userQueries.list()).subscribe(() => undefined));
    const answer = await next('users');
    scheduleUsersRefetch(queryClient);
    const failure = { success: false, message: 'No list now.' };
    answer(failure, 503);
    // The waits between the tries are longer than what it takes to gather those who ask.
    for (let retries = 3; retries > 0; retries--) (await next('users'))(failure, 503);
    await eventually(() => expect(notified).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    expect(queryClient.isFetching()).toBe(0);
    expect(notified.mock.calls).toEqual([['No list now.']]);
  });

  test('a session that ends takes the answer with it', async () => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(userQueries.list()).catch(() => undefined);
    const answer = await next('users');
    endSession();
    queryClient.clear();
    clearUnseen();
    answer({ users: [grace], unseenMessages: { [PEER]: 3 } });
    await loading;
    expect(getUnseenCount(PEER)).toBe(0);
    expect(getUsers(queryClient)).toBeUndefined();
  });

  test('a session that ends while their pictures are read takes the answer with it', async () => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(userQueries.list()).catch(() => undefined);
    vi.spyOn(URL, 'createObjectURL').mockImplementationOnce(() => {
      endSession();
      queryClient.clear();
      clearUnseen();
      return 'blob:picture';
    });
    const profilePic = 'data:image/png;base64,AAAA';
    (await next('users'))({ users: [{ ...grace, profilePic }], unseenMessages: { [PEER]: 3 } });
    await loading;
    await eventually(() => expect(URL.createObjectURL).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    expect(getUnseenCount(PEER)).toBe(0);
    expect(getUsers(queryClient)).toBeUndefined();
  });
});
