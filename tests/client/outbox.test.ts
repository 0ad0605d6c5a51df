/** Sending: nothing is lost, nothing goes out twice, and what failed says why. */
import 'fake-indexeddb/auto';
import type { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { showChanged } from '../../src/conversation/changes.ts';
import { receiveMessage } from '../../src/conversation/conversation.ts';
import { readMessages } from '../../src/conversation/fetch.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { listLocal } from '../../src/lib/local-values.ts';
import { listStored } from '../../src/outbox/storage.ts';
import { userQueries } from '../../src/people/users.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { IDEMPOTENCY_HEADER } from '../../src/protocol/http.ts';
import { authQueries } from '../../src/session/auth.ts';
import { logOut } from '../../src/session/log-out.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { startSession } from '../../src/stores/session.ts';
import { notify } from '../../src/ui/notify.ts';
import type { Fault } from '../support/call-faults.ts';
import { eventually } from '../support/eventually.ts';
import { makeCoarseStamp, stampFinely } from '../support/plain-world.ts';
import { signUp } from './support/sign-up.ts';
import { lendLocks, openWindow, setLookedAt, setOnline, startWorld } from './support/window.ts';

/** How a server dates messages: the contract promises neither fine times nor ids that tell an order. */
const STAMPS = [
  ['of moments of their own', () => stampFinely],
  ['of one moment', makeCoarseStamp],
] as const;
const IMAGE = 'data:image/png;base64,AAAA';
const REFUSED = { kind: 'refuse', message: 'No.' } as const;
const BROKEN = { kind: 'status', status: 500, message: 'Out of order.' } as const;

beforeEach(() => {
  lendLocks();
  setLookedAt(true);
});

afterEach(() => {
  setOnline(true);
});

type WorldOptions = Parameters<typeof startWorld>[0];

/** Two people; the windows are those of the first. */
async function begin(options?: WorldOptions) {
  const world = await startWorld(options);
  const { backend, me, peer } = world;
  const peerId = peer._id;

  async function open(features?: readonly Feature[]) {
    const window = await openWindow(features);
    const getUnsent = () => window.getOutbox(peerId);
    return {
      ...window,
      load: () => window.load(peerId),
      send: (...texts: string[]) => {
        for (const text of texts) window.outbox.send(peerId, { text });
      },
      getUnsent,
      getStates: () => getUnsent().map(({ state }) => state),
      getKeys: () => getUnsent().map(({ key }) => key),
      getShown: () => window.getTexts(peerId),
    };
  }

  return {
    ...world,
    open,
    async openLoaded(features?: readonly Feature[]) {
      const window = await open(features);
      selectUser(peerId);
      await window.load();
      return window;
    },
    /** The next calls that send meet this. */
    spoil: (fault: Fault, times?: number) =>
      backend.faults.script({ method: 'POST', path: /send/ }, fault, times),
    /** The next call that sends is answered when this is called. */
    holdAnswer() {
      const held = Promise.withResolvers<void>();
      backend.faults.script(
        { method: 'POST', path: /send/ },
        { kind: 'holdAnswer', until: held.promise },
      );
      return held.resolve;
    },
    getArrived: () => backend.world.messages.map(({ text, image }) => text ?? image),
    untilStored: (count: number) =>
      eventually(async () => expect(await listStored(me._id)).toHaveLength(count)),
    /** How often the conversation was asked for. */
    countReads: () => backend.calls.filter(({ path }) => path === `/messages/${peerId}`).length,
  };
}

/** The same, with a window in which the conversation is open. */
async function openTalk(options?: WorldOptions) {
  const world = await begin(options);
  return { ...world, ...(await world.openLoaded()) };
}

/** From now on IndexedDB has no room for anything more, until the spy is restored. */
const fillDisk = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });

