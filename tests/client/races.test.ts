/**
 * Events that meet answers: whatever the order, the cache ends with the newest of both. Answers are
 * held back by a real server, until the event has been heard.
 */
import type { ServerResponse } from 'node:http';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import {
  beginAnew,
  getConversation,
  receiveMessage,
  receiveReceipt,
} from '../../src/conversation/conversation.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { messageQueries, prefetchConversation } from '../../src/conversation/messages.ts';
import type { Excerpt } from '../../src/conversation/patches/excerpt.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { usePlace } from '../../src/screens/chat/thread/use-place.ts';
import {
  clearSelection,
  selectUser,
  setUnseenAtOpening,
  useUnseenAtOpening,
} from '../../src/stores/selection.ts';
import { endSession } from '../../src/stores/session.ts';
import {
  clearUnseen,
  getUnseenCount,
  getUnseenCounts,
  incrementUnseen,
} from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import { type Asked, sendJson } from './support/answering-server.ts';
import { openLiveSession } from './support/live-session.ts';
import {
  idOf,
  listLoaded,
  ME,
  makeMessage,
  makeMessages,
  numbersOf,
  PEER,
} from './support/messages.ts';
import { openServedWindow } from './support/served-window.ts';
import { setLookedAt, watchForWaiting } from './support/window.ts';
import { wrapperOf } from './support/with-router.tsx';

const OTHER = 'c'.repeat(24);

/** A server whose answers wait until the test gives them. */
async function startHeldServer() {
  const waiting: { asked: Asked; response: ServerResponse }[] = [];
  const { queryClient } = await openServedWindow((asked, response) => {
    waiting.push({ asked, response });
  });
  return {
    queryClient,
    /** What waits for its answer. */
    asked: () => waiting.map(({ asked }) => asked.url),
    /** The next call; resolves when it has arrived. */
    async next(path: string) {
      const find = () => waiting.findIndex(({ asked }) => asked.url.includes(path));
      await eventually(() => expect(find()).not.toBe(-1));
      const [call] = waiting.splice(find(), 1);
      return (body: object, status = 200) =>
        call && sendJson(call.response, status, { success: true, ...body });
    },
  };
}

beforeEach(() => {
  clearSelection();
  clearUnseen();
  setLookedAt(true);
});

/** A server with changes. */
const noteFeatures = (queryClient: QueryClient) =>
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));

const loadedNumbers = (queryClient: QueryClient, peerId = PEER) =>
  numbersOf(listLoaded(queryClient, peerId));

test.each([
  ['does not have it', 3],
  ['has it, too', 4],
])('What comes during the first load stands once, where the answer %s', async (_has, last) => {
  const { queryClient, next } = await startHeldServer();
  const loading = queryClient.query(messageQueries.history(PEER));
  const answer = await next(PEER);
  receiveMessage(queryClient, PEER, makeMessage(4, { senderId: ME }));
  const range = { from: idOf(1), upTo: idOf(2) };
  receiveReceipt(queryClient, PEER, { senderId: ME, state: 'seen', ...range });
  answer({ messages: makeMessages(1, last, { senderId: ME }), hasMore: false });
  await loading;
  const shown = listLoaded(queryClient);
  expect(numbersOf(shown)).toEqual([1, 2, 3, 4]);
  expect(shown.map(({ seen }) => seen)).toEqual([true, true, false, false]);
});

test('A conversation that is opened while it is read ahead has its messages marked as seen', async () => {
  const { queryClient, next } = await startHeldServer();
  openLiveSession(queryClient);
  noteFeatures(queryClient);
  const reading = prefetchConversation(queryClient, PEER);
  const answer = await next(PEER);
  selectUser(PEER);
  answer({ messages: makeMessages(1, 1), hasMore: false });
  await reading;
  (await next(`mark/${idOf(1)}`))({});
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

  test('what comes stays: messages, and receipts for the newest page and for that one', async () => {
    const { queryClient, older, answerOlder } = await loadWithOlder();
    receiveMessage(queryClient, PEER, makeMessage(101));
    const receive = (state: 'seen' | 'delivered', from: number) =>
      receiveReceipt(queryClient, PEER, { senderId: ME, state, from: idOf(from), upTo: idOf(100) });
    receive('seen', 90);
    receive('delivered', 1);
    answerOlder({ messages: makeMessages(1, 50, { senderId: ME }), hasMore: false });
    await older;
    const shown = listLoaded(queryClient);
    expect(numbersOf(shown)).toEqual(numbersOf(makeMessages(1, 101)));
    expect(shown.filter(({ seen }) => seen)).toHaveLength(11);
    expect(shown.filter(({ delivered }) => delivered)).toHaveLength(100);
  });

  test('the conversation begins anew, and that page has no place in it', async () => {
    const { queryClient, older, answerOlder } = await loadWithOlder();
    beginAnew(queryClient, PEER, { pages: [makeMessages(301, 350)], hasOlder: true });
    answerOlder({ messages: makeMessages(1, 50, { senderId: ME }), hasMore: false });
    await older;
    expect(loadedNumbers(queryClient)).toEqual(numbersOf(makeMessages(301, 350)));
    expect(getConversation(queryClient, PEER)?.history.hasOlder).toBe(true);
  });
});

