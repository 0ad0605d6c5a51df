/** Sending: nothing is lost, nothing goes out twice, and what failed says why. */
import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import type { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { showChanged } from '../../src/conversation/changes.ts';
import { receiveMessage } from '../../src/conversation/conversation.ts';
import { readMessages } from '../../src/conversation/fetch.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { listLocal } from '../../src/lib/local-values.ts';
import { createBackoff } from '../../src/outbox/entries.ts';
import { idOf, listStored, store } from '../../src/outbox/storage.ts';
import { userQueries } from '../../src/people/users.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { IDEMPOTENCY_HEADER } from '../../src/protocol/http.ts';
import { authQueries } from '../../src/session/auth.ts';
import { logOut } from '../../src/session/log-out.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import { notify } from '../../src/ui/notify.ts';
import type { Fault } from '../support/call-faults.ts';
import { eventually } from '../support/eventually.ts';
import type { PlainBackend } from '../support/plain-backend.ts';
import { makeCoarseStamp, stampFinely } from '../support/plain-world.ts';
import { openWindow, setLookedAt, setOnline, startWorld } from './support/window.ts';

/** How a server dates messages: the contract promises neither fine times nor ids that tell an order. */
const STAMPS = [
  ['of moments of their own', () => stampFinely],
  ['of one moment', makeCoarseStamp],
] as const;
const SEND = { method: 'POST', path: /send/ };

beforeEach(() => {
  // What browsers have and happy-dom lacks: Node's own, which does not take happy-dom's signals.
  const request = (
    name: string,
    { ifAvailable = false }: LockOptions,
    use: (lock: Lock | null) => Promise<void>,
  ) => locks.request(name, { ifAvailable }, use);
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  setLookedAt(true);
});

afterEach(() => {
  setOnline(true);
});

/** How far the one message in the outbox is. */
const readDelivery = (queryClient: QueryClient): unknown =>
  queryClient.getMutationCache().getAll()[0]?.meta?.delivery;

/** From now on IndexedDB has no room for anything more, until the spy is restored. */
function fillDisk() {
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
}

/** The browser closes the databases of a living page, without an event. */
function closeDatabases(): void {
  const isOpened = new WeakSet<IDBDatabase>();
  const { open } = indexedDB;
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (
    this: IDBFactory,
    ...names
  ) {
    const request = open.apply(this, names);
    request.addEventListener('success', () => isOpened.add(request.result));
    return request;
  });
  const { transaction } = IDBDatabase.prototype;
  const closed = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...scope
  ) {
    if (isOpened.has(this)) return transaction.apply(this, scope);
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  onTestFinished(() => {
    opening.mockRestore();
    closed.mockRestore();
  });
}

/** From now on whoever asks IndexedDB waits, until the test is over. */
async function holdDisk(): Promise<void> {
  const opening = indexedDB.open('duet-outbox');
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const messages = opening.result.transaction('messages', 'readwrite').objectStore('messages');
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    opening.result.close();
  });
  const goOn = () => {
    if (!isOver) messages.count().onsuccess = goOn;
  };
  goOn();
}

