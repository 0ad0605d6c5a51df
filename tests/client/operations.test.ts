/** What a person does with messages: shown at once, done once, and never lost. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { receiveChange } from '../../src/conversation/changes.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { useConversation } from '../../src/conversation/messages.ts';
import { forwardMessage, operate, undoOperation } from '../../src/outbox/operate.ts';
import {
  describeOutbox,
  listOperations,
  type Operation,
  overlay,
  overlayOutgoing,
} from '../../src/outbox/outgoing.ts';
import { listStored, wipeUnsent } from '../../src/outbox/storage.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { openAccountStores } from '../../src/stores/account-store.ts';
import { useRefusedEditOf } from '../../src/stores/edits.ts';
import { publishQuote } from '../../src/stores/message-events.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { endSession, startSession } from '../../src/stores/session.ts';
import { notify } from '../../src/ui/notify.ts';
import { eventually } from '../support/eventually.ts';
import { type ActingServer, ME, PEER, startActingServer } from './support/acting-server.ts';
import { listLoaded, makeMessage } from './support/messages.ts';
import { lendLocks, openWindow, setLookedAt, setOnline } from './support/window.ts';

const CALL = { method: 'PUT' };

beforeEach(() => {
  lendLocks();
  setLookedAt(true);
});

afterEach(async () => {
  setOnline(true);
  await wipeUnsent(ME._id);
});

async function startConversation(...texts: string[]) {
  const server = await startActingServer();
  vi.stubEnv('PUBLIC_API_URL', server.url);
  startSession('token');
  openAccountStores(ME._id);
  onTestFinished(() => {
    endSession();
    localStorage.clear();
    clearSelection();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  selectUser(PEER._id);
  const [messageId = ''] = texts.map((text) => server.add(text)._id);
  return { server, messageId };
}

async function open() {
  const window = await openWindow(FEATURES);
  await window.load(PEER._id);
  const { queryClient } = window;
  const states = () =>
    queryClient
      .getMutationCache()
      .findAll({ mutationKey: messageKeys.conversation(PEER._id) })
      .map(({ state }) => state);
  const getRows = () => overlay(listLoaded(queryClient, PEER._id), listOperations(states()));
  return {
    ...window,
    operate: (operation: Operation) => operate(queryClient, PEER._id, operation),
    undo: (key: string) => undoOperation(queryClient, key),
    send: (text: string) => window.outbox.send(PEER._id, { text }),
    countPending: () => states().length,
    getRows,
    /** Of unsent messages. */
    getStates: () => describeOutbox(states()).map(({ state }) => state),
    /** The texts of messages with a change that could not be sent yet. */
    getWaiting: () => getRows().flatMap((row) => (row.isChangeWaiting ? [row.text] : [])),
    /** The texts on the screen, unsent ones last. */
    getShown: () => {
      const unsent = overlayOutgoing(describeOutbox(states()), listOperations(states()));
      return [
        ...getRows().map(({ text }) => text),
        ...unsent.map(({ content }) => 'text' in content && content.text),
      ];
    },
  };
}

/** The next such call is done, and answered when the returned function is called. */
function holdAnswer({ faults }: ActingServer, method = 'PUT') {
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.script({ method }, { kind: 'holdAnswer', until: promise });
  return resolve;
}

const edit = (messageId: string, text: string, version = 0): Operation => ({
  kind: 'edit',
  messageId,
  text,
  version,
});

const readRefused = () => renderHook(() => useRefusedEditOf(PEER._id)).result.current;

const UNDO_OVER_MS = 5_001;

/** From now on the time to take something back ends when the test says so. */
function holdUndo() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return () => vi.advanceTimersByTimeAsync(UNDO_OVER_MS);
}