/** From now on no database can be used, until the spy is restored. */
const killDisk = () =>
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });

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
  test('stands in the outbox at once, and in the conversation under its key when it is answered (STATE-7)', async () => {
    const { backend, peer, openLoaded } = await begin();
    // As some browsers say wrongly.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    const { queryClient, send, getUnsent, getShown } = await openLoaded();
    send('hello');
    expect(getUnsent()).toMatchObject([{ content: { text: 'hello' }, state: 'sending' }]);
    const [{ key } = { key: '' }] = getUnsent();
    await eventually(() => expect(getShown()).toEqual(['hello']));
    expect(getUnsent()).toEqual([]);
    expect(queryClient.getQueryData(messageKeys.tail(peer._id))).toMatchObject([{ key }]);
    expect(backend.trespasses).toEqual([]);
  });

  test('waits in a page of an earlier visit until a server answers, and has a key where that knows keys', async () => {
    const { backend, me, peer, open, getArrived } = await begin();
    const { queryClient, outbox, load, send, getStates } = await open();
    queryClient.setQueryData(authQueries.me().queryKey, me, { updatedAt: 0 });
    queryClient.setQueryData(realtimeQueries.features().queryKey, null);
    await backend.stop();
    selectUser(peer._id);
    load().catch(() => undefined);
    send('hello');
    clearSelection();
    const [mutation] = queryClient.getMutationCache().getAll();
    await eventually(() => expect(mutation?.state.failureCount).toBeGreaterThan(1));
    expect(getStates()).toEqual(['waiting']);
    await backend.start();
    queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
    outbox.wake();
    // This one knows no keys, and says so.
    const trespass = `preflight: unknown header ${IDEMPOTENCY_HEADER.toLowerCase()}`;
    await eventually(() => expect(backend.trespasses).toContain(trespass));
    expect(getArrived()).toEqual([]);
  });

  test('stays on the screen where what was said before cannot be loaded, and in its place when it can', async () => {
    const { backend, me, peer, open } = await begin();
    backend.world.send(peer._id, me._id, { text: 'before' });
    const { queryClient, load, send, getShown, getUnsent } = await open();
    selectUser(peer._id);
    backend.faults.script({ method: 'GET', path: /messages/ }, { kind: 'status', status: 404 });
    await expect(load()).rejects.toThrow();
    send('one', 'two');
    await eventually(() => expect(getUnsent()).toEqual([]));
    const tail = [{ text: 'one' }, { text: 'two' }];
    expect(queryClient.getQueryData(messageKeys.tail(peer._id))).toMatchObject(tail);
    await load();
    send('three');
    await eventually(() => expect(getShown()).toEqual(['before', 'one', 'two', 'three']));
  });
});

describe('A refused message', () => {
  test.each([
    ['an error status', { kind: 'status', status: 413, message: 'This is too large.' }],
    ['success false', { kind: 'refuse', message: 'This is too large.' }],
  ] as const)(
    'by %s fails at once with one notification, and goes out by Retry',
    async (_name, fault) => {
      const { spoil, outbox, send, getUnsent, getKeys, getShown, getArrived } = await openTalk();
      const notified = vi.spyOn(notify, 'error');
      spoil(fault);
      send('first', 'second');
      await eventually(() => expect(getShown()).toEqual(['second']));
      expect(getUnsent()).toMatchObject([
        { content: { text: 'first' }, state: 'failed', reason: 'This is too large.' },
      ]);
      expect(notified.mock.calls).toEqual([['This is too large.']]);
      const [key = ''] = getKeys();
      outbox.retry(key);
      outbox.retry(key);
      await eventually(() => expect(getShown()).toEqual(['second', 'first']));
      expect(getArrived()).toHaveLength(2);
      expect(getKeys()).toEqual([]);
    },
  );

  test('goes for good by Discard, as does one that waits, tried or not', async () => {
    const { spoil, outbox, send, getStates, getKeys, untilStored } = await openTalk();
    spoil(REFUSED);
    spoil(BROKEN);
    send('refused', 'tried', 'behind it');
    await eventually(() => expect(getStates()).toEqual(['failed', 'waiting', 'waiting']));
    for (const key of getKeys()) outbox.discard(key);
    expect(getKeys()).toEqual([]);
    await untilStored(0);
  });
});