describe('A sent message', () => {
  test('stands in the outbox at once and in the conversation when it is answered (STATE-7)', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    outbox.send(peer._id, { text: 'hello' });
    expect(getOutbox(peer._id)).toMatchObject([{ content: { text: 'hello' }, state: 'sending' }]);
    await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
    expect(getOutbox(peer._id)).toEqual([]);
    expect(backend.trespasses).toEqual([]);
  });

  test('keeps its key when it is answered, so that its element stays', async () => {
    const { peer } = await startWorld();
    const { queryClient, outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    outbox.send(peer._id, { text: 'hello' });
    const [{ key } = { key: '' }] = getOutbox(peer._id);
    await eventually(() => expect(getTexts(peer._id)).toHaveLength(1));
    expect(queryClient.getQueryData(['messages', peer._id, 'tail'])).toMatchObject([{ key: key }]);
  });

  test('goes out after those before it, in the order they were written', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getTexts } = await openWindow();
    await load(peer._id);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
    for (const text of ['one', 'two', 'three']) outbox.send(peer._id, { text });
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    release();
    await eventually(() => expect(getTexts(peer._id)).toEqual(['one', 'two', 'three']));
    expect(backend.world.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });

  test.each([429, 408, 503])('waits visibly after %i and goes out once', async (status) => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    const notified = vi.spyOn(notify, 'error');
    const refusal = { kind: 'status', status, message: 'Not now.' } as const;
    backend.faults.script(SEND, refusal, 2);
    outbox.send(peer._id, { text: 'hello' });
    outbox.send(peer._id, { text: 'and more' });
    await eventually(() =>
      expect(getOutbox(peer._id).map(({ state }) => state)).toEqual(['waiting', 'waiting']),
    );
    outbox.wake();
    await eventually(() => expect(getTexts(peer._id)).toEqual(['hello', 'and more']));
    expect(backend.world.messages).toHaveLength(2);
    expect(notified).not.toHaveBeenCalled();
  });

  test('waits to hear what the server can do, and carries a key where it knows keys', async () => {
    const { backend, peer } = await startWorld();
    const { queryClient, outbox } = await openWindow();
    const { queryKey } = realtimeQueries.features();
    queryClient.setQueryData(queryKey, null);
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(readDelivery(queryClient)).toMatchObject({ attempt: 1 }));
    queryClient.setQueryData(queryKey, new Set(FEATURES));
    // This one knows no keys, and says so.
    const trespass = `preflight: unknown header ${IDEMPOTENCY_HEADER.toLowerCase()}`;
    await eventually(() => expect(backend.trespasses).toContain(trespass));
    expect(backend.world.messages).toEqual([]);
  });

  test('goes out, and is answered, although the browser says that there is no network', async () => {
    const { peer } = await startWorld();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { queryClient, outbox, load, getTexts } = await openWindow();
    window.dispatchEvent(new Event('offline'));
    expect(await queryClient.query(userQueries.list())).toHaveLength(1);
    await load(peer._id);
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
  });

  test('waits while there is no network and goes out when there is', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    setOnline(false);
    outbox.send(peer._id, { text: 'one' });
    outbox.send(peer._id, { text: 'two' });
    await eventually(() =>
      expect(getOutbox(peer._id).map(({ state }) => state)).toEqual(['waiting', 'waiting']),
    );
    expect(backend.world.messages).toEqual([]);
    setOnline(true);
    await eventually(() => expect(getTexts(peer._id)).toEqual(['one', 'two']));
  });

  test('goes out of a conversation that was opened offline as well, and is not gone before that has come', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getTexts, getOutbox } = await openWindow();
    selectUser(peer._id);
    setOnline(false);
    load(peer._id).catch(() => undefined);
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'waiting' }]));
    setOnline(true);
    await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
    expect(backend.world.messages).toHaveLength(1);
  });

  test('waits in a page that the server has not answered yet, also when its conversation is left', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, outbox, load, getOutbox } = await openWindow();
    // As a page that shows an earlier visit, without a server.
    queryClient.setQueryData(authQueries.me().queryKey, me, { updatedAt: 0 });
    queryClient.setQueryData(realtimeQueries.features().queryKey, null);
    await backend.stop();
    selectUser(peer._id);
    load(peer._id).catch(() => undefined);
    outbox.send(peer._id, { text: 'hello' });
    clearSelection();
    const readTries = () => queryClient.getMutationCache().getAll()[0]?.state.failureCount;
    await eventually(() => expect(readTries()).toBeGreaterThan(1));
    expect(getOutbox(peer._id)).toMatchObject([{ state: 'waiting' }]);
    await backend.start();
    queryClient.setQueryData(realtimeQueries.features().queryKey, new Set<Feature>());
    outbox.wake();
    await eventually(() => expect(backend.world.messages).toMatchObject([{ text: 'hello' }]));
  });

  test('that the server does not take holds up nothing else that waited for the network', async () => {
    const { backend, peer } = await startWorld();
    const { queryClient, outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'status', status: 503 }, 1e6);
    setOnline(false);
    outbox.send(peer._id, { text: 'hello' });
    const people = queryClient.query(userQueries.list());
    setOnline(true);
    expect(await people).toHaveLength(1);
    expect(getOutbox(peer._id)).toHaveLength(1);
  });

  test('stays on the screen where what was said before cannot be loaded, and in its place when it can', async () => {
    const { backend, me, peer } = await startWorld();
    backend.world.send(peer._id, me._id, { text: 'before' });
    const { queryClient, outbox, load, getTexts, getOutbox } = await openWindow();
    selectUser(peer._id);
    backend.faults.script({ method: 'GET', path: /messages/ }, { kind: 'status', status: 404 });
    await expect(load(peer._id)).rejects.toThrow();
    for (const text of ['one', 'two']) outbox.send(peer._id, { text });
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(queryClient.getQueryData(messageKeys.tail(peer._id))).toMatchObject([
      { text: 'one' },
      { text: 'two' },
    ]);
    await load(peer._id);
    outbox.send(peer._id, { text: 'three' });
    await eventually(() => expect(getTexts(peer._id)).toEqual(['before', 'one', 'two', 'three']));
  });
});

describe('A refused message', () => {
  test.each([
    ['an error status', { kind: 'status', status: 413, message: 'This is too large.' }],
    ['success false', { kind: 'refuse', message: 'This is too large.' }],
  ] as const)('by %s fails at once with the reason and one notification', async (_name, fault) => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    const notified = vi.spyOn(notify, 'error');
    backend.faults.script(SEND, fault);
    outbox.send(peer._id, { text: 'first' });
    outbox.send(peer._id, { text: 'second' });
    await eventually(() => expect(getTexts(peer._id)).toEqual(['second']));
    expect(getOutbox(peer._id)).toMatchObject([
      { content: { text: 'first' }, state: 'failed', reason: 'This is too large.' },
    ]);
    expect(notified.mock.calls).toEqual([['This is too large.']]);
  });

  test('goes out by Retry', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'refuse', message: 'No.' });
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'failed' }]));
    outbox.retry(getOutbox(peer._id)[0]?.key ?? '');
    await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
    expect(getOutbox(peer._id)).toEqual([]);
  });

  test('goes out once, whatever is pressed behind Retry', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'refuse', message: 'No.' });
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'failed' }]));
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
    const { key = '' } = getOutbox(peer._id)[0] ?? {};
    outbox.retry(key);
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    outbox.discard(key);
    expect(getOutbox(peer._id)).toMatchObject([{ state: 'sending' }]);
    outbox.retry(key);
    outbox.send(peer._id, { text: 'and more' });
    release();
    await eventually(() => expect(getTexts(peer._id)).toEqual(['hello', 'and more']));
    expect(backend.world.messages).toHaveLength(2);
  });

  test('goes for good by Discard', async () => {
    const { backend, me, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'refuse', message: 'No.' });
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'failed' }]));
    outbox.discard(getOutbox(peer._id)[0]?.key ?? '');
    expect(getOutbox(peer._id)).toEqual([]);
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });

  test('goes for good by Discard also while it waits, tried or not', async () => {
    const { me, peer, backend } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'status', status: 500 });
    outbox.send(peer._id, { text: 'tried' });
    outbox.send(peer._id, { text: 'behind it' });
    const waiting = { state: 'waiting' };
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([waiting, waiting]));
    for (const { key } of getOutbox(peer._id)) outbox.discard(key);
    expect(getOutbox(peer._id)).toEqual([]);
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });
});