describe('An operation', () => {
  test('is shown from the click on, and in the cache when it is answered', async () => {
    const { server, messageId } = await startConversation('helo', 'bye');
    const { queryClient, operate, getShown, getTexts, countPending } = await open();
    const seen = new Set<unknown>();
    operate(edit(messageId, 'hello'));
    expect(getTexts(PEER._id)).toEqual(['helo', 'bye']);
    onTestFinished(queryClient.getQueryCache().subscribe(() => seen.add(getShown().join())));
    onTestFinished(queryClient.getMutationCache().subscribe(() => seen.add(getShown().join())));
    await eventually(() => expect(countPending()).toBe(0));
    expect([...seen]).toEqual(['hello,bye']);
    expect(server.messages.map(({ text }) => text)).toEqual(['hello', 'bye']);
  });

  test.each(['loseAnswer', 'cut'] as const)('is done once when its call meets %s', async (kind) => {
    const { server, messageId } = await startConversation('helo');
    const { operate, countPending, outbox } = await open();
    server.faults.script(CALL, { kind });
    operate(edit(messageId, 'hello'));
    await eventually(() => {
      outbox.wake();
      expect(countPending()).toBe(0);
    });
    expect(server.done).toHaveLength(1);
    expect(server.messages[0]?.text).toBe('hello');
  });

  test('survives a crash, and is shown by the next window at once', async () => {
    const { server, messageId } = await startConversation('helo');
    const before = await open();
    setOnline(false);
    before.operate(edit(messageId, 'hello'));
    before.crash();
    setOnline(true);
    const release = holdAnswer(server);
    const after = await open();
    await eventually(() => expect(after.getShown()).toEqual(['hello']));
    release();
    await eventually(() => expect(after.countPending()).toBe(0));
    expect(server.done).toHaveLength(1);
    await eventually(async () => expect(await listStored(ME._id)).toEqual([]));
  });
});

describe('What was never tried', () => {
  test('is one edit of the first version, and the last reaction; a deletion replaces both', async () => {
    const { server, messageId } = await startConversation('one');
    const other = server.add('other')._id;
    const endUndo = holdUndo();
    const { operate, countPending, getWaiting } = await open();
    setOnline(false);
    operate(edit(messageId, 'two'));
    operate(edit(messageId, 'three', 7));
    for (const emoji of ['👍', null, '🎉']) operate({ kind: 'react', messageId, emoji });
    operate(edit(other, 'changed'));
    expect(getWaiting()).toEqual([]);
    await eventually(() => expect(getWaiting()).toEqual(['three', 'changed']));
    operate({ kind: 'delete', messageId: other });
    expect(getWaiting()).toEqual(['three', undefined]);
    setOnline(true);
    await endUndo();
    await eventually(() => expect(countPending()).toBe(0));
    expect(server.done).toMatchObject([
      { body: { text: 'three', version: 0 } },
      { body: { emoji: '🎉' } },
      { path: expect.stringContaining('delete') },
    ]);
  });

  test('is written anew if it is a message that is edited', async () => {
    const { server } = await startConversation();
    const { send, operate, getOutbox, countPending, getShown } = await open();
    setOnline(false);
    send('helo');
    send('bye');
    const [{ key } = { key: '' }] = getOutbox(PEER._id);
    operate(edit(key, 'hello'));
    expect(getShown()).toEqual(['hello', 'bye']);
    setOnline(true);
    await eventually(() => expect(countPending()).toBe(0));
    expect(server.messages.map(({ text }) => text)).toEqual(['hello', 'bye']);
    expect(server.done).toHaveLength(2);
  });

  test('is discarded with all that was done with it if it is a message that is deleted', async () => {
    const { server } = await startConversation();
    const endUndo = holdUndo();
    const { send, operate, getOutbox, countPending, getShown } = await open();
    setOnline(false);
    send('regretted');
    send('meant');
    const [{ key } = { key: '' }] = getOutbox(PEER._id);
    operate({ kind: 'react', messageId: key, emoji: '👍' });
    operate({ kind: 'delete', messageId: key });
    expect(getShown()).toEqual(['meant']);
    await endUndo();
    setOnline(true);
    await eventually(() => expect(countPending()).toBe(0));
    expect(server.done).toMatchObject([{ body: { text: 'meant' } }]);
    await eventually(async () => expect(await listStored(ME._id)).toEqual([]));
  });
});

test('An operation on a message whose sending has no answer yet does not hold up later messages while that one has failed', async () => {
  const { server } = await startConversation();
  const { send, outbox, operate, getOutbox, countPending } = await open();
  server.faults.script({ method: 'POST' }, { kind: 'loseAnswer' });
  server.faults.script({ method: 'POST' }, { kind: 'status', status: 403 });
  send('helo');
  await eventually(() => expect(server.messages).toHaveLength(1));
  const [{ key } = { key: '' }] = getOutbox(PEER._id);
  operate(edit(key, 'hello'));
  send('more');
  await eventually(() => {
    outbox.wake();
    expect(server.messages).toHaveLength(2);
  });
  await eventually(() => expect(countPending()).toBe(2));
  outbox.retry(key);
  await eventually(() => expect(countPending()).toBe(0));
  expect(server.messages.map(({ text }) => text)).toEqual(['hello', 'more']);
});