describe('A message that the server fails at again and again', () => {
  test('is told of once when that lasts, whatever waits beside it, and once more after another has gone out', async () => {
    const { spoil, outbox, send, getStates, getShown, getArrived } = await openTalk();
    const notified = vi.spyOn(notify, 'error');
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const untilShown = (...texts: string[]) =>
      eventually(() => {
        outbox.wake();
        expect(getShown()).toEqual(texts);
      });
    spoil(BROKEN, 6);
    send('one', 'two');
    await eventually(() => expect(notified.mock.calls).toEqual([['Out of order.']]));
    expect(getStates()).toEqual(['waiting', 'waiting']);
    await untilShown('one', 'two');
    expect(notified).toHaveBeenCalledOnce();
    spoil(BROKEN, 4);
    send('three');
    await untilShown('one', 'two', 'three');
    expect(notified).toHaveBeenCalledTimes(2);
    expect(getArrived()).toHaveLength(3);
  });

  test('says why it waits, can be discarded or tried at once, and stands in the conversation if its answer comes after that', async () => {
    const { backend, spoil, holdAnswer, outbox, ...talk } = await openTalk();
    const { send, getUnsent, getKeys, getShown, getArrived, untilStored } = talk;
    // No pause ends by itself.
    vi.spyOn(Math, 'random').mockReturnValue(1e6);
    const untilTrouble = () =>
      eventually(() => {
        outbox.wake();
        expect(getUnsent()[0]).toMatchObject({ state: 'waiting', reason: 'Out of order.' });
      });
    spoil(BROKEN, 1e6);
    send('one', 'two', 'three');
    await untilTrouble();
    expect(getUnsent()[1]).toMatchObject({ state: 'waiting' });
    expect(getUnsent()[1]).not.toHaveProperty('reason');
    const [first = '', second = ''] = getKeys();
    outbox.discard(first);
    expect(getKeys()).toHaveLength(2);
    await untilTrouble();
    backend.faults.clear();
    const release = holdAnswer();
    await eventually(() => {
      outbox.retry(second);
      expect(getArrived()).toEqual(['two']);
    });
    outbox.discard(second);
    release();
    await eventually(() => expect(getShown()).toEqual(['two', 'three']));
    expect(getArrived()).toHaveLength(2);
    await untilStored(0);
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
  ])('is sent when %s has it, and those behind it go out (SEND-2)', async (_name, take) => {
    const { me, peer, openLoaded, untilStored } = await begin();
    const { queryClient, send, getUnsent, getKeys, getShown } = await openLoaded(FEATURES);
    const calls = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    send('first', 'second');
    await eventually(() => expect(calls).toHaveBeenCalledTimes(1));
    const [key = ''] = getKeys();
    const stored = { _id: 'f'.repeat(24), senderId: me._id, text: 'first', seen: false };
    const createdAt = new Date().toISOString();
    await take(queryClient, peer._id, { ...stored, key, change: 1, createdAt });
    expect(getUnsent()).toMatchObject([{ content: { text: 'second' } }]);
    await eventually(() => expect(calls).toHaveBeenCalledTimes(2));
    expect(getShown().filter((text) => text === 'first').length).toBeLessThan(2);
    await untilStored(1);
  });
});

describe('A lost answer, where the server knows no keys,', () => {
  test('is looked for only while the conversation is in front of the person', async () => {
    const { spoil, queryClient, outbox, send, getShown, getArrived, countReads } = await openTalk();
    setLookedAt(false);
    spoil({ kind: 'loseAnswer' });
    send('hello');
    const [mutation] = queryClient.getMutationCache().getAll();
    await eventually(() => {
      outbox.wake();
      const delivery = { attempt: 2, waitsFor: 'the answer' };
      expect(mutation?.meta).toMatchObject({ delivery });
    });
    // A call behind which one that looks would have been heard of.
    await queryClient.query(userQueries.list());
    expect(countReads()).toBe(1);
    setLookedAt(true);
    await eventually(() => expect(getShown()).toEqual(['hello']));
    expect(countReads()).toBe(2);
    expect(getArrived()).toHaveLength(1);
  });

  test('is left to the person where the conversation was never there to look in', async () => {
    const { open, spoil, getArrived } = await begin();
    const { outbox, send, getUnsent, getKeys } = await open();
    spoil({ kind: 'loseAnswer' });
    send('hello');
    const reason = expect.stringContaining('check whether the message is there');
    await eventually(() => expect(getUnsent()).toMatchObject([{ state: 'failed', reason }]));
    expect(getArrived()).toHaveLength(1);
    outbox.retry(getKeys()[0] ?? '');
    await eventually(() => expect(getArrived()).toHaveLength(2));
  });
});