describe('A message that the server cannot take for now', () => {
  test('is told of once when that lasts, whatever waits beside it, and goes out in the end', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    vi.spyOn(Math, 'random').mockReturnValue(0);
    selectUser(peer._id);
    await load(peer._id);
    const fault = { kind: 'status', status: 500, message: 'Out of order.' } as const;
    backend.faults.script(SEND, fault, 6);
    outbox.send(peer._id, { text: 'one' });
    outbox.send(peer._id, { text: 'two' });
    await eventually(() => expect(notified.mock.calls).toEqual([['Out of order.']]));
    expect(getOutbox(peer._id)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    await eventually(() => {
      outbox.wake();
      expect(getTexts(peer._id)).toEqual(['one', 'two']);
    });
    expect(notified).toHaveBeenCalledOnce();
    expect(backend.world.messages).toHaveLength(2);
  });

  test('is told of again when one has gone out in between', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getTexts } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    vi.spyOn(Math, 'random').mockReturnValue(0);
    selectUser(peer._id);
    await load(peer._id);
    const sent: string[] = [];
    for (const text of ['one', 'two']) {
      backend.faults.script(SEND, { kind: 'status', status: 500, message: 'Out of order.' }, 4);
      outbox.send(peer._id, { text });
      sent.push(text);
      await eventually(() => {
        outbox.wake();
        expect(getTexts(peer._id)).toEqual(sent);
      });
      expect(notified).toHaveBeenCalledTimes(sent.length);
    }
  });

  test('is not told of when a retry succeeds soon', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getTexts } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    vi.spyOn(Math, 'random').mockReturnValue(0);
    selectUser(peer._id);
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'status', status: 500, message: 'Out of order.' }, 2);
    outbox.send(peer._id, { text: 'one' });
    await eventually(() => expect(getTexts(peer._id)).toEqual(['one']));
    expect(notified).not.toHaveBeenCalled();
  });
});

describe('A message that the server fails at again and again', () => {
  /** It stands first of two, and has failed so often that the trouble lasts. No pause ends by itself. */
  async function openWithTrouble() {
    vi.spyOn(Math, 'random').mockReturnValue(1e6);
    const { backend, me, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    selectUser(peer._id);
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'status', status: 500, message: 'Out of order.' }, 1e6);
    outbox.send(peer._id, { text: 'one' });
    outbox.send(peer._id, { text: 'two' });
    await eventually(() => {
      outbox.wake();
      expect(getOutbox(peer._id)[0]?.reason).toBe('Out of order.');
    });
    const [{ key } = { key: '' }] = getOutbox(peer._id);
    return {
      backend,
      key,
      outbox,
      getShown: () => getOutbox(peer._id),
      getTexts: () => getTexts(peer._id),
      listKept: () => listStored(me._id),
    };
  }

  test('says why it waits, and what is behind it waits with it', async () => {
    const { getShown } = await openWithTrouble();
    const [first, second] = getShown();
    expect(first).toMatchObject({ state: 'waiting', reason: 'Out of order.' });
    expect(second).toMatchObject({ state: 'waiting' });
    expect(second).not.toHaveProperty('reason');
  });

  test('can be discarded, and those behind it go out', async () => {
    const { backend, key, outbox, getShown, getTexts, listKept } = await openWithTrouble();
    outbox.discard(key);
    expect(getShown()).toMatchObject([{ content: { text: 'two' } }]);
    await eventually(() => {
      outbox.wake();
      expect(getShown()[0]?.reason).toBe('Out of order.');
    });
    backend.faults.clear();
    await eventually(() => {
      outbox.wake();
      expect(getTexts()).toEqual(['two']);
    });
    expect(backend.world.messages).toHaveLength(1);
    await eventually(async () => expect(await listKept()).toEqual([]));
  });

  test('stands in the conversation when its answer comes after it was discarded', async () => {
    const { backend, key, outbox, getTexts, listKept } = await openWithTrouble();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.clear();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
    await eventually(() => {
      outbox.wake();
      expect(backend.world.messages).toHaveLength(1);
    });
    outbox.discard(key);
    release();
    await eventually(() => expect(getTexts()).toEqual(['one', 'two']));
    expect(backend.world.messages).toHaveLength(2);
    await eventually(async () => expect(await listKept()).toEqual([]));
  });

  test('is tried at once by Retry', async () => {
    const { backend, key, outbox, getTexts } = await openWithTrouble();
    backend.faults.clear();
    await eventually(() => {
      outbox.retry(key);
      expect(getTexts()).toEqual(['one', 'two']);
    });
    expect(backend.world.messages).toHaveLength(2);
  });
});

describe('A message without an answer, of a server that names the keys of messages,', () => {
  type Take = (queryClient: QueryClient, peerId: string, row: Message) => unknown;
  test.each<[string, Take]>([
    ['an event', receiveMessage],
    ['changes', (queryClient, peerId, row) => showChanged(queryClient, peerId, [row])],
    [
      'a page',
      (queryClient, peerId, row) =>
        readMessages(queryClient, peerId, async () => ({ messages: [row], hasMore: false })),
    ],
  ])('is sent when %s has it, and those behind it go out', async (_name, take) => {
    const { me, peer } = await startWorld();
    const { queryClient, outbox, load, getOutbox, getTexts } = await openWindow(FEATURES);
    selectUser(peer._id);
    await load(peer._id);
    const calls = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    for (const text of ['first', 'second']) outbox.send(peer._id, { text });
    await eventually(() => expect(calls).toHaveBeenCalledTimes(1));
    const [{ key } = { key: '' }] = getOutbox(peer._id);
    const stored = { _id: 'f'.repeat(24), senderId: me._id, text: 'first', seen: false };
    await take(queryClient, peer._id, {
      ...stored,
      key,
      change: 1,
      createdAt: new Date().toISOString(),
    });
    expect(getOutbox(peer._id)).toMatchObject([{ content: { text: 'second' } }]);
    await eventually(() => expect(calls).toHaveBeenCalledTimes(2));
    expect(getTexts(peer._id).filter((text) => text === 'first').length).toBeLessThan(2);
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
  });
});

