/** What a screen sees of a conversation, render by render. */
import 'fake-indexeddb/auto';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { prefetchConversation, useConversation } from '../../src/conversation/messages.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { eventually } from '../support/eventually.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';
import { wrapperOf } from './support/with-router.tsx';

beforeEach(() => setLookedAt(true));

afterEach(cleanup);

test('A conversation is not loaded ahead where reading it would mark it as seen', async () => {
  const { backend, peer } = await startWorld();
  const { queryClient } = await openWindow();
  await prefetchConversation(queryClient, peer._id);
  expect(backend.calls.some(({ path }) => path === `/messages/${peer._id}`)).toBe(false);
});

test('A conversation that cannot be loaded says why, is not loaded ahead any more, and loads when asked again', async () => {
  const { backend, peer } = await startWorld();
  backend.faults.script({ path: new RegExp(peer._id) }, { kind: 'refuse', message: 'Not now.' });
  const { queryClient } = await openWindow(FEATURES);
  const { result } = renderHook(() => useConversation(peer._id), {
    wrapper: wrapperOf(queryClient),
  });
  await eventually(() => expect(result.current.error?.message).toBe('Not now.'));
  expect(result.current.status).toBe('error');
  await prefetchConversation(queryClient, peer._id);
  expect(backend.calls.filter(({ path }) => path === `/messages/${peer._id}`)).toHaveLength(1);
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set<Feature>());
  await act(async () => result.current.retry());
  await eventually(() => expect(result.current.status).toBe('ready'));
});