test.each(STAMPS)(
  'Whatever happens to calls, messages %s all arrive, once each and in order (SEND-3)',
  async (_name, makeStamp) => {
    const { backend, me, peer, spoil, outbox, send, getUnsent, getShown, getArrived } =
      await openTalk({ stamp: makeStamp() });
    const anyFault = fc.constantFrom<Fault | null>(
      null,
      { kind: 'cut' },
      { kind: 'loseAnswer' },
      ...[429, 503, 500].map((status) => ({ kind: 'status' as const, status })),
    );
    const ticking = setInterval(() => outbox.wake(), 10);
    onTestFinished(() => clearInterval(ticking));
    const sent: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(anyFault, { maxLength: 8 }), async (story) => {
        for (const fault of story) {
          if (fault) spoil(fault);
          else backend.world.send(peer._id, me._id, { text: 'from the other' });
          // Of the same few words, so that none can be told by its text alone.
          const text = ['yes', 'no'][sent.length % 2] ?? '';
          sent.push(text);
          send(text);
        }
        await eventually(() => expect(getUnsent()).toEqual([]));
        backend.faults.clear();
        const isOwn = (text?: string) => text !== 'from the other';
        expect(getArrived().filter(isOwn)).toEqual(sent);
        expect(getShown().filter(isOwn)).toEqual(sent);
      }),
      { numRuns: 15, endOnFailure: true },
    );
    expect(backend.trespasses).toEqual([]);
  },
);

test.each<[string, number, Fault[]]>([
  ['the server’s own 503', 0, [{ ...BROKEN, status: 503 }]],
  ['a proxy’s 503', 1, [{ kind: 'status', status: 503 }]],
  ['a 502', 1, [{ kind: 'status', status: 502 }]],
  // What was lost may come late.
  ['no answer, then a refusal', 2, [{ kind: 'cut' }, { kind: 'status', status: 429 }]],
])('After %s a message is looked for before %i further tries', async (_what, looks, faults) => {
  const { spoil, outbox, send, getShown, getArrived, countReads } = await openTalk();
  const before = countReads();
  for (const fault of faults) spoil(fault);
  send('hello');
  await eventually(() => {
    outbox.wake();
    expect(getShown()).toEqual(['hello']);
  });
  expect(countReads() - before).toBe(looks);
  expect(getArrived()).toHaveLength(1);
});