describe.each(STAMPS)(
  'A lost answer, where the server knows no keys and has messages %s,',
  (_name, makeStamp) => {
    test('does not make a message go out twice: it is looked for first (SEND-3)', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, load, getOutbox, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      backend.faults.script(SEND, { kind: 'loseAnswer' });
      outbox.send(peer._id, { text: 'hello' });
      outbox.send(peer._id, { text: 'hello' });
      await eventually(() => expect(getTexts(peer._id)).toEqual(['hello', 'hello']));
      expect(getOutbox(peer._id)).toEqual([]);
      expect(backend.world.messages).toHaveLength(2);
      expect(backend.trespasses).toEqual([]);
    });

    test('is found as well for a message that was sent before the conversation had come', async () => {
      const { backend, me, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, load, getOutbox, getTexts } = await openWindow();
      selectUser(peer._id);
      backend.faults.script(SEND, { kind: 'loseAnswer' });
      const loading = load(peer._id);
      outbox.send(peer._id, { text: 'hello' });
      await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
      await loading;
      await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
      await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
      expect(backend.world.messages).toHaveLength(1);
    });

    test('is found behind what others said just before', async () => {
      const { backend, me, peer } = await startWorld({ stamp: makeStamp() });
      backend.world.send(peer._id, me._id, { text: 'are you there?' });
      const { outbox, load, getOutbox, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      backend.faults.script(SEND, { kind: 'loseAnswer' });
      outbox.send(peer._id, { text: 'yes' });
      await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
      expect(getTexts(peer._id)).toEqual(['are you there?', 'yes']);
      expect(backend.world.messages).toHaveLength(2);
    });

    test('lets a message go out again that is nowhere to be found', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, load, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      backend.faults.script(SEND, { kind: 'cut' });
      outbox.send(peer._id, { text: 'hello' });
      await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
    });

    test('is not mistaken for an older message of the same words', async () => {
      const { backend, me, peer } = await startWorld({ stamp: makeStamp() });
      backend.world.send(me._id, peer._id, { text: 'ok' });
      backend.world.send(peer._id, me._id, { text: 'sure?' });
      const { outbox, load, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      backend.faults.script(SEND, { kind: 'cut' });
      outbox.send(peer._id, { text: 'ok' });
      await eventually(() => expect(getTexts(peer._id)).toEqual(['ok', 'sure?', 'ok']));
      expect(backend.world.messages).toHaveLength(3);
    });

    test('is looked for only while the conversation is in front of the person', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { queryClient, outbox, load, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      setLookedAt(false);
      backend.faults.script(SEND, { kind: 'loseAnswer' });
      outbox.send(peer._id, { text: 'hello' });
      await eventually(() => {
        outbox.wake();
        const second = { attempt: 2, waitsFor: 'the answer' };
        expect(readDelivery(queryClient)).toMatchObject(second);
      });
      // A call behind which one that looks would have been heard of.
      await queryClient.query(userQueries.list());
      expect(countReads(backend, peer)).toBe(1);
      setLookedAt(true);
      await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
      expect(countReads(backend, peer)).toBe(2);
      expect(backend.world.messages).toHaveLength(1);
    });

    test('may be an answer that the server is broken: the message is looked for, too', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, load, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      backend.faults.script(SEND, { kind: 'status', status: 502 });
      outbox.send(peer._id, { text: 'hello' });
      await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
      expect(countReads(backend, peer)).toBe(2);
    });

    test('is remembered when a later try is refused: what was lost may come late', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, load, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      backend.faults.script(SEND, { kind: 'cut' });
      backend.faults.script(SEND, { kind: 'status', status: 429 });
      outbox.send(peer._id, { text: 'hello' });
      await eventually(() => {
        outbox.wake();
        expect(getTexts(peer._id)).toEqual(['hello']);
      });
      // At the start, and before each try but the first.
      expect(countReads(backend, peer)).toBe(3);
    });

    test('is not found in the same words that were sent from another window', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      selectUser(peer._id);
      const second = await openWindow();
      await second.load(peer._id);
      const first = await openWindow();
      await first.load(peer._id);
      backend.faults.script(SEND, { kind: 'cut' });
      first.outbox.send(peer._id, { text: 'ok' });
      await eventually(() =>
        expect(first.getOutbox(peer._id)).toMatchObject([{ state: 'waiting' }]),
      );
      first.crash();
      second.outbox.send(peer._id, { text: 'ok' });
      await eventually(() => expect(second.getTexts(peer._id)).toEqual(['ok', 'ok']));
      expect(backend.world.messages).toHaveLength(2);
    });

    test('is left to the person where the conversation was never there to look in', async () => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, getOutbox } = await openWindow();
      backend.faults.script(SEND, { kind: 'loseAnswer' });
      outbox.send(peer._id, { text: 'hello' });
      const reason = expect.stringContaining('check whether the message is there');
      await eventually(() =>
        expect(getOutbox(peer._id)).toMatchObject([{ state: 'failed', reason }]),
      );
      expect(backend.world.messages).toHaveLength(1);
      outbox.retry(getOutbox(peer._id)[0]?.key ?? '');
      await eventually(() => expect(backend.world.messages).toHaveLength(2));
    });
  },
);