/** A long conversation, of which the newest messages are loaded. */
async function openLong() {
  const { queryClient, next } = await startHeldServer();
  noteFeatures(queryClient);
  const loading = queryClient.query(messageQueries.history(PEER));
  (await next(PEER))({ messages: makeMessages(901, 950), hasMore: true });
  await loading;
  onTestFinished(cleanup);
  return {
    queryClient,
    next,
    wrapper: wrapperOf(queryClient),
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
    ['jumps elsewhere', ({ read }: Jump) => void read().beginJump()(makeMessage(500))],
  ])('whoever %s is not taken to it any more', async (_what, change) => {
    const jump = await startJump();
    change(jump);
    await jump.answerAround(100);
    expect(await jump.going).toBe(false);
    expect(jump.readExcerpt()).toBeNull();
    expect(jump.read().target?.key).not.toBe(idOf(100));
  });
});

test('While a conversation is read again, what came and was seen since stays, also in pages of its own', async () => {
  const { queryClient, next } = await startHeldServer();
  const loading = queryClient.query(messageQueries.history(PEER));
  (await next(PEER))({ messages: makeMessages(1, 60, { senderId: ME }) });
  await loading;
  const reading = queryClient.refetchQueries(messageQueries.history(PEER));
  const answer = await next(PEER);
  for (const message of makeMessages(61, 300)) receiveMessage(queryClient, PEER, message);
  const range = { from: idOf(1), upTo: idOf(60) };
  receiveReceipt(queryClient, PEER, { senderId: ME, state: 'seen', ...range });
  answer({ messages: makeMessages(1, 63, { senderId: ME }) });
  await reading;
  expect(loadedNumbers(queryClient)).toEqual(numbersOf(makeMessages(1, 300)));
  expect(listLoaded(queryClient).filter(({ seen }) => seen)).toHaveLength(60);
});

test('A late answer of an earlier selection lands in its own conversation (STATE-6)', async () => {
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

describe('While a gap is closed', () => {
  /** An open conversation of one message, in front of a plain server. */
  async function openConversation() {
    const { queryClient, next, asked } = await startHeldServer();
    const session = openLiveSession(queryClient);
    queryClient.setQueryData(realtimeQueries.features().queryKey, new Set<Feature>());
    selectUser(PEER);
    const loading = queryClient.query(messageQueries.history(PEER));
    (await next(PEER))({ messages: makeMessages(1, 1) });
    await loading;
    const connect = () => session.handleConnect('websocket');
    return { queryClient, next: (path = PEER) => next(path), asked, session, connect };
  }

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
});

describe('While the people load', () => {
  const grace = { _id: PEER, fullName: 'Grace', bio: '' };
  const preview = (number: number) => {
    const { _id, senderId, createdAt }: Message = makeMessage(number);
    return { _id, senderId, createdAt };
  };

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

  test('what was unseen when an address opened a conversation is told by the first list alone', async () => {
    const { queryClient, next } = await startHeldServer();
    selectUser(PEER);
    onTestFinished(clearSelection);
    const { result } = renderHook(useUnseenAtOpening);
    const list = { users: [grace], unseenMessages: { [PEER]: 3 } };
    const loading = queryClient.query(userQueries.list());
    (await next('users'))(list);
    await loading;
    await eventually(() => expect(result.current).toBe(3));
    setUnseenAtOpening(0);
    const again = queryClient.refetchQueries(userQueries.list());
    (await next('users'))(list);
    await again;
    expect(result.current).toBe(0);
  });

  test('a message whose event comes after an answer that counts it is counted once in the end', async () => {
    const { queryClient, next } = await startHeldServer();
    const session = openLiveSession(queryClient);
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
    noteFeatures(queryClient);
    const session = openLiveSession(queryClient);
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

  test('a count of the open conversation, of a stranger or of the reader is nobody’s', async () => {
    const { queryClient, next } = await startHeldServer();
    const joan = { _id: OTHER, fullName: 'Joan', bio: '' };
    selectUser(OTHER);
    const loading = queryClient.query(userQueries.list());
    const unseenMessages = { [PEER]: 3, [OTHER]: 2, [ME]: 1, ['d'.repeat(24)]: 1 };
    (await next('users'))({ users: [grace, joan], unseenMessages });
    await loading;
    expect([...getUnseenCounts()]).toEqual([[PEER, 3]]);
  });

  test('what came while nobody was here is told to have arrived, and of others nothing', async () => {
    const { queryClient, next } = await startHeldServer();
    const told: unknown[] = [];
    openLiveSession(queryClient, (...what: unknown[]) => told.push(what) > 0);
    noteFeatures(queryClient);
    const loading = queryClient.query(userQueries.list());
    const own = { ...preview(3), senderId: ME };
    const joan = { _id: OTHER, fullName: 'Joan', bio: '', lastMessage: own };
    const users = [{ ...grace, lastMessage: preview(2) }, joan];
    (await next('users'))({ users, unseenMessages: { [PEER]: 1, [OTHER]: 1 } });
    await loading;
    await eventually(() => expect(told).toHaveLength(1));
    expect(told).toEqual([['delivered', { userId: PEER, upTo: idOf(2) }]]);
  });

  test.each([
    ['is under way', false],
    ['has come, while pictures are read,', true],
  ])('a session that ends when the answer %s takes it along', async (_when, hasCome) => {
    const { queryClient, next } = await startHeldServer();
    const loading = queryClient.query(userQueries.list()).catch(() => undefined);
    const leave = () => {
      endSession();
      queryClient.clear();
      clearUnseen();
      return 'blob:picture';
    };
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation(leave);
    const answer = await next('users');
    if (!hasCome) leave();
    const profilePic = 'data:image/png;base64,AAAA';
    answer({ users: [{ ...grace, profilePic }], unseenMessages: { [PEER]: 3 } });
    await loading;
    if (hasCome) await eventually(() => expect(made).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    expect(getUnseenCount(PEER)).toBe(0);
    expect(getUsers(queryClient)).toBeUndefined();
  });
});
