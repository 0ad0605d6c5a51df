/** The connection, and what is true after it was gone, in front of both backends. */
import 'fake-indexeddb/auto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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
import { listUsers } from '../../src/api/people.ts';
import { noteAnnounced, realtimeQueries } from '../../src/backend/connection.ts';
import { getConversation } from '../../src/conversation/conversation.ts';
import { getFeed } from '../../src/conversation/feed.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { messageQueries } from '../../src/conversation/messages.ts';
import { openOutbox } from '../../src/outbox/open-outbox.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { IDEMPOTENCY_HEADER } from '../../src/protocol/http.ts';
import { createChanges } from '../../src/realtime/changes.ts';
import { openConnection } from '../../src/realtime/connection.ts';
import { getMe } from '../../src/session/auth.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { getUnseenCount } from '../../src/stores/unseen.ts';
import { notify } from '../../src/ui/notify.ts';
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
import { startFaultProxy } from '../support/fault-proxy.ts';
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

  test('a message to the open conversation appears and is marked as seen (STATE-8, CALL-8)', async () => {
    const { backend, me, peer, open, getTexts } = await start();
    selectUser(peer.id);
    await open(peer.id);
    await sendByCall(backend, peer, me, { text: 'hello' });
    await eventually(() => expect(getTexts(peer.id)).toEqual(['hello']));
    await eventually(async () => expect(await countUnseen(backend, me, peer.id)).toBe(0));
    expect(getUnseenCount(peer.id)).toBe(0);
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

  test('a message from anybody else counts, until they are selected', async () => {
    const { backend, me, peer } = await start();
    await sendByCall(backend, peer, me, { text: 'hello' });
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(1));
    selectUser(peer.id);
    expect(getUnseenCount(peer.id)).toBe(0);
  });

  test('what waits for its next try is fetched at once when the connection is back', async () => {
    const { backend, peer, queryClient, status } = await start();
    await backend.stop();
    await eventually(() => expect(status()).toBe('reconnecting'));
    const queryKey = ['waiting'];
    const answer = queryClient.query({
      queryKey,
      queryFn: ({ signal }) => listUsers(signal),
      retryDelay: 1e9,
    });
    await eventually(() =>
      expect(queryClient.getQueryState(queryKey)?.fetchFailureCount).toBeGreaterThan(0),
    );
    await backend.start();
    expect((await answer).users.map(({ _id }) => _id)).toContain(peer.id);
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
    const connection = () => queryClient.getQueryData(realtimeQueries.connection().queryKey);
    // While the server starts, a connection may begin by polling.
    await eventually(() =>
      expect(connection()).toMatchObject({ status: 'connected', transport: 'websocket' }),
    );
    expect(connection()?.reconnects).toBeGreaterThan(0);
    expect(backend.plain?.trespasses ?? []).toEqual([]);
  });

  test('with changes, only what changed in a gap is fetched', async () => {
    const { backend, me, peer, queryClient, open, getTexts, close } = await start();
    if (name !== 'our server') return;
    selectUser(peer.id);
    await sendByCall(backend, peer, me, { text: 'before' });
    await open(peer.id);
    close();
    for (const text of ['a', 'b']) await sendByCall(backend, peer, me, { text });
    noteAnnounced(queryClient, FEATURES);
    const changes = createChanges(queryClient);
    onTestFinished(changes.close);
    const [page] = getConversation(queryClient, peer.id)?.history.pages ?? [];
    await changes.compare();
    expect(getTexts(peer.id)).toEqual(['before', 'a', 'b']);
    const { history, tail } = getConversation(queryClient, peer.id) ?? {};
    expect(history?.pages[0]?.[0]).toBe(page?.[0]);
    const { cursor, held, summary } = getFeed(queryClient, peer.id);
    expect(cursor?.number).toBe(tail?.at(-1)?.change);
    expect(held).toEqual([]);
    expect(summary?.newest).toBe(tail?.at(-1)?._id);
    // Now this window knows everything: nothing is fetched.
    const known = getConversation(queryClient, peer.id);
    await changes.compare();
    expect(getConversation(queryClient, peer.id)?.tail).toBe(known?.tail);
  });

  test('missed messages of others are in their counts after the return', async () => {
    const { backend, me, peer, status } = await start();
    await backend.stop();
    await eventually(() => expect(status()).toBe('reconnecting'));
    await backend.start();
    await sendByCall(backend, peer, me, { text: 'missed' });
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(1));
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

  test('what another window of this browser sends appears once, whoever tells of it', async () => {
    const { backend, me, peer, queryClient, open, getTexts } = await start();
    selectUser(peer.id);
    await open(peer.id);
    const other = new BroadcastChannel('duet-own-windows');
    onTestFinished(() => other.close());
    const told: unknown[] = [];
    other.addEventListener('message', ({ data }) => told.push(readField(data, 'news')));
    openOutbox(queryClient).send(peer.id, { text: 'from here' });
    await eventually(() => expect(getTexts(peer.id)).toEqual(['from here']));
    const sent = () => told.filter((news) => readField(news, 'kind') === 'sent');
    if (backend.plain) await eventually(() => expect(sent()).toHaveLength(1));

    const answer = await callApi(backend, 'POST', `/messages/send/${peer.id}`, {
      token: me.token,
      body: { text: 'from there' },
    });
    const message = readField(answer, 'newMessage');
    const foreign = { _id: 'f'.repeat(24), senderId: peer.id, text: 'of another account' };
    const createdAt = new Date().toISOString();
    other.postMessage({
      accountId: peer.id,
      news: { kind: 'sent', peerId: peer.id, message: { ...foreign, createdAt, seen: false } },
    });
    for (const accountId of [me.id, me.id]) {
      other.postMessage({ accountId, news: { kind: 'sent', peerId: peer.id, message } });
    }
    await eventually(() => expect(getTexts(peer.id)).toEqual(['from here', 'from there']));
    if (!backend.plain) expect(sent()).toEqual([]);
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

  test('what arrives in another window of this browser appears here, and is counted once', async () => {
    const { backend, me, peer, open, getTexts } = await start();
    await open(peer.id);
    const other = new BroadcastChannel('duet-own-windows');
    onTestFinished(() => other.close());
    const told: unknown[] = [];
    other.addEventListener('message', ({ data }) => told.push(readField(data, 'news')));
    const arrived = (id: string, text: string) => ({
      accountId: me.id,
      news: {
        kind: 'arrived',
        payload: [
          { _id: id, senderId: peer.id, text, seen: false, createdAt: new Date().toISOString() },
        ],
      },
    });
    other.postMessage(arrived('f'.repeat(24), 'heard there'));
    other.postMessage(arrived('f'.repeat(24), 'heard there'));
    await eventually(() => expect(getTexts(peer.id)).toEqual(['heard there']));
    expect(getUnseenCount(peer.id)).toBe(1);
    expect(told).toEqual([]);

    await sendByCall(backend, peer, me, { text: 'heard here' });
    await eventually(() => expect(getTexts(peer.id)).toContain('heard here'));
    if (backend.plain) await eventually(() => expect(told).toMatchObject([{ kind: 'arrived' }]));
    else expect(told).toEqual([]);
  });

  test('what another window of this browser has seen is not counted here', async () => {
    const { backend, me, peer } = await start();
    const other = new BroadcastChannel('duet-own-windows');
    onTestFinished(() => other.close());
    const first = await sendByCall(backend, peer, me, { text: 'one' });
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(1));
    const tell = (upTo: string) =>
      other.postMessage({ accountId: me.id, news: { kind: 'seen', peerId: peer.id, upTo } });
    tell(first);
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(0));
    await callApi(backend, 'PUT', `/messages/mark/${first}`, { token: me.token });
    await sendByCall(backend, peer, me, { text: 'two' });
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(1));
    // Too old to say that all is seen: the server is asked.
    tell(first);
    await sendByCall(backend, peer, me, { text: 'three' });
    await eventually(() => expect(getUnseenCount(peer.id)).toBe(2));
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

describe('In front of our server alone', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startCrossOriginBackend('our server');
  });
  afterAll(() => backend.dispose());

  test('all its abilities are known', async () => {
    const { queryClient } = await openLiveWindow(backend);
    const features = queryClient.getQueryData(realtimeQueries.features().queryKey);
    expect([...(features ?? [])]).toContain('idempotency');
  });

  test('somebody who joins is in the list, though no list is answered any more', async () => {
    const { queryClient } = await openLiveWindow(backend);
    const { fetch } = globalThis;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return url.endsWith('/messages/users') ? new Promise(() => {}) : fetch(input, init);
    });
    const newcomer = await register(backend, makePerson('Joan'));
    await eventually(() =>
      expect(getUsers(queryClient)?.map(({ _id }) => _id)).toContain(newcomer.id),
    );
  });

  test('a long gap begins the conversation anew, with nothing missing after it', async () => {
    const { me, peer, open, getTexts, status } = await openLiveWindow(backend);
    selectUser(peer.id);
    await sendByCall(backend, peer, me, { text: 'before' });
    await open(peer.id);
    await backend.stop();
    await eventually(() => expect(status()).toBe('reconnecting'));
    setLookedAt(false);
    await backend.start();
    for (let batch = 0; batch < 14; batch += 1) {
      const numbers = Array.from({ length: 50 }, (_, index) => batch * 50 + index);
      await Promise.all(numbers.map((text) => sendByCall(backend, peer, me, { text: `${text}` })));
    }
    const stored = await callApi(backend, 'GET', `/messages/${me.id}?peek=true`, {
      token: peer.token,
    });
    const texts = textsOf(stored);
    // The newest may be told of before what lies between has been read.
    await eventually(() => expect(getTexts(peer.id).slice(-650)).toEqual(texts.slice(-650)));
    expect(new Set(getTexts(peer.id)).size).toBe(getTexts(peer.id).length);
  });

  /** A window whose connection runs through a bad network, while others reach the server directly. */
  async function startBehindProxy() {
    const proxy = await startFaultProxy(backend.url);
    onTestFinished(proxy.close);
    return { proxy, ...(await openLiveWindow({ url: proxy.url })) };
  }

  test('an own message that is answered during a gap hides nothing that was missed before it', async () => {
    const { proxy, me, peer, queryClient, open, getTexts, status } = await startBehindProxy();
    selectUser(peer.id);
    await sendByCall(backend, peer, me, { text: 'before' });
    await open(peer.id);
    await eventually(() => expect(getTexts(peer.id)).toEqual(['before']));
    proxy.setSocketsRefused(true);
    await eventually(() => expect(status()).toBe('reconnecting'));
    // More than a page: the newest page alone does not reach back to the gap.
    const missed = Array.from({ length: 60 }, (_, index) => `missed ${index}`);
    for (const text of missed) await sendByCall(backend, peer, me, { text });
    openOutbox(queryClient).send(peer.id, { text: 'own' });
    await eventually(() => expect(getTexts(peer.id)).toContain('own'));
    proxy.setSocketsRefused(false);
    await eventually(() => expect(getTexts(peer.id)).toEqual(['before', ...missed, 'own']));
  });

  test('each try to send carries the key of the first, and the message is stored once', async () => {
    const { proxy, me, peer, queryClient, open, getTexts } = await startBehindProxy();
    await open(peer.id);
    const send = { method: 'POST', path: /send/ };
    proxy.faults.script(send, { kind: 'cut' }, 2);
    openOutbox(queryClient).send(peer.id, { text: 'hello' });
    await eventually(() => expect(getTexts(peer.id)).toEqual(['hello']));
    const keys = proxy.calls
      .filter(({ method, path }) => method === 'POST' && send.path.test(path))
      .map(({ headers }) => headers[IDEMPOTENCY_HEADER.toLowerCase()]);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    const stored = await callApi(backend, 'GET', `/messages/${me.id}`, { token: peer.token });
    expect(textsOf(stored)).toEqual(['hello']);
  });

  test('each message that arrives is reported as delivered to its sender', async () => {
    const { me, peer } = await openLiveWindow(backend);
    const readDelivered = async () => {
      const answer = await callApi(backend, 'GET', `/messages/${me.id}`, { token: peer.token });
      const messages = readField(answer, 'messages');
      return Array.isArray(messages) ? messages.map((one) => readField(one, 'delivered')) : [];
    };
    for (const count of [1, 2, 3]) {
      await sendByCall(backend, peer, me, { text: `${count}` });
      const expected = Array.from({ length: count }, () => true);
      await eventually(async () => expect(await readDelivered()).toEqual(expected));
    }
  });

  test('the sender hears that a message was delivered and seen', async () => {
    const { me, peer, queryClient, open } = await openLiveWindow(backend);
    selectUser(peer.id);
    await open(peer.id);
    openOutbox(queryClient).send(peer.id, { text: 'hello' });
    const tail = () => getConversation(queryClient, peer.id)?.tail ?? [];
    await eventually(() => expect(tail()).toHaveLength(1));
    expect(tail()[0]?.seen).toBe(false);
    await callApi(backend, 'GET', `/messages/${me.id}`, { token: peer.token });
    await eventually(() => expect(tail()[0]?.seen).toBe(true));
  });

  test('a session that the server ends closes with one notification', async () => {
    const { me, status } = await openLiveWindow(backend);
    const notified = vi.spyOn(notify, 'error');
    await callApi(backend, 'POST', '/auth/logout', { token: me.token });
    await eventually(() => expect(localStorage.getItem('token')).toBeNull());
    expect(notified).toHaveBeenCalledTimes(1);
    expect(status()).not.toBe('connected');
  });
});