/** How often the conversation with somebody was asked for. */
const countReads = (backend: PlainBackend, { _id }: User): number =>
  backend.calls.filter(({ path }) => path === `/messages/${_id}`).length;

describe('Whatever happens to calls,', () => {
  const anyFault: fc.Arbitrary<Fault | null> = fc.constantFrom<Fault | null>(
    null,
    { kind: 'cut' },
    { kind: 'loseAnswer' },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 500 },
  );

  test.each(STAMPS)(
    'messages %s all arrive, once each and in order',
    async (_name, makeStamp) => {
      const { backend, peer } = await startWorld({ stamp: makeStamp() });
      const { outbox, load, getOutbox, getTexts } = await openWindow();
      selectUser(peer._id);
      await load(peer._id);
      const ticking = setInterval(() => outbox.wake(), 10);
      onTestFinished(() => clearInterval(ticking));
      const sent: string[] = [];
      await fc.assert(
        fc.asyncProperty(fc.array(anyFault, { maxLength: 8 }), async (story) => {
          for (const fault of story) {
            if (fault) backend.faults.script(SEND, fault);
            // Of the same few words, so that none can be told by its text alone.
            const text = ['yes', 'no'][sent.length % 2] ?? '';
            sent.push(text);
            outbox.send(peer._id, { text });
          }
          await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
          backend.faults.clear();
          expect(backend.world.messages.map(({ text }) => text)).toEqual(sent);
          expect(getTexts(peer._id)).toEqual(sent);
        }),
        { numRuns: 15, endOnFailure: true },
      );
      expect(backend.trespasses).toEqual([]);
    },
    60_000,
  );
});

test.each([
  { whose: 'the server’s own', message: 'Out of order.', isLookedFor: false },
  { whose: 'a proxy’s', message: undefined, isLookedFor: true },
])(
  'After a 503 that is $whose word the next try looks for the message first: $isLookedFor',
  async ({ message, isLookedFor }) => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    selectUser(peer._id);
    await load(peer._id);
    const before = countReads(backend, peer);
    backend.faults.script(SEND, { kind: 'status', status: 503, ...(message && { message }) });
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(countReads(backend, peer) > before).toBe(isLookedFor);
    expect(backend.world.messages).toHaveLength(1);
  },
);