describe('Unsent messages', () => {
  test('survive a crash with their pictures, and go out in order, before what is written next (SEND-1)', async () => {
    const { peer, open, untilStored, getArrived } = await begin();
    const before = await open();
    setOnline(false);
    before.send('one');
    before.outbox.send(peer._id, { image: IMAGE });
    before.send('three');
    await untilStored(3);
    before.crash();

    const after = await open();
    after.send('four');
    await eventually(() =>
      expect(after.getUnsent()).toMatchObject([
        { content: { text: 'one' }, state: 'waiting' },
        { content: { image: IMAGE }, state: 'waiting' },
        { content: { text: 'three' }, state: 'waiting' },
        { content: { text: 'four' }, state: 'waiting' },
      ]),
    );
    setOnline(true);
    await eventually(() => expect(getArrived()).toEqual(['one', IMAGE, 'three', 'four']));
    await untilStored(0);
  });

  test('go out once from a disk that has filled up since, whichever windows are open', async () => {
    const { peer, open, untilStored, getArrived } = await begin();
    const before = await open();
    setOnline(false);
    before.outbox.send(peer._id, { image: IMAGE });
    await untilStored(1);
    before.crash();
    fillDisk();
    const windows = [await open(), await open()];
    const shown = () => windows.flatMap(({ getUnsent }) => getUnsent());
    await eventually(() => expect(shown()).toHaveLength(1));
    for (const { outbox } of windows) await outbox.adopt();
    expect(shown()).toHaveLength(1);
    setOnline(true);
    await eventually(() => expect(getArrived()).toEqual([IMAGE]));
    await untilStored(0);
  });

  test.each([
    ['full', fillDisk],
    ['dead', killDisk],
  ])('survive a crash on a disk that is %s as far as they are words', async (_how, spoilDisk) => {
    const { me, open, untilStored, getArrived } = await begin();
    const spoiled = spoilDisk();
    const before = await open();
    setOnline(false);
    before.send('hello');
    await eventually(() => expect(listLocal(`unsent/${me._id}`)).toHaveLength(1));
    before.crash();
    const after = await open();
    await eventually(() => expect(after.getUnsent()).toHaveLength(1));
    spoiled.mockRestore();
    setOnline(true);
    await eventually(() => expect(getArrived()).toEqual(['hello']));
    await untilStored(0);
  });

  test('reach a database that the browser has closed without an event', async () => {
    const { me, open, untilStored } = await begin();
    const used = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const { send } = await open();
    setOnline(false);
    send('one');
    await untilStored(1);
    for (const database of used.mock.contexts)
      if (database instanceof IDBDatabase) database.close();
    send('two');
    await eventually(() => expect(listLocal(`unsent/${me._id}`)).toEqual([]));
    await untilStored(2);
  });

  test('that failed are still failed after a crash, with their reason (SEND-4)', async () => {
    const { me, open, spoil, getArrived } = await begin();
    const before = await open();
    spoil(REFUSED);
    before.send('hello');
    await eventually(async () => {
      const [[, stored] = []] = await listStored(me._id);
      expect(stored?.reason).toBe('No.');
    });
    before.crash();
    const after = await open();
    await eventually(() =>
      expect(after.getUnsent()).toMatchObject([{ state: 'failed', reason: 'No.' }]),
    );
    expect(getArrived()).toEqual([]);
    after.outbox.retry(after.getKeys()[0] ?? '');
    await eventually(() => expect(getArrived()).toHaveLength(1));
  });

  test('whose answer was lost in a crash are looked for before they go out again', async () => {
    const { openLoaded, holdAnswer, untilStored, getArrived } = await begin();
    const before = await openLoaded();
    holdAnswer();
    before.send('hello');
    await eventually(() => expect(getArrived()).toHaveLength(1));
    before.crash();
    const after = await openLoaded();
    await untilStored(0);
    expect(getArrived()).toHaveLength(1);
    expect(after.getShown()).toEqual(['hello']);
  });

  test('of a living window are its own, also after a reload; another takes them over when it is gone', async () => {
    const { open, untilStored, getArrived } = await begin();
    const first = await open();
    setOnline(false);
    first.send('one', 'two', 'three');
    await untilStored(3);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const beside = await open();
    await beside.outbox.adopt();
    // Longer than a window waits for another one to be loaded again: it begins to wait at its end.
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    first.crash();
    const again = await open();
    await eventually(() => expect(again.getUnsent()).toHaveLength(3));
    expect(beside.getUnsent()).toEqual([]);
    again.crash();
    await eventually(() => expect(beside.getUnsent()).toHaveLength(3));
    setOnline(true);
    await eventually(() => expect(getArrived()).toEqual(['one', 'two', 'three']));
    await untilStored(0);
  });

  test('stay for the same person when a session expires, and for nobody else', async () => {
    const { backend, me, token, open, spoil, getArrived } = await begin();
    const { send } = await open();
    spoil({ kind: 'status', status: 401, message: 'Log in again.' });
    send('hello');
    await eventually(() => expect(localStorage.getItem('token')).toBeNull());
    // That call has certainly not sent it: nobody need look for it.
    await eventually(async () => {
      const [[, stored] = []] = await listStored(me._id);
      expect(stored).toMatchObject({ prior: undefined });
    });
    const other = signUp(backend, 'Eve');
    startSession(other.token);
    const theirs = await open();
    expect(theirs.getUnsent()).toEqual([]);
    theirs.crash();
    startSession(token);
    await open();
    await eventually(() => expect(getArrived()).toHaveLength(1));
    expect(backend.world.messages[0]?.senderId).toBe(me._id);
  });
});

test('Nothing of somebody who signs out is left, and an answer that comes then is nothing to whoever is next', async () => {
  const { backend, holdAnswer, queryClient, load, send, getShown, getArrived, untilStored } =
    await openTalk();
  const release = holdAnswer();
  send('between us', 'not sent');
  await eventually(() => expect(getArrived()).toHaveLength(1));
  await untilStored(2);
  const [sending] = queryClient.getMutationCache().getAll();
  logOut(queryClient);
  await untilStored(0);
  expect(queryClient.getMutationCache().getAll()).toEqual([]);
  const next = signUp(backend, 'Eve');
  startSession(next.token);
  await load();
  release();
  await eventually(() => expect(sending?.state.status).not.toBe('pending'));
  expect(getShown()).toEqual([]);
  expect(getArrived()).toHaveLength(1);
});

test('A disk that does not answer holds nothing up, in this window or in the next', async () => {
  const { openLoaded, send, getShown } = await openTalk();
  await holdDisk();
  send('hello');
  await eventually(() => expect(getShown()).toEqual(['hello']));
  const next = await openLoaded();
  next.send('again');
  await eventually(() => expect(next.getShown()).toEqual(['hello', 'again']));
});

