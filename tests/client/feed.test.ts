/** The feed of changes: what events do to every cache entry, and how missing changes are fetched. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { receiveMessage } from '../../src/conversation/conversation.ts';
import { getFeed, recordCursor, recordPage } from '../../src/conversation/feed.ts';
import { readMessages } from '../../src/conversation/fetch.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { messageQueries } from '../../src/conversation/messages.ts';
import { cutIntoPages } from '../../src/conversation/patches/conversation.ts';
import type { Excerpt } from '../../src/conversation/patches/excerpt.ts';
import { getUser, userQueries } from '../../src/people/users.ts';
import { formatCursor, type Summary } from '../../src/protocol/changes.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { createChanges } from '../../src/realtime/changes.ts';
import { type HandlerContext, handleEvent } from '../../src/realtime/handlers.ts';
import { createTypingBoard } from '../../src/realtime/typing.ts';
import { clearInView, setInView } from '../../src/stores/attention.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import { clearUnseen, getUnseenCount } from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import {
  type AnsweringServer,
  sendJson,
  startAnsweringServer,
} from './support/answering-server.ts';
import { idOf, listLoaded, ME, makeMessage, numbersOf, PEER } from './support/messages.ts';
import { setLookedAt } from './support/window.ts';

const EPOCH = 'a'.repeat(16);
const OTHER_EPOCH = 'b'.repeat(16);
const NO_SUMMARY: Summary = { version: 0, unseen: 0 };

let queryClient: QueryClient;
let context: HandlerContext;

beforeEach(() => {
  // Nobody looks, so that nothing is told to a server.
  setLookedAt(false);
  clearSelection();
  clearUnseen();
  queryClient = makeQueryClient();
  context = {
    queryClient,
    meId: ME,
    typing: createTypingBoard(queryClient),
    reportDelivered: () => {},
    newestFrom: new Map(),
    heard: new Set(),
  };
  hear('hello', { features: FEATURES, epoch: EPOCH });
});

const hear = (name: string, ...payload: unknown[]) => handleEvent(context, { name, payload });

const row = (number: number, overrides: Partial<Message> = {}) =>
  makeMessage(number, { change: number, ...overrides });

/** Rows with these numbers, as of the last one. */
function load(...numbers: number[]) {
  const list = numbers.map((number) => row(number));
  queryClient.setQueryData(messageKeys.history(PEER), {
    pages: cutIntoPages(list),
    hasOlder: false,
  });
  recordPage(queryClient, PEER, known(numbers.at(-1) ?? 0));
}

const known = (number: number, summary: Partial<Summary> = {}, epoch = EPOCH) => ({
  cursor: formatCursor({ epoch, number }),
  summary: { ...NO_SUMMARY, ...summary },
});

const changed = (message: Message, before?: number, summary?: Summary) =>
  hear('messageChanged', {
    userId: PEER,
    message,
    epoch: EPOCH,
    ...(before !== undefined && { before }),
    ...(summary && { summary }),
  });

function tombstone(number: number, change: number) {
  const { text: _, ...rest } = row(number, { change, deleted: true });
  return rest;
}

const getRows = () => listLoaded(queryClient);
const getNumber = () => getFeed(queryClient, PEER).cursor?.number;

describe('An event about a changed message', () => {
  test('is shown at once, but the cursor waits for what is missing before it', () => {
    load(1, 2, 3);
    changed(row(2, { change: 6, text: 'late' }), 5);
    expect(getRows()[1]?.text).toBe('late');
    expect(getNumber()).toBe(3);
    changed(row(1, { change: 5, text: 'early' }), 3);
    expect(getNumber()).toBe(6);
    expect(getFeed(queryClient, PEER).pending).toEqual([]);
  });

  test('changes search hits, pictures, an excerpt, the stored page and the preview in the list', () => {
    const put = (part: readonly string[], data: unknown) =>
      queryClient.setQueryData([...messageKeys.conversation(PEER), ...part], data);
    const find = (part: readonly string[]) =>
      JSON.stringify(queryClient.getQueryData([...messageKeys.conversation(PEER), ...part]));
    const picture = row(2, { image: '/picture' });
    const parts = [['search', 'words'], ['images'], ['excerpt'], ['stored']];
    put(['search', 'words'], { pages: [{ messages: [row(3), row(2)] }], pageParams: [] });
    put(['images'], { pages: [{ messages: [picture], hasMore: false, count: 7 }], pageParams: [] });
    put(['excerpt'], { pages: [[row(1), row(2)]], hasOlder: true, hasNewer: true });
    put(['stored'], { messages: [row(2), row(3)], hasOlder: true });
    setUsers({ lastMessage: { ...makeMessage(2) } });
    load(1, 2);

    changed(row(2, { change: 4, text: 'edited', image: '/picture' }), 2);
    for (const part of parts) expect(find(part)).toContain('edited');
    expect(getUser(queryClient, PEER)?.lastMessage?.text).toBe('edited');

    changed(tombstone(2, 5), 4);
    for (const part of parts) expect(find(part)).not.toContain('edited');
    expect(find(['images'])).toContain('"count":6');
    expect(getUser(queryClient, PEER)?.lastMessage).toMatchObject({ _id: idOf(1) });
  });
});

