/** What each event does to a real cache and the stores, and what happens when it meets an answer. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { getConversation } from '../../src/conversation/conversation.ts';
import type { History } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { messageQueries } from '../../src/conversation/messages.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import type { User } from '../../src/protocol/entities.ts';
import { FEATURES, TYPING_INTERVAL_MS } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { type HandlerContext, handleEvent } from '../../src/realtime/handlers.ts';
import {
  announceTyping,
  createTypingBoard,
  endTyping,
  setTypingChannel,
} from '../../src/realtime/typing.ts';
import { authQueries } from '../../src/session/auth.ts';
import { subscribeArrivals } from '../../src/stores/message-events.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { clearUnseen, getUnseenCount, incrementUnseen } from '../../src/stores/unseen.ts';
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
import { setLookedAt } from './support/window.ts';

let queryClient: QueryClient;
let context: HandlerContext;
let reported: [string, string][];

beforeEach(() => {
  // Nobody looks, so that nothing is told to a server.
  setLookedAt(false);
  clearSelection();
  clearUnseen();
  queryClient = makeQueryClient();
  reported = [];
  context = {
    queryClient,
    meId: ME,
    typing: createTypingBoard(queryClient),
    reportDelivered: (peerId, upTo) => reported.push([peerId, upTo]),
    newestFrom: new Map(),
    heard: new Set(),
  };
});

const hear = (name: string, ...payload: unknown[]) => handleEvent(context, { name, payload });

const setHistory = (history: Partial<History>) =>
  queryClient.setQueryData(messageKeys.history(PEER), { pages: [], hasOlder: false, ...history });

const setUsers = (...users: Partial<User>[]) =>
  queryClient.setQueryData(
    userQueries.list().queryKey,
    users.map((user) => ({ _id: PEER, fullName: 'Grace', bio: '', ...user })),
  );

/** Loads the list of people, in which Grace stands, and tells from then on how often it is loaded again. */
async function watchList() {
  const fetched = vi.fn(async () => [{ _id: PEER, fullName: 'Grace', bio: '' }]);
  await queryClient.query({ queryKey: userQueries.list().queryKey, queryFn: fetched });
  fetched.mockClear();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return fetched;
}

const getTail = () => queryClient.getQueryData(messageQueries.tail(PEER).queryKey) ?? [];
const tailNumbers = () => numbersOf(getTail());
const getTyping = () => queryClient.getQueryData(realtimeQueries.typing().queryKey);
const getOnline = () => queryClient.getQueryData(userQueries.online().queryKey);

describe('newMessage', () => {
  test('of a conversation that nobody has opened counts as unseen, each once, and leaves that absent (STATE-9)', () => {
    hear('newMessage', makeMessage(1));
    expect(getUnseenCount(PEER)).toBe(1);
    for (const n of [1, 2, 1, 2]) hear('newMessage', makeMessage(n));
    expect(getUnseenCount(PEER)).toBe(2);
    expect(getConversation(queryClient, PEER)).toBeUndefined();
    expect(tailNumbers()).toEqual([]);
  });

  test('is told of to whoever notifies, once, and not when it is an own one', () => {
    const arrived: string[] = [];
    onTestFinished(subscribeArrivals(({ _id }) => arrived.push(_id)));
    hear('newMessage', makeMessage(1));
    hear('newMessage', makeMessage(2));
    hear('newMessage', makeMessage(2));
    hear('newMessage', makeMessage(3, { senderId: ME, receiverId: PEER }));
    expect(arrived).toEqual([idOf(1), idOf(2)]);
  });

  test('of a loaded conversation is appended once, and counts where that is not open nor the message an own one', () => {
    setHistory({ pages: [makeMessages(1, 3)] });
    hear('newMessage', makeMessage(4));
    expect(getUnseenCount(PEER)).toBe(1);
    selectUser(PEER);
    hear('newMessage', makeMessage(5));
    hear('newMessage', makeMessage(6, { senderId: ME, receiverId: PEER }));
    expect(tailNumbers()).toEqual([4, 5, 6]);
    expect([getUnseenCount(PEER), getUnseenCount(ME)]).toEqual([0, 0]);
    const tail = getTail();
    for (const n of [5, 2]) hear('newMessage', makeMessage(n));
    expect(getTail()).toBe(tail);
  });

  test('is reported as delivered, and ends the typing of its sender', () => {
    hear('typing', { userId: PEER });
    expect(getTyping()).toEqual(new Set([PEER]));
    hear('newMessage', makeMessage(7));
    expect(getTyping()).toEqual(new Set());
    expect(reported).toEqual([[PEER, idOf(7)]]);
  });

  test('becomes the preview of its sender where the server keeps previews, and halves no character', () => {
    setUsers({});
    hear('hello', { features: FEATURES });
    hear('newMessage', { ...makeMessage(2), text: `${'x'.repeat(139)}😀 and more` });
    hear('newMessage', makeMessage(1));
    expect(getUsers(queryClient)?.[0]?.lastMessage?.text).toBe('x'.repeat(139));
  });
});