describe('A message that was just sent', () => {
  test('can be taken back while it waits for the network, and those behind it go out', async () => {
    const { outbox, send, getUnsent, getKeys, getShown, getArrived, untilStored } =
      await openTalk();
    setOnline(false);
    send('regretted', 'meant');
    await untilStored(2);
    const [key = ''] = getKeys();
    expect(outbox.undo(key)).toEqual({ text: 'regretted' });
    expect(outbox.undo(key)).toBeUndefined();
    expect(getUnsent().map(({ content }) => content)).toEqual([{ text: 'meant' }]);
    await untilStored(1);
    setOnline(true);
    await eventually(() => expect(getShown()).toEqual(['meant']));
    expect(getArrived()).toHaveLength(1);
  });

  test('cannot while the network has it or after a try without an answer, and can after a refused one', async () => {
    const { spoil, holdAnswer, outbox, send, getStates, getKeys, getArrived } = await openTalk();
    const release = holdAnswer();
    send('on its way', 'behind it');
    const [first = '', second = ''] = getKeys();
    await eventually(() => expect(getArrived()).toHaveLength(1));
    expect(outbox.undo(first)).toBeUndefined();
    expect(outbox.undo(second)).toEqual({ text: 'behind it' });
    release();
    await eventually(() => expect(getStates()).toEqual([]));

    spoil({ kind: 'cut' });
    send('who knows');
    await eventually(() => expect(getStates()).toEqual(['waiting']));
    expect(outbox.undo(getKeys()[0] ?? '')).toBeUndefined();
    await eventually(() => expect(getStates()).toEqual([]));

    spoil({ ...BROKEN, status: 503, retryAfterS: 60 });
    send('refused');
    await eventually(() => expect(getStates()).toEqual(['waiting']));
    expect(outbox.undo(getKeys()[0] ?? '')).toEqual({ text: 'refused' });
    send('instead');
    await eventually(() => expect(getStates()).toEqual([]));
    expect(getArrived()).toEqual(['on its way', 'who knows', 'instead']);
  });
});

test('A picture that is being sent can be stopped: what is behind it goes out, and who was too late is told', async () => {
  const { peer, holdAnswer, outbox, send, getUnsent, getKeys, getShown, getArrived, untilStored } =
    await openTalk();
  const told = vi.spyOn(notify, 'blank');
  holdAnswer();
  outbox.send(peer._id, { image: IMAGE });
  send('behind it');
  const [key = ''] = getKeys();
  await eventually(() => expect(getArrived()).toHaveLength(1));
  outbox.discard(key);
  await eventually(() => expect(getShown()).toContain('behind it'));
  expect(getUnsent()).toEqual([]);
  await untilStored(0);
  expect(told).not.toHaveBeenCalled();
  outbox.entries.confirmSent(key);
  outbox.entries.confirmSent(key);
  expect(told.mock.calls).toEqual([['That was too late: the message had already been sent.']]);
});

test('A picture that is still prepared stands in the conversation and leaves before what follows; one that cannot be read holds nothing up', async () => {
  const original = new File([], 'photo.png', { type: 'image/png' });
  const { peer, outbox, send, getUnsent, getArrived } = await openTalk();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const unreadable = Promise.reject<string>(new Error('unreadable'));
  for (const image of [first.promise, unreadable, second.promise]) {
    outbox.send(peer._id, { image, original });
  }
  send('Look');
  second.resolve(`${IMAGE}BBBB`);
  await eventually(() =>
    expect(getUnsent().map(({ content }) => content)).toEqual([
      { image: '' },
      { image: `${IMAGE}BBBB` },
      { text: 'Look' },
    ]),
  );
  expect(getArrived()).toEqual([]);
  first.resolve(IMAGE);
  await eventually(() => expect(getUnsent()).toEqual([]));
  expect(getArrived()).toEqual([IMAGE, `${IMAGE}BBBB`, 'Look']);
});

test('On an address without locks, a message without a key is sent by its window alone; another one offers Retry', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  const { open, openLoaded, untilStored, getArrived } = await begin();
  const writer = await openLoaded();
  setOnline(false);
  writer.send('once');
  await untilStored(1);
  const other = await open();
  await eventually(() => expect(other.getStates()).toEqual(['failed']));
  setOnline(true);
  await eventually(() => expect(writer.getShown()).toEqual(['once']));
  expect(getArrived()).toHaveLength(1);
  setOnline(false);
  writer.send('left behind');
  await untilStored(1);
  writer.crash();
  setOnline(true);
  const { outbox, getStates, getKeys } = await open();
  await eventually(() => expect(getStates()).toEqual(['failed']));
  expect(getArrived()).toHaveLength(1);
  outbox.retry(getKeys()[0] ?? '');
  await eventually(() => expect(getArrived()).toEqual(['once', 'left behind']));
  await untilStored(0);
});
