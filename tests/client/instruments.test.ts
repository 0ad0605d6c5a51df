/** The entries that only Devtools reads. */
import type { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { describeAbilities } from '../../src/devtools/abilities.ts';
import { driftsQuery } from '../../src/devtools/badge-audit.ts';
import { startInstruments } from '../../src/devtools/instruments.ts';
import { outboxQuery } from '../../src/devtools/outbox-view.ts';
import { storesQuery } from '../../src/devtools/stores-view.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { createLiveSession } from '../../src/realtime/live-session.ts';
import { clearSelection } from '../../src/stores/selection.ts';
import { clearUnseen, resetUnseen } from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import { ME, makeMessage, makeMessages, PEER } from './support/messages.ts';
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
  const { stop } = startInstruments(queryClient);
  onTestFinished(stop);
  return stop;
}

const hear = (event: string, payload: unknown) =>
  session.handleEvents([{ name: event, payload: [payload] }]);
const hold = (...numbers: [number, number]) =>
  queryClient.setQueryData(messageKeys.history(PEER), {
    pages: [makeMessages(...numbers).map((message) => ({ ...message, seen: true }))],
    hasOlder: false,
  });

describe('The instruments', () => {
  test('cost nothing while Devtools is closed: no entry and no listener stays', async () => {
    const count = () => {
      const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
      const listeners = caches.map((cache) => Reflect.get(cache, 'listeners').size);
      return [...listeners, queryClient.getQueryCache().getAll().length];
    };
    const before = count();
    open()();
    expect(count()).toEqual(before);
    open();
    expect(count()).not.toEqual(before);
  });

  test('outlive a cleared cache', async () => {
    open();
    queryClient.clear();
    await eventually(() =>
      expect(queryClient.getQueryData(storesQuery().queryKey)).toMatchObject({ unseen: new Map() }),
    );
    expect(queryClient.getQueryData(outboxQuery().queryKey)).toEqual({});
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