describe('A reply that comes after its message was changed', () => {
  const old = { _id: idOf(2), senderId: PEER, text: 'message 2', change: 2 };
  const reply = (overrides: Partial<Message> = {}) => row(4, { replyTo: old, ...overrides });
  const getQuotes = () => getRows().flatMap(({ replyTo }) => replyTo ?? []);
  const edited = row(2, { change: 5, text: 'edited', version: 5 });

  test.each([
    ['loaded', [1, 2, 3]],
    ['not loaded', [3]],
  ])('quotes it as it is now, if that is %s (FEED-7)', (_, numbers) => {
    load(...numbers);
    changed(edited, 4);
    hear('newMessage', { ...reply(), before: 3 });
    expect(getNumber()).toBe(5);
    expect(getQuotes()).toEqual([{ ...old, text: 'edited', change: 5 }]);
    changed(tombstone(2, 6), 5);
    expect(getQuotes()).toEqual([{ _id: idOf(2), change: 6, deleted: true }]);
  });

  test('shows nothing of a deleted one, whatever brings the reply', async () => {
    load(1, 2, 3);
    const excerpt = { pages: [[row(1), row(5)]], hasOlder: true, hasNewer: true };
    queryClient.setQueryData(messageKeys.excerpt(PEER), excerpt);
    changed(tombstone(2, 5), 4);
    receiveMessage(queryClient, PEER, { ...reply({ key: 'k' }), before: 3 });
    changed(reply({ change: 6, reactions: { [ME]: '👍' } }), 5);
    changed(row(1, { change: 7, replyTo: old }), 6);
    const page = await readMessages(queryClient, PEER, () =>
      Promise.resolve({ messages: [reply()], hasMore: false }),
    );
    const quotes = [...getQuotes(), page.messages[0]?.replyTo];
    expect(quotes).toEqual(Array(3).fill({ _id: idOf(2), change: 5, deleted: true }));
    const inExcerpt = JSON.stringify(queryClient.getQueryData(messageKeys.excerpt(PEER)));
    expect(inExcerpt).toContain(idOf(4));
    expect(inExcerpt).not.toContain('message 2');
  });
});

function setUsers(...users: Partial<User>[]) {
  queryClient.setQueryData(
    userQueries.list().queryKey,
    users.map((user) => ({ _id: PEER, fullName: 'Grace', bio: '', ...user })),
  );
}