test('A message behind an operation that cannot be sent is shown as waiting', async () => {
  const { messageId } = await startConversation('one');
  const { operate, send, getStates } = await open();
  setOnline(false);
  operate({ kind: 'react', messageId, emoji: '👍' });
  send('more');
  await eventually(() => expect(getStates()).toEqual(['waiting']));
});

test('A reply that waits, or has failed, quotes its message as that is now, on the device too', async () => {
  const { server, messageId } = await startConversation('helo');
  const { outbox, getOutbox, countPending } = await open();
  server.faults.script({ method: 'POST' }, { kind: 'status', status: 403 });
  const release = holdAnswer(server, 'POST');
  const replyTo = { _id: messageId, senderId: ME._id, text: 'helo', change: 1 };
  outbox.send(PEER._id, { text: 'failed' }, { replyTo });
  await eventually(() => expect(getOutbox(PEER._id)).toMatchObject([{ state: 'failed' }]));
  const reason = getOutbox(PEER._id)[0]?.reason;
  outbox.send(PEER._id, { text: 'first' });
  outbox.send(PEER._id, { text: 'waits' }, { replyTo });
  await eventually(() => expect(server.messages).toHaveLength(2));

  const quote = { _id: messageId, change: 2, deleted: true };
  publishQuote({ peerId: PEER._id, quote });
  expect(getOutbox(PEER._id).flatMap(({ replyTo: quoted }) => quoted ?? [])).toEqual([
    quote,
    quote,
  ]);
  await eventually(async () => {
    const stored = await listStored(ME._id);
    expect(stored.map(([, { reason }]) => reason)).toContain(reason);
    expect(JSON.stringify(stored)).not.toContain('helo');
  });
  release();
  await eventually(() => expect(countPending()).toBe(1));
  expect(getOutbox(PEER._id)).toMatchObject([{ state: 'failed', reason }]);
  expect(server.done.at(-1)?.body).toMatchObject({ text: 'waits', replyTo: messageId });
});

