/** What Devtools tells of each change of the cache: its cause, and the rows that it added, changed and removed. */
import 'fake-indexeddb/auto';
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { addMutation, removeMutation, withCause, writeData } from '../../src/cache/write.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { messageQueries } from '../../src/conversation/messages.ts';
import { startLedger, writesQuery } from '../../src/devtools/ledger.ts';
import { keepForNextStart } from '../../src/kept/keep.ts';
import { restoreStart } from '../../src/kept/restore.ts';
import { openOutbox } from '../../src/outbox/open-outbox.ts';
import { userQueries } from '../../src/people/users.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { createLiveSession } from '../../src/realtime/live-session.ts';
import { authQueries } from '../../src/session/auth.ts';
import { logOut } from '../../src/session/log-out.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { clearUnseen } from '../../src/stores/unseen.ts';
import { BACKEND_NAMES, sendByCall } from '../support/backends.ts';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { openLiveWindow, startCrossOriginBackend } from './support/live-window.ts';
import { idOf, ME, makeMessage, makeMessages, PEER } from './support/messages.ts';
import { setLookedAt, startWorld } from './support/window.ts';

const BEN = { _id: PEER, fullName: 'Ben' };
const TAIL = JSON.stringify(messageKeys.tail(PEER));
const FEED = JSON.stringify(messageKeys.feed(PEER));

let queryClient: QueryClient;
let session: ReturnType<typeof createLiveSession>;

beforeEach(() => {
  setLookedAt(false);
  clearSelection();
  clearUnseen();
  queryClient = makeQueryClient();
  session = createLiveSession({
    queryClient,
    meId: ME,
    emit: () => true,
    reconnect: () => undefined,
  });
  onTestFinished(() => {
    session.close();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });
});

/** With Ben in the list, and these of his messages in the conversation, all of them seen. */
function open(...numbers: [number, number]): () => void {
  queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Ada' });
  queryClient.setQueryData(userQueries.list().queryKey, [BEN]);
  queryClient.setQueryData(messageKeys.history(PEER), {
    pages: [makeMessages(...numbers, { seen: true })],
    hasOlder: false,
  });
  const { stop } = startLedger(queryClient);
  onTestFinished(stop);
  return stop;
}

const hear = (event: string, payload: unknown) =>
  session.handleEvents([{ name: event, payload: [payload] }]);
const ledger = (client = queryClient) => client.getQueryData(writesQuery().queryKey) ?? [];
const verdicts = () => ledger().map(({ verdict }) => verdict);

describe('An event', () => {
  test('is told with its arrival, latency, payload, and the rows it added, by name', () => {
    open(1, 3);
    hear('newMessage', makeMessage(4));
    const [line] = ledger();
    expect(line).toMatchObject({
      cause: 'event newMessage',
      verdict: 'applied',
      latencyMs: expect.any(Number),
      writes: [
        { key: TAIL, person: 'Ben', added: { [idOf(4)]: 'Ben: message 4' } },
        { key: FEED, fields: 'held' },
        { key: 'unseen counts' },
      ],
      payload: [{ _id: idOf(4) }],
    });
    expect(Date.parse(line?.at ?? '')).not.toBeNaN();
  });

  test('is told with the fields that it changed in rows', () => {
    open(1, 3);
    const sent = makeMessage(4, { senderId: ME, receiverId: PEER });
    hear('messageSent', sent);
    hear('delivered', { userId: PEER, from: idOf(4), upTo: idOf(4) });
    expect(ledger()[0]).toMatchObject({
      cause: 'event delivered',
      writes: [{ key: TAIL, changed: { [idOf(4)]: 'delivered' } }],
    });
  });

  test('is a duplicate if it changed nothing, and its message was there', () => {
    open(1, 3);
    hear('newMessage', makeMessage(4));
    hear('newMessage', makeMessage(4));
    hear('newMessage', makeMessage(2, { seen: true }));
    expect(verdicts()).toEqual(['applied', 'duplicate', 'applied']);
  });

  test('is no duplicate if the list of people knew its message, and the conversation did not', () => {
    hear('hello', { features: FEATURES });
    open(1, 3);
    queryClient.setQueryData(userQueries.list().queryKey, [
      { ...BEN, lastMessage: makeMessage(4) },
    ]);
    hear('newMessage', makeMessage(4));
    expect(ledger()[0]).toMatchObject({
      verdict: 'applied',
      writes: [
        { key: TAIL, added: { [idOf(4)]: 'Ben: message 4' } },
        { key: FEED, fields: 'held' },
      ],
    });
  });

  test('is late if its message has its place before newer ones', () => {
    open(1, 1);
    hear('newMessage', makeMessage(5));
    hear('newMessage', makeMessage(4));
    expect(verdicts()).toEqual(['late', 'applied']);
  });

  test('is ignored if it changes nothing, or nobody here knows it', () => {
    hear('getOnlineUsers', []);
    open(1, 1);
    hear('getOnlineUsers', []);
    hear('weather', { sunny: true });
    expect(ledger()).toMatchObject([
      { cause: 'event weather', verdict: 'ignored', writes: [] },
      { cause: 'event getOnlineUsers', verdict: 'ignored' },
    ]);
  });

  test('is an echo if it tells this window what it did itself', () => {
    open(1, 1);
    const sent = makeMessage(4, { senderId: ME, receiverId: PEER });
    hear('messageSent', sent);
    hear('messageSent', sent);
    expect(ledger().map(({ isEcho }) => isEcho)).toEqual([true, undefined]);
  });

  test('of whole pictures is kept without them', () => {
    open(1, 1);
    hear('newMessage', makeMessage(4, { image: `data:image/png;base64,${'A'.repeat(10_000)}` }));
    expect(JSON.stringify(ledger()[0]?.payload).length).toBeLessThan(1_000);
  });
});