describe('Events of other windows of the same person', () => {
  test('bring what was sent there, and take the count of what was seen there', () => {
    setHistory({ pages: [makeMessages(1, 2)] });
    hear('newMessage', makeMessage(3));
    hear('messageSent', makeMessage(4, { senderId: ME, receiverId: PEER }));
    expect(tailNumbers()).toEqual([3, 4]);
    hear('seenElsewhere', { userId: PEER, from: idOf(1), upTo: idOf(3) });
    expect(getUnseenCount(PEER)).toBe(0);
    expect(getTail().map(({ seen }) => seen)).toEqual([true, false]);
  });

  test('leave the count of what came after it, and ask the server how many that are', async () => {
    const fetched = await watchList();
    hear('newMessage', makeMessage(1));
    hear('newMessage', makeMessage(2));
    hear('seenElsewhere', { userId: PEER, from: idOf(1), upTo: idOf(1) });
    expect(getUnseenCount(PEER)).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('block somebody, who types no more, and end that', () => {
    setUsers({});
    hear('typing', { userId: PEER });
    hear('blockChanged', { userId: PEER, blocked: true });
    expect(getUsers(queryClient)?.[0]).toMatchObject({ blocked: true });
    expect(getTyping()).toEqual(new Set());
    hear('blockChanged', { userId: PEER, blocked: false });
    expect(getUsers(queryClient)?.[0]).toMatchObject({ blocked: false });
  });

  test('change the own profile and those of others', () => {
    queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Ada', bio: '' });
    setUsers({});
    const [own, other] = [
      { _id: ME, fullName: 'Ada L.', bio: 'new' },
      { _id: PEER, fullName: 'Grace H.', bio: 'new', profilePic: '/p' },
    ];
    for (const profile of [own, other]) hear('profileChanged', profile);
    hear('profileChanged', { _id: PEER, fullName: null, bio: '' });
    expect(queryClient.getQueryData(authQueries.me().queryKey)).toMatchObject(own);
    expect(getUsers(queryClient)?.[0]).toMatchObject(other);
  });
});

test('Receipts mark own messages as delivered and seen, in pages and tail, and none of the other person', () => {
  setHistory({ pages: [[makeMessage(1), makeMessage(2, { senderId: ME })]] });
  hear('messageSent', makeMessage(3, { senderId: ME, receiverId: PEER }));
  hear('delivered', { userId: PEER, from: idOf(1), upTo: idOf(3) });
  hear('seen', { userId: PEER, from: idOf(1), upTo: idOf(2) });
  expect(listLoaded(queryClient).map(({ delivered, seen }) => [delivered, seen])).toEqual([
    [undefined, false],
    [true, true],
    [true, false],
  ]);
});

describe('Presence', () => {
  test('comes as a whole list and then as changes, with the time when somebody was last here', () => {
    setUsers({});
    hear('presence', [{ userId: PEER, online: true }]);
    // Of all others nothing is known yet.
    expect(getOnline() ?? null).toBeNull();
    hear('getOnlineUsers', [ME, null, 3]);
    hear('presence', [{ userId: PEER, online: true }]);
    expect(getOnline()).toEqual(new Set([ME, PEER]));
    hear('typing', { userId: PEER });
    hear('presence', [{ userId: PEER, online: false, lastSeenAt: '2026-01-01T00:00:00.000Z' }]);
    expect(getOnline()).toEqual(new Set([ME]));
    expect(getTyping()).toEqual(new Set());
    expect(getUsers(queryClient)?.[0]?.lastSeenAt).toBe('2026-01-01T00:00:00.000Z');
  });

  test('loads the people again when the list changes as a set, and only then', async () => {
    const fetched = await watchList();
    for (const ids of [[ME, PEER], [ME], [ME, PEER]]) hear('getOnlineUsers', ids);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    hear('getOnlineUsers', [PEER, ME]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe('On a server that tells of newcomers', () => {
  const JOAN = { _id: 'joan', fullName: 'Joan', bio: 'new' };
  let fetched: Awaited<ReturnType<typeof watchList>>;
  beforeEach(async () => {
    fetched = await watchList();
    hear('hello', { features: FEATURES });
  });

  test('whoever joins is put into the list, which is not loaded for it', async () => {
    const users = getUsers(queryClient);
    hear('profileChanged', { ...JOAN, deleted: true });
    expect(getUsers(queryClient)).toBe(users);
    hear('presence', [{ userId: JOAN._id, online: true }]);
    hear('profileChanged', JOAN);
    hear('profileChanged', { ...JOAN, fullName: 'Joan C.' });
    hear('getOnlineUsers', [ME, PEER, JOAN._id]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(getUsers(queryClient)?.map(({ fullName }) => fullName)).toEqual(['Grace', 'Joan C.']);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('the list is loaded for somebody of whom no event comes, a while later', async () => {
    hear('getOnlineUsers', [ME, PEER]);
    hear('presence', [{ userId: PEER, online: false }]);
    hear('presence', [{ userId: JOAN._id, online: true }]);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

test('Typing ends by itself', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  hear('typing', { userId: PEER });
  vi.advanceTimersByTime(4_000);
  hear('typing', { userId: PEER });
  vi.advanceTimersByTime(4_000);
  expect(getTyping()).toEqual(new Set([PEER]));
  vi.advanceTimersByTime(1_500);
  expect(getTyping()).toEqual(new Set());
});

test('Typing is announced once in a while, whoever sets the clock back, and at once after a message', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    setTypingChannel(null);
    vi.useRealTimers();
  });
  const told: string[] = [];
  setTypingChannel((userId) => told.push(userId));
  announceTyping(PEER);
  announceTyping(PEER);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(TYPING_INTERVAL_MS);
  vi.setSystemTime(Date.now() - 3_600_000);
  announceTyping(PEER);
  expect(told).toHaveLength(2);
  endTyping();
  announceTyping(PEER);
  expect(told).toEqual([PEER, PEER, PEER]);
});

test.each([
  ['newMessage', undefined],
  ['newMessage', { _id: 1 }],
  ['typing', {}],
  ['delivered', { userId: PEER }],
  ['seen', { from: idOf(1), upTo: idOf(1) }],
  ['seenElsewhere', { userId: PEER }],
  ['blockChanged', { blocked: true }],
  ['presence', [null, { online: true }, 'words']],
  ['profileChanged', { fullName: 'Nobody', bio: '' }],
  ['toString', {}],
  ['somethingNew', { userId: PEER }],
])('The event %s with %j, of which nothing can be made, changes nothing', (event, payload) => {
  queryClient.setQueryData(userQueries.online().queryKey, new Set([ME]));
  queryClient.setQueryData(realtimeQueries.typing().queryKey, new Set<string>());
  setUsers({});
  setHistory({ pages: [makeMessages(1, 2)] });
  incrementUnseen(PEER);
  const caches = () => queryClient.getQueryCache().getAll();
  const read = () => caches().map(({ state }) => state.data);
  const before = read();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  hear(event, payload);
  expect(read()).toEqual(before);
  expect(getUnseenCount(PEER)).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('Events that come together are each counted and in its place, also when one of them makes no sense', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  onTestFinished(() => void vi.unstubAllGlobals());
  setHistory({});
  const { handleEvents } = openLiveSession(queryClient);
  const broken = {
    get userId(): string {
      throw new Error('It makes no sense.');
    },
  };
  const flood = makeMessages(1, 40).map((one) => ({ name: 'newMessage', payload: [one] }));
  handleEvents([{ name: 'typing', payload: [broken] }, ...flood]);
  expect(tailNumbers()).toEqual(numbersOf(makeMessages(1, 40)));
  expect(getUnseenCount(PEER)).toBe(40);
  expect(reported).toHaveBeenCalledOnce();
});
