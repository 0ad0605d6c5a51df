/** The connection, and what is true after it was gone, in front of both backends. */
import 'fake-indexeddb/auto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server as SocketServer } from 'socket.io';
import { io } from 'socket.io-client';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { getConversation } from '../../src/conversation/conversation.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { messageQueries } from '../../src/conversation/messages.ts';
import { openOutbox } from '../../src/outbox/open-outbox.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import { openConnection } from '../../src/realtime/connection.ts';
import { getMe } from '../../src/session/auth.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { getUnseenCount } from '../../src/stores/unseen.ts';
import {
  BACKEND_NAMES,
  type Backend,
  callApi,
  makePerson,
  readField,
  register,
  sendByCall,
} from '../support/backends.ts';
import { eventually } from '../support/eventually.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { startPlainBackend } from '../support/plain-backend.ts';
import type { PlainMessage } from '../support/plain-world.ts';
import { openLiveWindow, startCrossOriginBackend } from './support/live-window.ts';
import { setLookedAt } from './support/window.ts';

beforeEach(() => setLookedAt(true));

function textsOf(answer: unknown): unknown[] {
  const messages = readField(answer, 'messages');
  return Array.isArray(messages) ? messages.map((message) => readField(message, 'text')) : [];
}

describe.each(BACKEND_NAMES)('In front of %s', (name) => {
  // Each test has people of its own.
  let backend: Backend;
  beforeAll(async () => {
    backend = await startCrossOriginBackend(name);
  });
  afterAll(() => backend.dispose());

  const start = async () => ({ backend, ...(await openLiveWindow(backend)) });

  /** How many of the messages to `reader` their sender knows to be unseen. */
  async function countUnseen(backend: Backend, reader: { token: string }, senderId: string) {
    const answer = await callApi(backend, 'GET', '/messages/users', { token: reader.token });
    return Number(readField(readField(answer, 'unseenMessages'), senderId) ?? 0);
  }

  test('a message to the open conversation appears and is marked as seen, and its answer as far as the server tells (STATE-8, CALL-8)', async () => {
    const { backend, me, peer, queryClient, open, getTexts } = await start();
    selectUser(peer.id);
    await open(peer.id);
    await sendByCall(backend, peer, me, { text: 'hello' });
    await sendByCall(backend, peer, me, { image: makeDataUrl(makePng(2, 2)) });
    await eventually(() => expect(getTexts(peer.id)).toEqual(['hello', undefined]));
    await eventually(async () => expect(await countUnseen(backend, me, peer.id)).toBe(0));
    expect(getUnseenCount(peer.id)).toBe(0);
    // The bytes of pictures are held by the browser.
    const entries = queryClient.getQueriesData({ queryKey: messageKeys.conversation(peer.id) });
    expect(JSON.stringify(entries)).not.toContain('base64');
    openOutbox(queryClient).send(peer.id, { text: 'answer' });
    await eventually(() => expect(getTexts(peer.id)).toHaveLength(3));
    await callApi(backend, 'GET', `/messages/${me.id}`, { token: peer.token });
    const isSeen = () => getConversation(queryClient, peer.id)?.tail.at(-1)?.seen;
    if (!backend.plain) await eventually(() => expect(isSeen()).toBe(true));
    expect(backend.plain?.trespasses ?? []).toEqual([]);
  });

  test('it is marked only when the person turns to the window', async () => {
    const { backend, me, peer, open, getTexts } = await start();
    selectUser(peer.id);
    await open(peer.id);
    setLookedAt(false);
    for (const text of ['one', 'two', 'three', 'four', 'five']) {
      await sendByCall(backend, peer, me, { text });
    }
    await eventually(() => expect(getTexts(peer.id)).toHaveLength(5));
    expect(await countUnseen(backend, me, peer.id)).toBe(5);
    expect(getUnseenCount(peer.id)).toBe(5);
    setLookedAt(true);
    await eventually(async () => expect(await countUnseen(backend, me, peer.id)).toBe(0));
    expect(getUnseenCount(peer.id)).toBe(0);
    expect(backend.plain?.trespasses ?? []).toEqual([]);
  });

  test('what was missed while the server was away appears once, in order', async () => {
    const { backend, me, peer, queryClient, open, getTexts, status } = await start();
    selectUser(peer.id);
    await sendByCall(backend, peer, me, { text: 'before' });
    await open(peer.id);
    await backend.stop();
    await eventually(() => expect(status()).toBe('reconnecting'));
    openOutbox(queryClient).send(peer.id, { text: 'mine' });
    await backend.start();
    // Before the connection is back, so that no event tells of it.
    await sendByCall(backend, peer, me, { text: 'missed' });
    await eventually(() => expect(status()).toBe('connected'));
    await eventually(() => expect(getTexts(peer.id)).toHaveLength(3));
    expect(new Set(getTexts(peer.id))).toEqual(new Set(['before', 'missed', 'mine']));
    const stored = await callApi(backend, 'GET', `/messages/${peer.id}`, { token: me.token });
    expect(getTexts(peer.id)).toEqual(textsOf(stored));
    expect(backend.plain?.trespasses ?? []).toEqual([]);
  });

  test('a conversation that is not open is complete after a gap, and read when it is opened (FEED-5)', async () => {
    const { backend, me, peer, queryClient, open, getTexts, status } = await start();
    await open(peer.id);
    await backend.stop();
    await eventually(() => expect(status()).toBe('reconnecting'));
    await backend.start();
    await sendByCall(backend, peer, me, { text: 'missed' });
    await eventually(() => expect(status()).toBe('connected'));
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(1));
    // A plain backend would mark what it answers as seen, so there the conversation is fetched when it is opened.
    if (backend.plain) expect(getConversation(queryClient, peer.id)).toBeUndefined();
    else await eventually(() => expect(getTexts(peer.id)).toEqual(['missed']));
    expect(await countUnseen(backend, me, peer.id)).toBe(1);
    selectUser(peer.id);
    await queryClient.query(messageQueries.history(peer.id));
    expect(getTexts(peer.id)).toEqual(['missed']);
  });

  test('the open conversation is not read while nobody looks, unless that leaves no trace', async () => {
    const { backend, me, peer, open, getTexts, status } = await start();
    selectUser(peer.id);
    await open(peer.id);
    setLookedAt(false);
    await backend.stop();
    await eventually(() => expect(status()).toBe('reconnecting'));
    await backend.start();
    await sendByCall(backend, peer, me, { text: 'missed' });
    await eventually(() => expect(status()).toBe('connected'));
    if (backend.plain) expect(getTexts(peer.id)).toEqual([]);
    else await eventually(() => expect(getTexts(peer.id)).toEqual(['missed']));
    expect(await countUnseen(backend, me, peer.id)).toBe(1);
    setLookedAt(true);
    await eventually(() => expect(getTexts(peer.id)).toEqual(['missed']));
    await eventually(async () => expect(await countUnseen(backend, me, peer.id)).toBe(0));
  });

  test('a connection that was silent for long is opened anew when the person comes back, and the session is not asked for', async () => {
    const { queryClient, me } = await start();
    const fetching = vi.spyOn(globalThis, 'fetch');
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 31_000);
    setLookedAt(true);
    await eventually(() => {
      const connection = queryClient.getQueryData(realtimeQueries.connection().queryKey);
      expect(connection).toMatchObject({ status: 'connected', reconnects: 1 });
    });
    const asked = fetching.mock.calls.map(([input]) =>
      input instanceof Request ? input.url : `${input}`,
    );
    expect(asked.filter((url) => url.endsWith('/auth/check'))).toEqual([]);
    expect(getMe(queryClient)?._id).toBe(me.id);
  });

  test('windows of this browser tell each other what came, is sent and is seen, as far as the server does not, and nothing of another account', async () => {
    const { me, peer, queryClient, open, getTexts } = await start();
    await open(peer.id);
    const other = new BroadcastChannel('duet-own-windows');
    onTestFinished(() => other.close());
    const told: unknown[] = [];
    other.addEventListener('message', ({ data }) =>
      told.push(readField(readField(data, 'news'), 'kind')),
    );
    const tell = (news: object, accountId = me.id) => other.postMessage({ accountId, news });
    const createdAt = new Date().toISOString();
    const arrived = { _id: 'f'.repeat(24), senderId: peer.id, text: 'one', seen: false, createdAt };
    const foreign = { ...arrived, _id: 'e'.repeat(24) };
    tell({ kind: 'arrived', payload: [foreign] }, peer.id);
    for (let time = 0; time < 2; time += 1) tell({ kind: 'arrived', payload: [arrived] });
    const sent = { ...arrived, _id: 'd'.repeat(24), senderId: me.id, text: 'two' };
    tell({ kind: 'sent', peerId: peer.id, message: sent });
    await eventually(() => expect(getTexts(peer.id).toSorted()).toEqual(['one', 'two']));
    expect(getUnseenCount(peer.id)).toBe(1);
    tell({ kind: 'seen', peerId: peer.id, upTo: arrived._id });
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(0));
    expect(told).toEqual([]);

    openOutbox(queryClient).send(peer.id, { text: 'three' });
    await sendByCall(backend, peer, me, { text: 'four' });
    await eventually(() => expect(getTexts(peer.id)).toHaveLength(4));
    const news = () => expect(told.toSorted()).toEqual(backend.plain ? ['arrived', 'sent'] : []);
    await eventually(news);
  });

  test('somebody who has just signed up is in the list, and online (STATE-10)', async () => {
    const { queryClient } = await start();
    const newcomer = await register(backend, makePerson('Joan'));
    const socket = io(backend.url, {
      transports: ['websocket'],
      query: { userId: newcomer.id },
      auth: { token: newcomer.token },
    });
    onTestFinished(() => {
      socket.close();
    });
    await eventually(() => {
      expect(queryClient.getQueryData(userQueries.online().queryKey)).toContain(newcomer.id);
      expect(getUsers(queryClient)?.map(({ _id }) => _id)).toContain(newcomer.id);
    });
    socket.close();
    await eventually(() =>
      expect(queryClient.getQueryData(userQueries.online().queryKey)).not.toContain(newcomer.id),
    );
  });
});

