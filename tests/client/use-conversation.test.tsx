/** What a screen sees of a conversation, render by render. */
import 'fake-indexeddb/auto';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import {
  prefetchConversation,
  useConversation,
  useSendMessage,
} from '../../src/conversation/messages.ts';
import { FEATURES, type Feature } from '../../src/protocol/events.ts';
import { eventually } from '../support/eventually.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';
import { wrapperOf } from './support/with-router.tsx';

beforeEach(() => setLookedAt(true));

afterEach(cleanup);

test('A sent message is shown in the next render, and in each until its answer and after it once', async () => {
  const { backend, peer } = await startWorld();
  const { queryClient } = await openWindow();
  const renders: string[] = [];
  const { result } = renderHook(
    () => {
      const conversation = useConversation(peer._id);
      const { pages, tail, outbox, status } = conversation;
      const texts = [...pages.flat(), ...tail].map(({ text }) => text);
      const unsent = outbox.map(({ content }) => 'text' in content && content.text);
      if (status === 'ready') renders.push([...texts, ...unsent].join());
      return { ...conversation, send: useSendMessage(peer._id) };
    },
    { wrapper: wrapperOf(queryClient) },
  );
  await eventually(() => expect(result.current.status).toBe('ready'));
  const held = Promise.withResolvers<void>();
  backend.faults.script({ method: 'POST' }, { kind: 'holdAnswer', until: held.promise });
  await act(async () => result.current.send({ text: 'hello' }));
  expect(renders.at(-1)).toBe('hello');
  held.resolve();
  await eventually(() => expect(result.current.tail).toHaveLength(1));
  expect(new Set(renders.slice(renders.indexOf('hello')))).toEqual(new Set(['hello']));
  expect(result.current.outbox).toEqual([]);
});

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