test('Who turns to a window asks the server whether it is still there', async () => {
  const plain = await startPlainBackend({ clientOrigin: location.origin });
  onTestFinished(plain.stop);
  const { queryClient } = await openLiveWindow(plain);
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
  setLookedAt(false);
  setLookedAt(true);
  // This one does not know the question, and says so.
  await eventually(() => expect(plain.trespasses).toContain('socket: unknown event pulse'));
});

/** Has a person connect to this server in place of the one where they are signed in; returns its address. */
async function connectTo(server: Server): Promise<string> {
  const plain = await startPlainBackend({ clientOrigin: location.origin });
  onTestFinished(plain.stop);
  const { queryClient } = await openLiveWindow(plain);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const url = `http://127.0.0.1:${address.port}`;
  vi.stubEnv('PUBLIC_API_URL', url);
  const close = openConnection(queryClient);
  onTestFinished(() => {
    close();
    server.closeAllConnections();
    server.close();
  });
  return url;
}

test('A connection that the server ends, and not the session, is opened anew a while later', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end());
  const sockets = new SocketServer(server, { cors: { origin: location.origin } });
  let connections = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    if (connections === 1) socket.disconnect(true);
  });
  await connectTo(server);
  await eventually(() => expect(connections).toBe(2));
});

test('Who turns to a window that is being connected does not begin that anew', async () => {
  let handshakes = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  server.on('upgrade', () => {
    handshakes += 1;
  });
  const url = await connectTo(server);
  await eventually(() => expect(handshakes).toBe(1));
  for (let turn = 0; turn < 3; turn += 1) {
    setLookedAt(true);
    // A connection begun by that would arrive before this call.
    await fetch(url);
  }
  expect(handshakes).toBe(1);
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

  test('a message that is told of while it is read stands once', async () => {
    const { plain, peer, queryClient, open, tell, store, texts } = await startMoment();
    const first = store('one', 'b');
    store('two', 'a');
    const { promise: isHeard, resolve: release } = Promise.withResolvers<void>();
    const path = new RegExp(`^/messages/${peer.id}$`);
    plain.faults.script({ method: 'GET', path }, { kind: 'holdAnswer', until: isHeard });
    const opening = open(peer.id);
    await eventually(() => expect(plain.calls.some((call) => path.test(call.path))).toBe(true));
    tell(first);
    const tail = () => queryClient.getQueryData(messageKeys.tail(peer.id));
    await eventually(() => expect(tail()).toHaveLength(1));
    release();
    await opening;
    expect(texts()).toEqual(['one', 'two']);
    expect(tail()).toHaveLength(1);
  });
});
