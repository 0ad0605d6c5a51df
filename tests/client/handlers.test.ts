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
import { createLiveSession } from '../../src/realtime/live-session.ts';
import { announceTyping, createTypingBoard, setTypingChannel } from '../../src/realtime/typing.ts';
import { authQueries } from '../../src/session/auth.ts';
import { subscribeArrivals } from '../../src/stores/message-events.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { clearUnseen, getUnseenCount, incrementUnseen } from '../../src/stores/unseen.ts';
import { idOf, ME, makeMessage, makeMessages, numbersOf, PEER } from './support/messages.ts';
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

describe('newMessage', () => {
  test('of a conversation that is not open counts as unseen, beginning with one (STATE-9)', () => {
    hear('newMessage', makeMessage(1));
    hear('newMessage', makeMessage(2));
    expect(getUnseenCount(PEER)).toBe(2);
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

  test('of the open conversation is appended and does not count', () => {
    setHistory({});
    selectUser(PEER);
    hear('newMessage', makeMessage(1));
    expect(tailNumbers()).toEqual([1]);
    expect(getUnseenCount(PEER)).toBe(0);
  });

  test('is appended to a conversation that is loaded but not open', () => {
    setHistory({});
    hear('newMessage', makeMessage(1));
    expect(tailNumbers()).toEqual([1]);
  });

  test('leaves absent what nobody has opened', () => {
    hear('newMessage', makeMessage(1));
    expect(getConversation(queryClient, PEER)).toBeUndefined();
    expect(tailNumbers()).toEqual([]);
  });

  test('heard twice stands once', () => {
    setHistory({ pages: [makeMessages(1, 3)] });
    hear('newMessage', makeMessage(4));
    const tail = getTail();
    hear('newMessage', makeMessage(4));
    hear('newMessage', makeMessage(2));
    expect(getTail()).toBe(tail);
  });

  test('heard twice counts once', () => {
    hear('newMessage', makeMessage(1));
    hear('newMessage', makeMessage(1));
    expect(getUnseenCount(PEER)).toBe(1);
  });

  test('heard again after others counts once, too', () => {
    for (const n of [1, 2, 1, 2]) hear('newMessage', makeMessage(n));
    expect(getUnseenCount(PEER)).toBe(2);
  });

  test('is remembered as heard for so many others only', () => {
    for (let n = 1; n <= 1_200; n += 1) hear('newMessage', makeMessage(n));
    expect(context.heard.size).toBe(1_000);
  });

  test.each([null, '', 7, {}])(
    'with %j for the content it does not have is as if without',
    (none) => {
      setHistory({});
      hear('newMessage', { ...makeMessage(1), image: none });
      hear('newMessage', { ...makeMessage(2), text: none, image: '/picture' });
      const [text, picture] = getTail();
      expect(text).toEqual(makeMessage(1));
      expect(picture).not.toHaveProperty('text');
      expect(picture?.image).toBe('/picture');
    },
  );

  test('is reported as delivered', () => {
    hear('newMessage', makeMessage(7));
    expect(reported).toEqual([[PEER, idOf(7)]]);
  });

  test('ends the typing of its sender', () => {
    hear('typing', { userId: PEER });
    expect(queryClient.getQueryData(realtimeQueries.typing().queryKey)).toEqual(new Set([PEER]));
    hear('newMessage', makeMessage(1));
    expect(queryClient.getQueryData(realtimeQueries.typing().queryKey)).toEqual(new Set());
  });

  test('becomes the preview of its sender where the server keeps previews', () => {
    setUsers({});
    hear('hello', { features: FEATURES });
    hear('newMessage', makeMessage(2));
    hear('newMessage', makeMessage(1));
    expect(getUsers(queryClient)?.[0]?.lastMessage).toMatchObject({ text: 'message 2' });
  });

  test('is cut for the preview where no character is halved', () => {
    setUsers({});
    hear('hello', { features: FEATURES });
    hear('newMessage', { ...makeMessage(1), text: `${'x'.repeat(139)}😀 and more` });
    expect(getUsers(queryClient)?.[0]?.lastMessage?.text).toBe('x'.repeat(139));
  });

  test('sent by the own account, as some backends echo it, is appended and counts for nobody', () => {
    setHistory({});
    hear('newMessage', makeMessage(1, { senderId: ME, receiverId: PEER }));
    expect(tailNumbers()).toEqual([1]);
    expect(getUnseenCount(ME)).toBe(0);
  });

  test.each([undefined, null, 'text', {}, { _id: 1 }])('made of %j changes nothing', (payload) => {
    setHistory({});
    hear('newMessage', payload);
    expect(tailNumbers()).toEqual([]);
  });
});

describe('Events of other windows of the same person', () => {
  test('bring what was sent there', () => {
    setHistory({ pages: [makeMessages(1, 2)] });
    hear('messageSent', makeMessage(3, { senderId: ME, receiverId: PEER }));
    expect(tailNumbers()).toEqual([3]);
  });

  test('take the count of what was seen there', () => {
    setHistory({});
    hear('newMessage', makeMessage(1));
    hear('newMessage', makeMessage(2));
    hear('seenElsewhere', { userId: PEER, from: idOf(1), upTo: idOf(2) });
    expect(getUnseenCount(PEER)).toBe(0);
    expect(getTail().every(({ seen }) => seen)).toBe(true);
  });

  test('leave the count of what the list tells of after it', () => {
    hear('hello', { features: FEATURES });
    setUsers({ lastMessage: makeMessage(3) });
    for (let count = 0; count < 3; count += 1) incrementUnseen(PEER);
    hear('seenElsewhere', { userId: PEER, from: idOf(1), upTo: idOf(1) });
    expect(getUnseenCount(PEER)).toBeGreaterThan(0);
    hear('seenElsewhere', { userId: PEER, from: idOf(2), upTo: idOf(3) });
    expect(getUnseenCount(PEER)).toBe(0);
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
    setUsers({ lastSeenAt: '2026-01-15T12:00:00.000Z' });
    const getTyping = () => queryClient.getQueryData(realtimeQueries.typing().queryKey);
    hear('typing', { userId: PEER });
    expect(getTyping()).toEqual(new Set([PEER]));
    hear('blockChanged', { userId: PEER, blocked: true });
    expect(getUsers(queryClient)?.[0]).toMatchObject({ blocked: true });
    expect(getTyping()).toEqual(new Set());
    hear('blockChanged', { userId: PEER, blocked: false });
    expect(getUsers(queryClient)?.[0]).toMatchObject({ blocked: false });
  });

  test('end the typing of somebody who leaves', () => {
    const getTyping = () => queryClient.getQueryData(realtimeQueries.typing().queryKey);
    hear('typing', { userId: PEER });
    hear('presence', [{ userId: PEER, online: false }]);
    expect(getTyping()).toEqual(new Set());
  });

  test('change the own profile and those of others', () => {
    queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Ada', bio: '' });
    setUsers({});
    hear('profileChanged', { _id: ME, fullName: 'Ada L.', bio: 'new' });
    hear('profileChanged', { _id: PEER, fullName: 'Grace H.', bio: 'new', profilePic: '/p' });
    expect(queryClient.getQueryData(authQueries.me().queryKey)).toMatchObject({
      fullName: 'Ada L.',
      bio: 'new',
    });
    expect(getUsers(queryClient)?.[0]).toMatchObject({ fullName: 'Grace H.', profilePic: '/p' });
  });
});

test.each([{}, { fullName: null, bio: '' }, { fullName: 'Grace' }])(
  'A changed profile made of %j changes nothing',
  (garbage) => {
    setUsers({});
    const users = getUsers(queryClient);
    hear('profileChanged', { _id: PEER, ...garbage });
    expect(getUsers(queryClient)).toBe(users);
  },
);

describe('Receipts', () => {
  test('mark own messages as delivered and seen, in pages and tail', () => {
    setHistory({ pages: [makeMessages(1, 2, { senderId: ME })] });
    hear('messageSent', makeMessage(3, { senderId: ME, receiverId: PEER }));
    hear('delivered', { userId: PEER, from: idOf(1), upTo: idOf(3) });
    hear('seen', { userId: PEER, from: idOf(2), upTo: idOf(3) });
    const conversation = getConversation(queryClient, PEER);
    const all = [...(conversation?.history.pages.flat() ?? []), ...(conversation?.tail ?? [])];
    expect(all.map(({ delivered, seen }) => [delivered, seen])).toEqual([
      [true, false],
      [true, true],
      [true, true],
    ]);
  });

  test('never mark what the other person wrote', () => {
    setHistory({ pages: [makeMessages(1, 2)] });
    hear('seen', { userId: PEER, from: idOf(1), upTo: idOf(2) });
    expect(
      getConversation(queryClient, PEER)
        ?.history.pages.flat()
        .some(({ seen }) => seen),
    ).toBe(false);
  });
});

describe('Presence', () => {
  test('comes as a whole list', () => {
    hear('getOnlineUsers', [ME, PEER]);
    expect(queryClient.getQueryData(userQueries.online().queryKey)).toEqual(new Set([ME, PEER]));
  });

  test('holds ids alone, whatever else a list names', () => {
    hear('getOnlineUsers', [PEER, null, 3]);
    expect(queryClient.getQueryData(userQueries.online().queryKey)).toEqual(new Set([PEER]));
  });

  test('comes as changes, with the time when somebody was last here', () => {
    setUsers({});
    hear('presence', [{ userId: PEER, online: true }]);
    // Of all others nothing is known yet.
    expect(queryClient.getQueryData(userQueries.online().queryKey) ?? null).toBeNull();
    hear('getOnlineUsers', []);
    hear('presence', [{ userId: PEER, online: true }]);
    expect(queryClient.getQueryData(userQueries.online().queryKey)).toEqual(new Set([PEER]));
    hear('presence', [{ userId: PEER, online: false, lastSeenAt: '2026-01-01T00:00:00.000Z' }]);
    expect(queryClient.getQueryData(userQueries.online().queryKey)).toEqual(new Set());
    expect(getUsers(queryClient)?.[0]?.lastSeenAt).toBe('2026-01-01T00:00:00.000Z');
  });

  test('loads the people again when the list changes as a set, and only then', async () => {
    const fetched = vi.fn(async () => []);
    await queryClient.query({ queryKey: userQueries.list().queryKey, queryFn: fetched });
    fetched.mockClear();
    vi.useFakeTimers();
    hear('getOnlineUsers', [ME, PEER]);
    hear('getOnlineUsers', [ME]);
    hear('getOnlineUsers', [ME, PEER]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    hear('getOnlineUsers', [PEER, ME]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  test('does not load them again for people it knows where changes come one by one', async () => {
    const fetched = vi.fn(async () => [{ _id: PEER, fullName: 'Grace', bio: '' }]);
    await queryClient.query({ queryKey: userQueries.list().queryKey, queryFn: fetched });
    fetched.mockClear();
    vi.useFakeTimers();
    hear('hello', { features: FEATURES });
    hear('getOnlineUsers', [ME, PEER]);
    hear('presence', [{ userId: PEER, online: false }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(fetched).not.toHaveBeenCalled();
    hear('presence', [{ userId: 'somebody new', online: true }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

describe('On a server that tells of newcomers', () => {
  const JOAN = { _id: 'joan', fullName: 'Joan', bio: 'new' };
  let fetched: ReturnType<typeof vi.fn<() => Promise<Partial<User>[]>>>;
  beforeEach(async () => {
    fetched = vi.fn(async () => [{ _id: PEER, fullName: 'Grace', bio: '' }]);
    await queryClient.query({ queryKey: userQueries.list().queryKey, queryFn: fetched });
    fetched.mockClear();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    hear('hello', { features: FEATURES });
  });

  test('whoever joins is put into the list, which is not loaded for it', async () => {
    hear('presence', [{ userId: JOAN._id, online: true }]);
    hear('profileChanged', JOAN);
    hear('profileChanged', { ...JOAN, fullName: 'Joan C.' });
    hear('getOnlineUsers', [ME, PEER, JOAN._id]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(getUsers(queryClient)?.map(({ fullName }) => fullName)).toEqual(['Grace', 'Joan C.']);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('the list is loaded for somebody of whom no event comes, a while later', async () => {
    hear('presence', [{ userId: JOAN._id, online: true }]);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(fetched).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('somebody unknown who has deleted their account is no newcomer', async () => {
    const users = getUsers(queryClient);
    hear('profileChanged', { ...JOAN, deleted: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(getUsers(queryClient)).toBe(users);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('Typing', () => {
  test('ends by itself', () => {
    vi.useFakeTimers();
    hear('typing', { userId: PEER });
    vi.advanceTimersByTime(4_000);
    hear('typing', { userId: PEER });
    vi.advanceTimersByTime(4_000);
    expect(queryClient.getQueryData(realtimeQueries.typing().queryKey)).toEqual(new Set([PEER]));
    vi.advanceTimersByTime(1_500);
    expect(queryClient.getQueryData(realtimeQueries.typing().queryKey)).toEqual(new Set());
    vi.useRealTimers();
  });
});

test('Typing is announced, whoever sets the clock back meanwhile', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    setTypingChannel(null);
    vi.useRealTimers();
  });
  const told: string[] = [];
  setTypingChannel((userId) => told.push(userId));
  announceTyping(PEER);
  announceTyping(PEER);
  expect(told).toEqual([PEER]);
  vi.advanceTimersByTime(TYPING_INTERVAL_MS);
  vi.setSystemTime(Date.now() - 3_600_000);
  announceTyping(PEER);
  expect(told).toEqual([PEER, PEER]);
});

test.each([
  ['typing', {}],
  ['delivered', { userId: PEER }],
  ['seen', { from: idOf(1), upTo: idOf(1) }],
  ['seenElsewhere', { userId: PEER }],
  ['blockChanged', { blocked: true }],
  ['presence', [null, { online: true }, 'words']],
  ['profileChanged', { fullName: 'Nobody', bio: '' }],
])('The event %s without the ids that it is about changes nothing', (event, payload) => {
  queryClient.setQueryData(userQueries.online().queryKey, new Set([ME]));
  queryClient.setQueryData(realtimeQueries.typing().queryKey, new Set<string>());
  setUsers({});
  setHistory({ pages: [makeMessages(1, 2)] });
  incrementUnseen(PEER);
  const read = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data);
  const before = read();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  hear(event, payload);
  expect(read()).toEqual(before);
  expect(getUnseenCount(PEER)).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('An event that nobody here knows changes nothing', () => {
  incrementUnseen(PEER);
  hear('toString', {});
  hear('somethingNew', { userId: PEER });
  expect(getUnseenCount(PEER)).toBe(1);
});

describe('Events that come together', () => {
  function hearAll(...events: [string, unknown][]): void {
    const session = createLiveSession({
      queryClient,
      meId: ME,
      emit: () => true,
      reconnect: () => undefined,
    });
    onTestFinished(session.close);
    session.handleEvents(events.map(([name, payload]) => ({ name, payload: [payload] })));
  }

  test('are each counted and each in its place', () => {
    setHistory({});
    const flood = makeMessages(1, 40).map((one): [string, unknown] => ['newMessage', one]);
    hearAll(...flood);
    expect(tailNumbers()).toEqual(numbersOf(makeMessages(1, 40)));
    expect(getUnseenCount(PEER)).toBe(40);
  });

  test('come all the same when one of them makes no sense', () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    onTestFinished(() => void vi.unstubAllGlobals());
    setHistory({});
    const broken = {
      get userId(): string {
        throw new Error('It makes no sense.');
      },
    };
    hearAll(['newMessage', makeMessage(1)], ['typing', broken], ['newMessage', makeMessage(2)]);
    expect(tailNumbers()).toEqual([1, 2]);
    expect(reported).toHaveBeenCalledOnce();
  });
});