test('A connection that the server ends, and not the session, is opened anew a while later', async () => {
  const plain = await startPlainBackend({ clientOrigin: location.origin });
  onTestFinished(plain.stop);
  const { queryClient } = await openLiveWindow(plain);
  const server = createServer((_request, response) => response.writeHead(503).end());
  const sockets = new SocketServer(server, { cors: { origin: location.origin } });
  let connections = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    if (connections === 1) socket.disconnect(true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  vi.stubEnv('PUBLIC_API_URL', `http://127.0.0.1:${address.port}`);
  const close = openConnection(queryClient);
  onTestFinished(() => {
    close();
    server.closeAllConnections();
    server.close();
  });
  await eventually(() => expect(connections).toBe(2));
});

describe('In front of a plain backend whose ids tell no order', () => {
  /** Grace says what a test tells her, all in one moment. */
  async function startMoment() {
    const plain = await startPlainBackend({ clientOrigin: location.origin });
    onTestFinished(plain.stop);
    const live = await openLiveWindow(plain);
    const { me, peer } = live;
    const createdAt = new Date().toISOString();
    const tell = (message: PlainMessage) => plain.emitTo(me.id, 'newMessage', message);
    function store(text: string, idDigit: string): PlainMessage {
      const _id = idDigit.repeat(24);
      const message = { _id, senderId: peer.id, receiverId: me.id, text, seen: false, createdAt };
      plain.world.messages.push(message);
      return { ...message };
    }
    selectUser(peer.id);
    return { ...live, plain, tell, store, texts: () => live.getTexts(peer.id) };
  }

  test('messages of one moment stand in the order in which they came, also after a gap', async () => {
    const { plain, peer, open, status, tell, store, texts } = await startMoment();
    await open(peer.id);
    const first = store('one', 'd');
    tell(first);
    tell(store('two', 'c'));
    await eventually(() => expect(texts()).toEqual(['one', 'two']));
    plain.cutSockets();
    store('three', 'b');
    await eventually(() => expect(status()).toBe('reconnecting'));
    await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
    tell(first);
    tell(store('four', 'a'));
    await eventually(() => expect(texts()).toEqual(['one', 'two', 'three', 'four']));
  });

  test('a message that nobody told of is there when its conversation is opened again', async () => {
    const { plain, peer, queryClient, open, store, texts } = await startMoment();
    await open(peer.id);
    clearSelection();
    store('one', 'a');
    selectUser(peer.id);
    await eventually(() => expect(texts()).toEqual(['one']));
    clearSelection();
    store('two', 'b');
    await queryClient.refetchQueries(userQueries.list());
    expect(getUnseenCount(peer.id)).toBe(1);
    const path = new RegExp(`^/messages/${peer.id}$`);
    const countReads = () => plain.calls.filter((call) => path.test(call.path)).length;
    const before = countReads();
    selectUser(peer.id);
    // Counted in what is loaded, the unread line would stand above an older message.
    expect(getConversation(queryClient, peer.id)).toBeUndefined();
    await open(peer.id);
    expect(texts()).toEqual(['one', 'two']);
    expect(countReads()).toBe(before + 1);
    expect(plain.trespasses).toEqual([]);
  });
});