describe('With a server', () => {
  /** Follows feeds in front of a server that answers `changedAfter` in turn. */
  async function follow(...answers: object[]): Promise<AnsweringServer> {
    const server = await startAnsweringServer((asked, response) => {
      const beside = Object.keys(besides).find((cursor) => asked.url.includes(cursor));
      const answer = asked.url.includes('changedAfter') ? answers.shift() : page;
      sendJson(response, 200, { success: true, ...(beside ? besides[beside] : answer) });
    });
    onTestFinished(server.close);
    vi.stubEnv('PUBLIC_API_URL', server.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    startSession('token');
    onTestFinished(() => {
      queryClient.clear();
      endSession();
    });
    queryClient.setQueryData(realtimeQueries.connection().queryKey, {
      status: 'connected' as const,
      since: '',
      reconnects: 0,
      transport: null,
    });
    const changes = createChanges(queryClient);
    onTestFinished(changes.close);
    onTestFinished(
      queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
        if (type === 'updated' && queryKey[2] === 'feed') changes.handleFeed(PEER);
      }),
    );
    return server;
  }
  let page: object = {};
  /** Other pages, by a part of their address. */
  let besides: Record<string, object> = {};

  test('what is missing is fetched, page after page, and everything is there once (FEED-1)', async () => {
    const server = await follow(
      { messages: [row(4)], hasMore: true, ...known(4) },
      { messages: [row(2, { change: 5, text: 'edited' }), row(6)], hasMore: false, ...known(6) },
    );
    load(1, 2, 3);
    hear('newMessage', { ...row(6), before: 5 });
    await eventually(() => expect(numbersOf(getRows())).toEqual([1, 2, 3, 4, 6]));
    await eventually(() => expect(getNumber()).toBe(6));
    expect(getRows()[1]?.text).toBe('edited');
    const calls = server.asked.filter(({ method }) => method === 'GET');
    expect(calls.map(({ url }) => /changedAfter=\w+\.(\d+)/.exec(url)?.[1])).toEqual(['3', '4']);
  });

  test('a page that is older than the cursor makes it go back, and what it missed is fetched (FEED-4)', async () => {
    await follow({
      messages: [row(2, { change: 5, text: 'edited' })],
      hasMore: false,
      ...known(5),
    });
    load(3);
    changed(row(2, { change: 5, text: 'edited' }), 3);
    expect(getNumber()).toBe(5);
    load(1, 2, 3);
    expect(getNumber()).toBe(3);
    await eventually(() => expect(getRows()[1]?.text).toBe('edited'));
    expect(getNumber()).toBe(5);
  });

  test('a page that lacks changes which wait makes them be fetched again (FEED-6)', async () => {
    const late = row(2, { change: 6, text: 'edited' });
    await follow({ messages: [row(1, { change: 5 }), late], hasMore: false, ...known(6) });
    load(3);
    changed(late, 5);
    load(1, 2, 3);
    changed(row(1, { change: 5 }), 3);
    expect(getRows()[1]?.text).toBe('message 2');
    await eventually(() => expect(getRows()[1]?.text).toBe('edited'));
    await eventually(() => expect(getFeed(queryClient, PEER).pending).toEqual([]));
    expect(getNumber()).toBe(6);
  });

  test('a reset drops what was loaded, reads the newest page anew, and keeps the place of a reader far back (FEED-3)', async () => {
    const answered = known(90, {}, OTHER_EPOCH);
    const quote = { _id: idOf(2), senderId: PEER, text: 'message 2', change: 2 };
    page = { messages: [row(70), row(71, { replyTo: quote })], hasMore: true, ...answered };
    besides = {
      [`before=${idOf(2)}`]: { messages: [row(1)], hasMore: false, ...answered },
      [`after=${idOf(1)}`]: { messages: [row(2)], hasMore: true, ...answered },
      [`after=${idOf(2)}`]: { messages: [row(3)], hasMore: true, ...answered },
    };
    await follow({ reset: true, ...answered }, { messages: [], hasMore: false, ...answered });
    selectUser(PEER);
    load(1, 2, 3);
    queryClient.setQueryData(messageKeys.tail(PEER), [row(4, { key: 'k' })]);
    // The server has lost it.
    changed(row(2, { change: 5, text: 'edited', version: 5 }), 3);
    queryClient.setQueryData(messageKeys.images(PEER), { pages: [], pageParams: [] });
    setInView(PEER, idOf(2));
    onTestFinished(() => clearInView(PEER));
    recordCursor(queryClient, PEER, answered);
    await eventually(() => expect(numbersOf(getRows())).toEqual([70, 71]));
    await eventually(() => expect(getFeed(queryClient, PEER).pending).toEqual([]));
    expect(getFeed(queryClient, PEER).cursor).toEqual({ epoch: OTHER_EPOCH, number: 90 });
    expect(getRows()[1]?.replyTo).toEqual(quote);
    expect(queryClient.getQueryData(messageKeys.images(PEER))).toBeUndefined();
    const excerpt = queryClient.getQueryData<Excerpt>(messageKeys.excerpt(PEER));
    expect(numbersOf(excerpt?.pages.flat() ?? [])).toEqual([1, 2, 3]);
  });

  test('what came before the first page is dropped if the server was restored in between (FEED-3)', async () => {
    const answered = known(90, {}, OTHER_EPOCH);
    page = { messages: [row(1)], hasMore: false, ...answered };
    await follow({ reset: true, ...answered }, { messages: [], hasMore: false, ...answered });
    selectUser(PEER);
    hear('newMessage', { ...row(4), before: 3 });
    expect(numbersOf(queryClient.getQueryData(messageKeys.tail(PEER)) ?? [])).toEqual([4]);
    await queryClient.query(messageQueries.history(PEER));
    await eventually(() => expect(numbersOf(getRows())).toEqual([1]));
    await eventually(() => expect(getFeed(queryClient, PEER).pending).toEqual([]));
    expect(getFeed(queryClient, PEER).cursor).toEqual({ epoch: OTHER_EPOCH, number: 90 });
  });

  test('the latest summary counts, and marks rows as seen', async () => {
    await follow();
    load(1, 2, 3);
    queryClient.setQueryData(messageKeys.tail(PEER), [row(4, { senderId: ME, receiverId: PEER })]);
    const summary = { unseen: 2, ownSeen: idOf(1), seen: idOf(4), newest: idOf(4) };
    recordCursor(queryClient, PEER, known(3, { version: 8, ...summary }));
    recordCursor(queryClient, PEER, known(3, { version: 7, unseen: 9 }));
    await eventually(() => expect(getUnseenCount(PEER)).toBe(2));
    expect(getRows().map(({ seen }) => seen)).toEqual([true, false, false, true]);
    // An event that a summary counts already.
    hear('newMessage', { ...row(3), before: 2, summaryVersion: 8 });
    expect(getUnseenCount(PEER)).toBe(2);
    hear('newMessage', { ...row(5), before: 3, summaryVersion: 9 });
    expect(getUnseenCount(PEER)).toBe(3);
  });
});