describe('Unsent messages', () => {
  test('survive a crash with their pictures and go out in order', async () => {
    const { backend, me, peer } = await startWorld();
    const before = await openWindow();
    await before.load(peer._id);
    setOnline(false);
    before.outbox.send(peer._id, { text: 'one' });
    before.outbox.send(peer._id, { image: 'data:image/png;base64,AAAA' });
    before.outbox.send(peer._id, { text: 'three' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(3));
    before.crash();

    const after = await openWindow();
    await eventually(() =>
      expect(after.getOutbox(peer._id)).toMatchObject([
        { content: { text: 'one' }, state: 'waiting' },
        { content: { image: 'data:image/png;base64,AAAA' }, state: 'waiting' },
        { content: { text: 'three' }, state: 'waiting' },
      ]),
    );
    setOnline(true);
    await eventually(() => expect(backend.world.messages).toHaveLength(3));
    expect(backend.world.messages.map(({ text, image }) => text ?? image)).toEqual([
      'one',
      'data:image/png;base64,AAAA',
      'three',
    ]);
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });

  test('go out before what is written as soon as the window is back', async () => {
    const { backend, me, peer } = await startWorld();
    const before = await openWindow();
    setOnline(false);
    for (const text of ['one', 'two']) before.outbox.send(peer._id, { text });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(2));
    before.crash();
    const after = await openWindow();
    after.outbox.send(peer._id, { text: 'three' });
    expect(after.getOutbox(peer._id)).toHaveLength(1);
    await eventually(() =>
      expect(after.getOutbox(peer._id).map(({ content }) => content)).toEqual([
        { text: 'one' },
        { text: 'two' },
        { text: 'three' },
      ]),
    );
    setOnline(true);
    await eventually(() =>
      expect(backend.world.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three']),
    );
  });

  test('go out from a disk that has filled up since', async () => {
    const { backend, me, peer } = await startWorld();
    const before = await openWindow();
    await before.load(peer._id);
    setOnline(false);
    before.outbox.send(peer._id, { image: 'data:image/png;base64,AAAA' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    before.crash();
    fillDisk();
    const windows = [await openWindow(), await openWindow()];
    const shown = () => windows.flatMap(({ getOutbox }) => getOutbox(peer._id));
    await eventually(() => expect(shown()).toHaveLength(1));
    for (const { outbox } of windows) await outbox.adopt();
    expect(shown()).toHaveLength(1);
    setOnline(true);
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });

  test('survive a crash on a full disk as far as they are words', async () => {
    const { backend, me, peer } = await startWorld();
    fillDisk();
    const before = await openWindow();
    await before.load(peer._id);
    setOnline(false);
    before.outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(listLocal(`unsent/${me._id}`)).toHaveLength(1));
    before.crash();
    const after = await openWindow();
    await eventually(() => expect(after.getOutbox(peer._id)).toHaveLength(1));
    setOnline(true);
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
    expect(backend.world.messages.map(({ text }) => text)).toEqual(['hello']);
  });

  test('reach a database that the browser has closed and opened again', async () => {
    const { me, peer } = await startWorld();
    const { outbox, load } = await openWindow();
    await load(peer._id);
    setOnline(false);
    outbox.send(peer._id, { text: 'one' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    closeDatabases();
    outbox.send(peer._id, { text: 'two' });
    await eventually(() => expect(listLocal(`unsent/${me._id}`)).toEqual([]));
    expect(await listStored(me._id)).toHaveLength(2);
  });

  test('survive a crash as words where every database is dead', async () => {
    const { backend, me, peer } = await startWorld();
    const before = await openWindow();
    await before.load(peer._id);
    const notified = vi.spyOn(notify, 'error');
    const dead = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError');
    });
    setOnline(false);
    before.outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(listLocal(`unsent/${me._id}`)).toHaveLength(1));
    before.crash();
    const after = await openWindow();
    await eventually(() => expect(after.getOutbox(peer._id)).toHaveLength(1));
    dead.mockRestore();
    setOnline(true);
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    expect(notified).not.toHaveBeenCalled();
  });

  test('that find no room on the disk are told of once, and again when there was room in between', async () => {
    const { me, peer } = await startWorld();
    const { outbox, load } = await openWindow();
    const notified = vi.spyOn(notify, 'error');
    await load(peer._id);
    setOnline(false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const full = fillDisk();
    outbox.send(peer._id, { text: 'one' });
    outbox.send(peer._id, { text: 'two' });
    await eventually(() => expect(full).toHaveBeenCalledTimes(2));
    // Longer than either waits before it tells.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(notified.mock.calls).toEqual([[expect.stringContaining('can’t keep')]]);
    full.mockRestore();
    outbox.send(peer._id, { text: 'three' });
    // What the disk has, local storage need not keep.
    await eventually(() => expect(listLocal(`unsent/${me._id}`)).toHaveLength(2));
    fillDisk();
    outbox.send(peer._id, { text: 'four' });
    await eventually(() => expect(notified).toHaveBeenCalledTimes(2));
  });

  test('that failed are still failed after a crash, with their reason (SEND-4)', async () => {
    const { backend, me, peer } = await startWorld();
    const before = await openWindow();
    await before.load(peer._id);
    backend.faults.script(SEND, { kind: 'refuse', message: 'No.' });
    before.outbox.send(peer._id, { text: 'hello' });
    await eventually(async () => {
      const [[, stored] = []] = await listStored(me._id);
      expect(stored?.reason).toBe('No.');
    });
    before.crash();
    const after = await openWindow();
    await eventually(() =>
      expect(after.getOutbox(peer._id)).toMatchObject([{ state: 'failed', reason: 'No.' }]),
    );
    expect(backend.world.messages).toEqual([]);
    after.outbox.retry(after.getOutbox(peer._id)[0]?.key ?? '');
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
  });

  test('whose answer was lost in a crash are looked for before they go out again', async () => {
    const { backend, me, peer } = await startWorld();
    const before = await openWindow();
    selectUser(peer._id);
    await before.load(peer._id);
    const { promise: never } = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: never });
    before.outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    before.crash();
    const after = await openWindow();
    await after.load(peer._id);
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
    expect(backend.world.messages).toHaveLength(1);
    expect(after.getTexts(peer._id)).toEqual(['hello']);
  });

  test('of a living window are its own; another takes them over when it is gone', async () => {
    const { backend, me, peer } = await startWorld();
    const first = await openWindow();
    await first.load(peer._id);
    setOnline(false);
    first.outbox.send(peer._id, { text: 'hello' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    const second = await openWindow();
    await second.outbox.adopt();
    expect(second.getOutbox(peer._id)).toEqual([]);
    first.crash();
    await eventually(() => expect(second.getOutbox(peer._id)).toHaveLength(1));
    setOnline(true);
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });

  test('of a window that is loaded again are its own, whichever others are open', async () => {
    const { me, peer } = await startWorld();
    const first = await openWindow();
    await first.load(peer._id);
    setOnline(false);
    first.outbox.send(peer._id, { text: 'hello' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    const beside = await openWindow();
    await beside.outbox.adopt();
    // Longer than a window waits for another one to be loaded again: it begins to wait at its end.
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    first.crash();
    const again = await openWindow();
    await eventually(() => expect(again.getOutbox(peer._id)).toHaveLength(1));
    expect(beside.getOutbox(peer._id)).toEqual([]);
  });

  test('that are taken over go out before what is written in that moment', async () => {
    const { backend, me, peer } = await startWorld();
    const arrived = () => backend.world.messages.map(({ text }) => text);
    const [first, second] = [await openWindow(), await openWindow()];
    // Once this has left, what is taken over is not what an earlier page has left.
    second.outbox.send(peer._id, { text: 'one' });
    await eventually(() => expect(second.getOutbox(peer._id)).toEqual([]));
    setOnline(false);
    first.outbox.send(peer._id, { text: 'two' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    await second.outbox.adopt();
    first.crash();
    setOnline(true);
    const stop = second.queryClient.getMutationCache().subscribe(() => {
      stop();
      queueMicrotask(() => second.outbox.send(peer._id, { text: 'three' }));
    });
    await eventually(() => expect(arrived()).toEqual(['one', 'two', 'three']));
  });

  test('stay for the same person when a session expires, and for nobody else', async () => {
    const { backend, me, peer, token } = await startWorld();
    const { outbox, load } = await openWindow();
    await load(peer._id);
    backend.faults.script(SEND, { kind: 'status', status: 401, message: 'Log in again.' });
    outbox.send(peer._id, { text: 'hello' });
    const other = backend.world.signUp({ fullName: 'E', email: 'e@e.e', password: 'p', bio: 'b' });
    await eventually(() => expect(localStorage.getItem('token')).toBeNull());
    startSession(other.token);
    const theirs = await openWindow();
    expect(theirs.getOutbox(peer._id)).toEqual([]);
    theirs.crash();
    startSession(token);
    await openWindow();
    selectUser(peer._id);
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    expect(backend.world.messages[0]?.senderId).toBe(me._id);
  });

  test('that the server refused with the session go out with the next one, also of a conversation that is not loaded', async () => {
    const { backend, me, peer, token } = await startWorld();
    const { outbox } = await openWindow();
    backend.faults.script(SEND, { kind: 'status', status: 401, message: 'Log in again.' });
    outbox.send(peer._id, { text: 'hello' });
    await eventually(() => expect(localStorage.getItem('token')).toBeNull());
    await eventually(async () => {
      const [[, { prior }] = ['', { prior: 'none' }]] = await listStored(me._id);
      expect(prior).toBeUndefined();
    });
    startSession(token);
    await openWindow();
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
  });

  test('leave nothing behind when the person signs out', async () => {
    const { backend, me, peer } = await startWorld();
    const { queryClient, outbox, load } = await openWindow();
    await load(peer._id);
    setOnline(false);
    outbox.send(peer._id, { text: 'hello' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    logOut(queryClient);
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
    setOnline(true);
    expect(queryClient.getMutationCache().getAll()).toEqual([]);
    expect(backend.world.messages).toEqual([]);
    endSession();
  });
});

test('What an earlier build has stored in another form is left alone, and is in nobody’s way', async () => {
  const accountId = 'a'.repeat(24);
  await set(idOf(accountId, 'a key'), { mutation: { state: {} }, ownerId: 'x' }, store());
  expect(await listStored(accountId)).toEqual([]);
});

test('An answer that comes after the person has left is nothing to whoever is there next', async () => {
  const { backend, peer } = await startWorld();
  const { queryClient, outbox, load, getTexts } = await openWindow();
  await load(peer._id);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
  outbox.send(peer._id, { text: 'between us' });
  await eventually(() => expect(backend.world.messages).toHaveLength(1));
  const [sending] = queryClient.getMutationCache().getAll();
  logOut(queryClient);
  const next = backend.world.signUp({ fullName: 'E', email: 'e@e.e', password: 'p', bio: 'b' });
  startSession(next.token);
  await load(peer._id);
  release();
  await eventually(() => expect(sending?.state.status).not.toBe('pending'));
  expect(getTexts(peer._id)).toEqual([]);
});

test('The pause after a first failure is half a second at most, and doubles with each other one', () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  const backoff = createBackoff();
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  const life = new AbortController();
  const ends: number[] = [];
  for (let tries = 1; tries <= 3; tries += 1) {
    backoff.noteFailure(new ApiError({ kind: 'network', message: 'Cut off.' }));
    void backoff.wait(life.signal, (endsAt) => ends.push(endsAt));
  }
  life.abort();
  now.mockRestore();
  expect(ends).toEqual([500, 1_000, 2_000]);
});

test('A connection that is back ends the pauses that only hoped for it, and none that a server asked for', async () => {
  const life = new AbortController();
  const over: string[] = [];
  for (const [name, asked] of [
    ['asked for', { retryAfterMs: 60_000 }],
    ['hoped', {}],
  ] as const) {
    const backoff = createBackoff();
    const failure = { kind: 'http', status: 503, message: 'Out of order.' } as const;
    backoff.noteFailure(new ApiError({ ...failure, ...asked }));
    void backoff.wait(life.signal, () => undefined).then(() => over.push(name));
    backoff.wake();
  }
  await eventually(() => expect(over).toEqual(['hoped']));
  life.abort();
  await eventually(() => expect(over).toEqual(['hoped', 'asked for']));
});

test('A disk that does not answer holds nothing up', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockReturnValue(new IDBRequest());
  vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockReturnValue(new IDBRequest());
  const { peer } = await startWorld();
  const { outbox, load, getTexts } = await openWindow();
  await load(peer._id);
  outbox.send(peer._id, { text: 'hello' });
  await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
});

test('A disk that is busy for ever holds nothing up', async () => {
  const { peer } = await startWorld();
  const { outbox, load, getTexts } = await openWindow();
  await load(peer._id);
  await holdDisk();
  outbox.send(peer._id, { text: 'hello' });
  await eventually(() => expect(getTexts(peer._id)).toEqual(['hello']));
});

describe('A message that was just sent', () => {
  test('can be taken back while it waits for the network, and those behind it go out', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    setOnline(false);
    outbox.send(peer._id, { text: 'regretted' });
    outbox.send(peer._id, { text: 'meant' });
    const [{ key } = { key: '' }] = getOutbox(peer._id);
    expect(outbox.undo(key)).toEqual({ text: 'regretted' });
    expect(outbox.undo(key)).toBeUndefined();
    expect(getOutbox(peer._id).map(({ content }) => content)).toEqual([{ text: 'meant' }]);
    setOnline(true);
    await eventually(() => expect(getTexts(peer._id)).toEqual(['meant']));
    expect(backend.world.messages).toHaveLength(1);
  });

  test('cannot once the network has it: it may have arrived', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox, getTexts } = await openWindow();
    await load(peer._id);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
    outbox.send(peer._id, { text: 'on its way' });
    outbox.send(peer._id, { text: 'behind it' });
    const [first, second] = getOutbox(peer._id).map(({ key }) => key);
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    expect(outbox.undo(first ?? '')).toBeUndefined();
    expect(outbox.undo(second ?? '')).toEqual({ text: 'behind it' });
    release();
    await eventually(() => expect(getTexts(peer._id)).toEqual(['on its way']));
    expect(backend.world.messages).toHaveLength(1);
  });

  test('cannot after a try without an answer, and can after one that was refused', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    selectUser(peer._id);
    backend.faults.script(SEND, { kind: 'cut' });
    outbox.send(peer._id, { text: 'who knows' });
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'waiting' }]));
    const [{ key } = { key: '' }] = getOutbox(peer._id);
    expect(outbox.undo(key)).toBeUndefined();
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));

    const refusal = { kind: 'status', status: 503, message: 'Out of order.' } as const;
    backend.faults.script(SEND, { ...refusal, retryAfterS: 60 });
    outbox.send(peer._id, { text: 'refused' });
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'waiting' }]));
    const [{ key: next } = { key: '' }] = getOutbox(peer._id);
    const count = backend.world.messages.length;
    expect(outbox.undo(next)).toEqual({ text: 'refused' });
    outbox.send(peer._id, { text: 'instead' });
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(backend.world.messages.slice(count).map(({ text }) => text)).toEqual(['instead']);
  });

  test('is off the disk when it is taken back', async () => {
    const { me, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    setOnline(false);
    outbox.send(peer._id, { text: 'regretted' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    outbox.undo(getOutbox(peer._id)[0]?.key ?? '');
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });
});

test('A picture that is being sent can be stopped: what is behind it goes out, and who was too late is told', async () => {
  const { backend, me, peer } = await startWorld();
  const { outbox, load, getOutbox, getTexts } = await openWindow();
  await load(peer._id);
  const told = vi.spyOn(notify, 'blank');
  backend.faults.script(SEND, { kind: 'holdAnswer', until: new Promise(() => {}) });
  outbox.send(peer._id, { image: 'data:image/png;base64,AAAA' });
  outbox.send(peer._id, { text: 'behind it' });
  const [{ key } = { key: '' }] = getOutbox(peer._id);
  await eventually(() => expect(backend.world.messages).toHaveLength(1));
  outbox.discard(key);
  await eventually(() => expect(getTexts(peer._id)).toContain('behind it'));
  expect(getOutbox(peer._id)).toEqual([]);
  await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  expect(told).not.toHaveBeenCalled();
  outbox.entries.noteSent(key);
  outbox.entries.noteSent(key);
  expect(told.mock.calls).toEqual([['That was too late: the message had already been sent.']]);
  told.mockRestore();
});

describe('A picture that is still prepared', () => {
  const IMAGE = 'data:image/png;base64,AAAA';
  const original = new File([], 'photo.png', { type: 'image/png' });

  test('stands in the conversation, and leaves before what was written after it', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    const preparing = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    outbox.send(peer._id, { image: preparing.promise, original });
    outbox.send(peer._id, { image: second.promise, original });
    outbox.send(peer._id, { text: 'Look' });
    second.resolve(`${IMAGE}BBBB`);
    await eventually(() =>
      expect(getOutbox(peer._id).map(({ content }) => content)).toEqual([
        { image: '' },
        { image: `${IMAGE}BBBB` },
        { text: 'Look' },
      ]),
    );
    expect(backend.world.messages).toEqual([]);
    preparing.resolve(IMAGE);
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(backend.world.messages.map(({ image, text }) => image ?? text)).toEqual([
      IMAGE,
      `${IMAGE}BBBB`,
      'Look',
    ]);
  });

  test('that cannot be read holds nothing up', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    outbox.send(peer._id, { image: Promise.reject(new Error('unreadable')), original });
    outbox.send(peer._id, { text: 'Look' });
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(backend.world.messages.map(({ text }) => text)).toEqual(['Look']);
  });

  test('can be taken back as what it will be', async () => {
    const { backend, peer } = await startWorld();
    const { outbox, load, getOutbox } = await openWindow();
    await load(peer._id);
    const preparing = Promise.withResolvers<string>();
    outbox.send(peer._id, { image: preparing.promise, original });
    outbox.send(peer._id, { text: 'Look' });
    const taken = outbox.undo(getOutbox(peer._id)[0]?.key ?? '');
    expect(taken).toEqual({ image: preparing.promise, original });
    preparing.resolve(IMAGE);
    await eventually(() => expect(getOutbox(peer._id)).toEqual([]));
    expect(backend.world.messages.map(({ text }) => text)).toEqual(['Look']);
  });
});

