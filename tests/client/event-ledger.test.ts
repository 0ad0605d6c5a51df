/** What Devtools tells of the socket's events: what came, what became of it, and what it changed. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { describeAbilities } from '../../src/devtools/abilities.ts';
import { driftsQuery } from '../../src/devtools/badge-audit.ts';
import { eventsQuery } from '../../src/devtools/event-ledger.ts';
import { startInstruments } from '../../src/devtools/instruments.ts';
import { storesQuery } from '../../src/devtools/stores-view.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { createLiveSession } from '../../src/realtime/live-session.ts';
import { clearSelection } from '../../src/stores/selection.ts';
import { clearUnseen, resetUnseen } from '../../src/stores/unseen.ts';
import { idOf, ME, makeMessage, makeMessages, PEER } from './support/messages.ts';
import { setLookedAt } from './support/window.ts';

let queryClient: QueryClient;
let session: ReturnType<typeof createLiveSession>;

beforeEach(() => {
  setLookedAt(false);
  clearSelection();
  clearUnseen();
  queryClient = makeQueryClient();
  session = createLiveSession({ queryClient, meId: ME, emit: () => true });
  onTestFinished(() => session.close());
});

function open(): () => void {
  const stop = startInstruments(queryClient);
  onTestFinished(stop);
  return stop;
}

const hear = (event: string, payload: unknown) =>
  session.handleEvents([{ name: event, payload: [payload] }]);
const ledger = () => queryClient.getQueryData(eventsQuery().queryKey) ?? [];
const hold = (...numbers: [number, number]) =>
  queryClient.setQueryData(messageKeys.history(PEER), {
    pages: [makeMessages(...numbers).map((message) => ({ ...message, seen: true }))],
    hasOlder: false,
  });

describe('The ledger of events', () => {
  test('tells name, arrival, latency and the keys that an event changed', () => {
    open();
    hold(1, 3);
    hear('newMessage', makeMessage(4));
    const [entry] = ledger();
    expect(entry).toMatchObject({
      name: 'newMessage',
      verdict: 'applied',
      changed: ['["stores"]', JSON.stringify(messageKeys.tail(PEER))],
      messageId: idOf(4),
      latencyMs: expect.any(Number),
    });
    expect(Date.parse(entry?.arrivedAt ?? '')).not.toBeNaN();
  });

  test('calls a message that was there a duplicate', () => {
    open();
    hold(1, 3);
    hear('newMessage', makeMessage(4));
    hear('newMessage', makeMessage(4));
    hear('newMessage', makeMessage(2));
    expect(ledger().map(({ verdict }) => verdict)).toEqual(['duplicate', 'duplicate', 'applied']);
  });

  test('calls a message late that takes its place before newer ones', () => {
    open();
    hold(1, 1);
    hear('newMessage', makeMessage(5));
    hear('newMessage', makeMessage(4));
    expect(ledger().map(({ verdict }) => verdict)).toEqual(['late', 'applied']);
  });

  test('calls ignored what changes nothing, and what nobody here knows', () => {
    hear('getOnlineUsers', []);
    open();
    hear('getOnlineUsers', []);
    hear('weather', { sunny: true });
    expect(ledger().map(({ name, verdict }) => [name, verdict])).toEqual([
      ['weather', 'ignored'],
      ['getOnlineUsers', 'ignored'],
    ]);
  });

  test('keeps the last 200', () => {
    open();
    for (let number = 1; number <= 230; number += 1) hear('newMessage', makeMessage(number));
    expect(ledger()).toHaveLength(200);
    expect(ledger()[0]?.messageId).toBe(idOf(230));
  });

  test('records nothing while Devtools is closed, and is gone when it closes', () => {
    hear('newMessage', makeMessage(1));
    const stop = open();
    expect(ledger()).toEqual([]);
    hear('newMessage', makeMessage(2));
    expect(ledger()).toHaveLength(1);
    stop();
    hear('newMessage', makeMessage(3));
    expect(queryClient.getQueryCache().find({ queryKey: eventsQuery().queryKey })).toBeUndefined();
  });
});

describe('The abilities', () => {
  test('are live, degraded or off, by what the server announced', () => {
    const all = describeAbilities(new Set(FEATURES));
    expect(Object.keys(all)).toHaveLength(FEATURES.length);
    expect(new Set(Object.values(all))).toEqual(new Set(['live']));
    const none = describeAbilities(new Set());
    expect(none['typing is shown']).toBe('off');
    expect(none['histories load by pages']).toBe('degraded: they load whole');
    expect(describeAbilities(null)['typing is shown']).toBe('not known yet');
  });
});

describe('The stores', () => {
  test('are shown as they are', () => {
    open();
    hear('newMessage', makeMessage(1));
    expect(queryClient.getQueryData(storesQuery().queryKey)).toEqual({
      selectedUserId: null,
      unseen: new Map([[PEER, 1]]),
    });
  });
});

describe('The audit of badges', () => {
  test('says nothing while counts and rows agree', () => {
    vi.stubEnv('DEV', true);
    open();
    hold(1, 1);
    resetUnseen(PEER);
    queryClient.setQueryData(messageKeys.history(PEER), { pages: [], hasOlder: false });
    hear('newMessage', makeMessage(2));
    expect(queryClient.getQueryData(driftsQuery().queryKey)).toEqual([]);
  });

  test('logs a drift once, with the first event that caused it', () => {
    vi.stubEnv('DEV', true);
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    open();
    queryClient.setQueryData(messageKeys.history(PEER), { pages: [], hasOlder: false });
    hear('newMessage', makeMessage(1));
    resetUnseen(PEER);
    hear('typing', { userId: PEER });
    hear('getOnlineUsers', []);
    expect(queryClient.getQueryData(driftsQuery().queryKey)).toMatchObject([
      { userId: PEER, shown: 0, counted: 1, cause: 'typing' },
    ]);
    expect(warn).toHaveBeenCalledOnce();
  });
});