test('A forward that waits or has failed shows what its source says now, and keeps nothing of it', async () => {
  const { server, messageId } = await startConversation('helo');
  const { outbox, queryClient, operate } = await open();
  const { result } = renderHook(() => useConversation(PEER._id), {
    wrapper: ({ children }) =>
      createElement(QueryClientProvider, { client: queryClient }, children),
  });
  const getForwards = () => result.current.outbox.map(({ state, content }) => [state, content]);
  const receive = (text: string, fields: Partial<Message> = {}) =>
    receiveChange(queryClient, {
      userId: PEER._id,
      epoch: '0',
      message: { ...makeMessage(1, { senderId: ME._id }), text, ...fields },
    });
  const refusal = 'This account was deleted. You can’t send it messages.';
  server.faults.script({ method: 'POST' }, { kind: 'status', status: 404, message: refusal });
  forwardMessage(queryClient, PEER._id, messageId);
  await eventually(() => expect(getForwards()).toEqual([['failed', { text: 'helo' }]]));
  expect(result.current.outbox[0]?.reason).toBe(refusal);

  const release = holdAnswer(server, 'POST');
  outbox.send(PEER._id, { text: 'before' });
  forwardMessage(queryClient, PEER._id, messageId);
  receive('hello', { change: 2, version: 2 });
  await eventually(() => expect(getForwards().at(-1)).toEqual(['sending', { text: 'hello' }]));
  operate(edit(result.current.outbox.at(-1)?.key ?? '', 'hello there'));
  await eventually(() =>
    expect(getForwards().at(-1)).toEqual(['sending', { text: 'hello there' }]),
  );
  const kept = () => queryClient.getMutationCache().getAll();
  await eventually(async () => expect(await listStored(ME._id)).toHaveLength(4));
  expect(JSON.stringify([await listStored(ME._id), { ...localStorage }])).not.toMatch(
    /helo|hello"/,
  );
  expect(JSON.stringify(kept().map(({ state }) => state))).not.toMatch(/helo|hello"/);
  release();
  await eventually(() => expect(kept()).toHaveLength(1));
  expect(server.messages.map(({ text }) => text)).toEqual(['helo', 'before', 'hello there']);

  receive('', { change: 9, deleted: true });
  await eventually(() => expect(getForwards()).toEqual([['failed', { text: '' }]]));
});

describe('A deletion', () => {
  test('takes the message’s content, and can be taken back for five seconds', async () => {
    const { server, messageId } = await startConversation('one', 'two');
    const endUndo = holdUndo();
    const { operate, undo, getShown, countPending } = await open();
    const key = operate({ kind: 'delete', messageId });
    expect(getShown()).toEqual([undefined, 'two']);
    expect(undo(key)).toBe(true);
    expect(getShown()).toEqual(['one', 'two']);
    await endUndo();
    expect(undo(key)).toBe(false);
    expect(countPending()).toBe(0);
    expect(server.done).toEqual([]);
    expect(await listStored(ME._id)).toEqual([]);
  });

  test('is done by the next window, after the same time, if this one closes before that', async () => {
    const { server, messageId } = await startConversation('one');
    const endUndo = holdUndo();
    const before = await open();
    before.operate({ kind: 'delete', messageId });
    await eventually(async () => expect(await listStored(ME._id)).toHaveLength(1));
    before.crash();
    const after = await open();
    await eventually(() => expect(after.getShown()).toEqual([undefined]));
    after.send('more');
    await eventually(() => expect(server.messages).toHaveLength(2));
    expect(server.messages.map(({ text }) => text)).toEqual(['one', 'more']);
    await endUndo();
    await eventually(() => expect(server.messages.map(({ text }) => text)).toEqual(['more']));
    await eventually(() => expect(after.countPending()).toBe(0));
  });
});

describe('A refused operation', () => {
  test('on a message that is gone ends quietly with the later ones, and the words of the last edit are kept', async () => {
    const { server, messageId } = await startConversation('one');
    const { operate, countPending } = await open();
    const notified = vi.spyOn(notify, 'error');
    const fetching = vi.spyOn(globalThis, 'fetch');
    const release = holdAnswer(server);
    server.messages.splice(0);
    operate(edit(messageId, 'two'));
    await eventually(() => expect(fetching).toHaveBeenCalled());
    operate(edit(messageId, 'corrected'));
    operate({ kind: 'react', messageId, emoji: '👍' });
    release();
    await eventually(() => expect(countPending()).toBe(0));
    expect(notified).not.toHaveBeenCalled();
    expect(readRefused()?.text).toBe('corrected');
    await eventually(async () => expect(await listStored(ME._id)).toEqual([]));
  });

  test('that the server does not allow is undone, and the person is told', async () => {
    const { server, messageId } = await startConversation('one');
    const { operate, countPending, getRows } = await open();
    const notified = vi.spyOn(notify, 'error');
    server.faults.script(CALL, { kind: 'status', status: 403, message: 'Not any more.' });
    operate({ kind: 'react', messageId, emoji: '👍' });
    await eventually(() => expect(countPending()).toBe(0));
    expect(notified.mock.calls).toEqual([['Not any more.']]);
    expect(getRows()[0]).not.toHaveProperty('reactions');
  });

  test('that is an edit of an older text shows the newer one, and keeps the person’s text', async () => {
    const { server, messageId } = await startConversation('one');
    const { operate, countPending, getShown } = await open();
    const notified = vi.spyOn(notify, 'error');
    server.messages[0] = { ...server.add('elsewhere'), _id: messageId, version: 5 };
    server.messages.pop();
    operate(edit(messageId, 'here'));
    await eventually(() => expect(countPending()).toBe(0));
    expect(getShown()).toEqual(['elsewhere']);
    expect(notified.mock.calls).toEqual([['The text has changed.']]);
    expect(readRefused()?.text).toBe('here');
  });
});

test('A reaction of unknown outcome is not tried again when the server may have forgotten its key', async () => {
  const { server, messageId } = await startConversation('one');
  const before = await open();
  server.faults.script(CALL, { kind: 'loseAnswer' });
  server.faults.script(CALL, { kind: 'cut' }, 1e6);
  before.operate({ kind: 'react', messageId, emoji: '👍' });
  await eventually(() => expect(server.done).toHaveLength(1));
  before.crash();
  server.faults.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * 60 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const after = await open();
  await eventually(async () => expect(await listStored(ME._id)).toEqual([]));
  expect(after.countPending()).toBe(0);
  expect(server.done).toHaveLength(1);
});

test('What a closed window left does not undo what another one did since', async () => {
  const { server, messageId } = await startConversation('one');
  const [older, newer] = [await open(), await open()];
  setOnline(false);
  older.operate({ kind: 'react', messageId, emoji: '👎' });
  await eventually(async () => expect(await listStored(ME._id)).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 5));
  newer.operate({ kind: 'react', messageId, emoji: '👍' });
  await eventually(async () => expect(await listStored(ME._id)).toHaveLength(2));
  older.crash();
  setOnline(true);
  await eventually(async () => expect(await listStored(ME._id)).toEqual([]));
  expect(server.messages[0]?.reactions).toEqual({ [ME._id]: '👍' });
});