describe('On an address without locks', () => {
  beforeEach(() => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  });

  test('a message without a key is sent by its window alone; another one offers Retry', async () => {
    const { backend, me, peer } = await startWorld();
    const writer = await openWindow();
    await writer.load(peer._id);
    setOnline(false);
    writer.outbox.send(peer._id, { text: 'once' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    const other = await openWindow();
    await eventually(() => expect(other.getOutbox(peer._id)).toMatchObject([{ state: 'failed' }]));
    setOnline(true);
    await eventually(() => expect(writer.getTexts(peer._id)).toEqual(['once']));
    expect(backend.world.messages).toHaveLength(1);
  });

  test('it goes out from another window when the person has looked', async () => {
    const { backend, me, peer } = await startWorld();
    const writer = await openWindow();
    await writer.load(peer._id);
    setOnline(false);
    writer.outbox.send(peer._id, { text: 'left behind' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    writer.crash();
    setOnline(true);
    const { outbox, getOutbox } = await openWindow();
    await eventually(() => expect(getOutbox(peer._id)).toMatchObject([{ state: 'failed' }]));
    expect(backend.world.messages).toEqual([]);
    outbox.retry(getOutbox(peer._id)[0]?.key ?? '');
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    await eventually(async () => expect(await listStored(me._id)).toEqual([]));
  });

  test('a message goes out though the disk that has it cannot be read any more', async () => {
    const { backend, me, peer } = await startWorld();
    const { outbox, load, getTexts } = await openWindow();
    await load(peer._id);
    setOnline(false);
    outbox.send(peer._id, { text: 'still here' });
    await eventually(async () => expect(await listStored(me._id)).toHaveLength(1));
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('The disk has failed.', 'UnknownError');
    });
    setOnline(true);
    await eventually(() => expect(getTexts(peer._id)).toEqual(['still here']));
    expect(backend.world.messages).toHaveLength(1);
  });
});
