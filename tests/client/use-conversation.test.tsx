/** What a screen sees of a conversation, render by render. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiveMessage } from '../../src/conversation/conversation.ts';
import { listImages } from '../../src/conversation/media.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import {
  prefetchConversation,
  useConversation,
  useOutboxActions,
  useSendMessage,
} from '../../src/conversation/messages.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { eventually } from '../support/eventually.ts';
import { makeMessage, numbersOf } from './support/messages.ts';
import { openWindow, setLookedAt, setOnline, startWorld } from './support/window.ts';

const SEND = { method: 'POST', path: /send/ };

beforeEach(() => setLookedAt(true));

afterEach(() => {
  cleanup();
  setOnline(true);
});

/** Everything the person would read in the conversation, in each render since the first. */
async function watch(...features: Parameters<typeof openWindow>[0] & object) {
  const world = await startWorld();
  const { queryClient, load } = await openWindow(features);
  const peerId = world.peer._id;
  const renders: string[][] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => {
      const conversation = useConversation(peerId);
      const images = listImages(conversation.pages, conversation.tail);
      const send = useSendMessage(peerId);
      const actions = useOutboxActions();
      const { pages, tail, outbox, status } = conversation;
      if (status === 'ready') {
        renders.push([
          ...[...pages.flat(), ...tail].map(({ text, image }) => text ?? image ?? ''),
          ...outbox.map(({ content }) => ('text' in content ? content.text : content.image)),
        ]);
      }
      return { conversation, images, send, ...actions };
    },
    { wrapper },
  );
  await eventually(() => expect(result.current.conversation.status).not.toBe('loading'));
  return { ...world, queryClient, load, peerId, renders, result };
}

describe('A conversation on the screen', () => {
  test('shows a sent message in the next render, and never twice or not at all', async () => {
    const { backend, renders, result } = await watch();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
    await act(async () => result.current.send({ text: 'hello' }));
    expect(renders.at(-1)).toEqual(['hello']);
    release();
    const first = renders.findIndex((texts) => texts.length > 0);
    await eventually(() => expect(result.current.conversation.tail).toHaveLength(1));
    expect(renders.slice(first).every((texts) => texts.join() === 'hello')).toBe(true);
    expect(result.current.conversation.outbox).toEqual([]);
  });

  test('lists its pictures, newest first', async () => {
    const { queryClient, peerId, result } = await watch();
    const pages = [
      [makeMessage(1, { image: 'a' }), makeMessage(2)],
      [makeMessage(3, { image: 'b' })],
    ];
    await act(async () => {
      queryClient.setQueryData(messageKeys.history(peerId), { pages, hasOlder: false });
      receiveMessage(queryClient, peerId, makeMessage(4, { image: 'c' }));
    });
    expect(result.current.images.map(({ image }) => image)).toEqual(['c', 'b', 'a']);
  });

  test('keeps the list of its pictures while only words come', async () => {
    const { queryClient, peerId, result } = await watch();
    await act(async () => {
      const pages = [[makeMessage(1, { image: 'a' })]];
      queryClient.setQueryData(messageKeys.history(peerId), { pages, hasOlder: false });
    });
    const before = result.current.images;
    await act(async () => receiveMessage(queryClient, peerId, makeMessage(2)));
    expect(numbersOf(result.current.conversation.tail)).toEqual([2]);
    expect(result.current.images).toBe(before);
  });
});

test('A conversation is not loaded ahead where reading it would mark it as seen', async () => {
  const { backend, peer } = await startWorld();
  const { queryClient } = await openWindow();
  await prefetchConversation(queryClient, peer._id);
  expect(backend.calls.some(({ path }) => path === `/messages/${peer._id}`)).toBe(false);
});

test('A conversation is not loaded ahead once it was asked for, also when that failed', async () => {
  const { backend, peer } = await startWorld();
  backend.faults.script({ path: new RegExp(peer._id) }, { kind: 'refuse', message: 'Not now.' });
  const { queryClient } = await openWindow(FEATURES);
  const { result } = renderHook(() => useConversation(peer._id), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  await eventually(() => expect(result.current.status).toBe('error'));
  await prefetchConversation(queryClient, peer._id);
  expect(backend.calls.filter(({ path }) => path === `/messages/${peer._id}`)).toHaveLength(1);
});

test('A conversation that cannot be loaded says why, and loads when asked again', async () => {
  const { backend, peer } = await startWorld();
  backend.faults.script({ path: new RegExp(peer._id) }, { kind: 'refuse', message: 'Not now.' });
  const { queryClient } = await openWindow();
  const { result } = renderHook(() => useConversation(peer._id), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  await eventually(() => expect(result.current.error?.message).toBe('Not now.'));
  expect(result.current.status).toBe('error');
  await act(async () => result.current.retry());
  await eventually(() => expect(result.current.status).toBe('ready'));
});