describe('The ledger', () => {
  test('names a change without a cause, one of Devtools, and one within another cause', () => {
    open(1, 1);
    writeData(queryClient, userQueries.list().queryKey, []);
    queryClient.setQueryData(userQueries.list().queryKey, [BEN]);
    withCause({ kind: 'reader', name: 'opens' }, () =>
      withCause({ kind: 'catch-up' }, () =>
        writeData(queryClient, userQueries.list().queryKey, []),
      ),
    );
    queryClient.removeQueries({ queryKey: userQueries.list().queryKey });
    expect(ledger().map(({ cause }) => cause)).toEqual([
      'devtools',
      'reader opens',
      'devtools',
      'unexplained',
    ]);
  });

  test('forgets a mutation that was removed, also when it ends later', async () => {
    open(1, 1);
    const mutation = addMutation(queryClient, {
      mutationFn: async (): Promise<unknown> => 'answer',
    });
    const ending = mutation.execute(undefined);
    removeMutation(queryClient, mutation);
    await ending;
    const [latest] = ledger();
    expect(latest?.writes).toMatchObject([{ removed: expect.anything() }]);
  });

  test('does not give a cause to what is written after a wait', async () => {
    open(1, 1);
    await withCause({ kind: 'mutation' }, async () => {
      await Promise.resolve();
      writeData(queryClient, userQueries.list().queryKey, []);
    });
    expect(ledger().map(({ cause }) => cause)).toEqual(['unexplained']);
  });

  test('tells what no event did: a typing indicator that ends, and a lost connection', () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    open(1, 1);
    hear('typing', { userId: PEER });
    vi.runOnlyPendingTimers();
    session.handleLoss();
    const typing = JSON.stringify(realtimeQueries.typing().queryKey);
    expect(ledger().filter(({ cause }) => !cause.startsWith('connection'))).toMatchObject([
      { cause: 'timer end of typing', writes: [{ key: typing, removed: { [PEER]: 'Ben' } }] },
      { cause: 'event typing', writes: [{ key: typing, added: { [PEER]: 'Ben' } }] },
    ]);
  });

  test('has the last 200', () => {
    open(1, 1);
    for (let number = 2; number <= 230; number += 1) hear('newMessage', makeMessage(number));
    expect(ledger()).toHaveLength(200);
    expect(ledger()[0]?.messageId).toBe(idOf(230));
  });

  test('records nothing while Devtools is closed, and is gone when it closes', () => {
    const stop = open(1, 1);
    expect(ledger()).toEqual([]);
    hear('newMessage', makeMessage(2));
    expect(ledger()).toHaveLength(1);
    stop();
    hear('newMessage', makeMessage(3));
    expect(queryClient.getQueryCache().find({ queryKey: writesQuery().queryKey })).toBeUndefined();
  });

  test('tells what the device had kept', async () => {
    const { me } = await startWorld();
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    queryClient.setQueryData(authQueries.me().queryKey, me);
    keepForNextStart(queryClient, ending.signal);
    const next = makeQueryClient();
    onTestFinished(startLedger(next).stop);
    await eventually(async () => expect(await restoreStart(next)).toBe(true));
    expect(ledger(next)).toMatchObject([
      { cause: 'restore', writes: [{ key: '["auth","me"]', added: { [me._id]: me.fullName } }] },
    ]);
  });
});

describe.each(BACKEND_NAMES)('In front of %s', (name) => {
  test('each change has a cause, also after connections were cut', async () => {
    const backend = await startCrossOriginBackend(name);
    onTestFinished(() => backend.dispose());
    const proxy = await startFaultProxy(backend.url);
    onTestFinished(proxy.close);
    setLookedAt(true);
    const live = await openLiveWindow({ url: proxy.url });
    const { me, peer, getTexts } = live;
    onTestFinished(startLedger(live.queryClient).stop);
    const causesOf = (text: string) =>
      ledger(live.queryClient)
        .filter(({ writes }) =>
          writes.some(
            ({ key, added = {} }) =>
              /"(history|tail)"\]$/.test(key) &&
              Object.values(added).some((row) => row.endsWith(text)),
          ),
        )
        .map(({ cause }) => cause);

    selectUser(peer.id);
    await live.queryClient.query(messageQueries.history(peer.id));
    await sendByCall(backend, peer, me, { text: 'live' });
    await eventually(() => expect(getTexts(peer.id)).toEqual(['live']));
    openOutbox(live.queryClient).send(peer.id, { text: 'own' });
    await eventually(() => expect(getTexts(peer.id)).toContain('own'));
    proxy.setSocketsRefused(true);
    await eventually(() => expect(live.status()).toBe('reconnecting'));
    await sendByCall(backend, peer, me, { text: 'missed' });
    proxy.setSocketsRefused(false);
    await eventually(() => expect(getTexts(peer.id)).toContain('missed'));
    expect(causesOf(': live')).toEqual(['event newMessage']);
    expect(causesOf(': own')[0]).toMatch(/^(mutation send|event messageSent)$/);
    expect(causesOf(': missed')).toContain('catch-up');
    const causes = ledger(live.queryClient).map(({ cause }) => cause);
    expect(causes).toContain('reader sees');
    expect(causes).toContain('answer');
    expect(causes).toContain('connection reconnecting');
    expect(causes.filter((cause) => /unexplained|devtools/.test(cause))).toEqual([]);

    logOut(live.queryClient);
    expect(ledger(live.queryClient).map(({ cause }) => cause)).toEqual(['session end']);
  });
});
