/** What a screen sees of a conversation, render by render. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiveMessage } from '../../src/conversation/conversation.ts';
import type { History } from '../../src/conversation/entities.ts';
import { listImages } from '../../src/conversation/media.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import {
  prefetchConversation,
  useConversation,
  useOutboxActions,
  useSendMessage,
} from '../../src/conversation/messages.ts';
import { eventually } from '../support/eventually.ts';
import { makeMessage, makeMessages, numbersOf } from './support/messages.ts';
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

  test('shows it once also when an event brings it before its answer', async () => {
    const { backend, me, queryClient, peerId, renders, result } = await watch();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: isReleased });
    await act(async () => result.current.send({ text: 'hello' }));
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    const [stored] = backend.world.messages;
    if (!stored) throw new Error('Nothing stored.');
    await act(async () => receiveMessage(queryClient, peerId, stored));
    expect(renders.at(-1)).toEqual(['hello']);
    expect(result.current.conversation.outbox).toHaveLength(1);
    release();
    await eventually(() => expect(result.current.conversation.outbox).toEqual([]));
    expect(renders.every((texts) => texts.length <= 1)).toBe(true);
    expect(result.current.conversation.tail).toMatchObject([
      { _id: stored._id, senderId: me._id, outboxKey: expect.any(String) },
    ]);
  });

  test('shows what an event and a page bring once, while an own message waits for its answer', async () => {
    const { backend, me, peer, queryClient, peerId, renders, result } = await watch();
    const answers = Promise.withResolvers<void>();
    backend.faults.script(SEND, { kind: 'holdAnswer', until: answers.promise });
    await act(async () => result.current.send({ text: 'question' }));
    await eventually(() => expect(backend.world.messages).toHaveLength(1));
    const reply = backend.world.send(peer._id, me._id, { text: 'reply' });
    const reading = Promise.withResolvers<void>();
    backend.faults.script(
      { method: 'GET', path: new RegExp(peerId) },
      { kind: 'holdAnswer', until: reading.promise },
    );
    const isRead = queryClient.resetQueries({ queryKey: messageKeys.history(peerId) });
    await act(async () => receiveMessage(queryClient, peerId, reply));
    reading.resolve();
    await act(() => isRead);
    expect(renders.at(-1)).toEqual(['reply', 'question']);
    answers.resolve();
    await eventually(() => expect(result.current.conversation.outbox).toEqual([]));
    expect(renders.at(-1)).toEqual(['question', 'reply']);
  });

  test('keeps messages in order when the other person writes in between', async () => {
    const { backend, me, peer, queryClient, peerId, result } = await watch();
    await act(async () => result.current.send({ text: 'question' }));
    await eventually(() => expect(result.current.conversation.tail).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 2));
    const reply = backend.world.send(peer._id, me._id, { text: 'answer' });
    await act(async () => receiveMessage(queryClient, peerId, reply));
    expect(result.current.conversation.tail.map(({ text }) => text)).toEqual([
      'question',
      'answer',
    ]);
  });

  test('shows why a message failed, and lets it be tried again or discarded', async () => {
    const { backend, result } = await watch();
    backend.faults.script(SEND, { kind: 'refuse', message: 'Too long.' });
    await act(async () => result.current.send({ text: 'hello' }));
    await eventually(() =>
      expect(result.current.conversation.outbox).toMatchObject([
        { state: 'failed', reason: 'Too long.' },
      ]),
    );
    const [{ key } = { key: '' }] = result.current.conversation.outbox;
    await act(async () => result.current.retry(key));
    await eventually(() => expect(result.current.conversation.tail).toHaveLength(1));
    expect(result.current.conversation.outbox).toEqual([]);
  });

  test('cuts the whole answer of a plain backend into pages', async () => {
    const { peer, me, backend, queryClient, peerId, result } = await watch();
    for (const number of Array.from({ length: 120 }, (_, index) => index)) {
      backend.world.send(peer._id, me._id, { text: `${number}` });
    }
    await act(async () => {
      await queryClient.refetchQueries({ queryKey: messageKeys.history(peerId) });
    });
    await eventually(() =>
      expect(result.current.conversation.pages.map(({ length }) => length)).toEqual([20, 50, 50]),
    );
    expect(result.current.conversation.hasOlder).toBe(false);
  });

  test('keeps its pages the same objects while messages come', async () => {
    const { queryClient, peerId, result } = await watch();
    const history: History = { pages: [makeMessages(1, 50)], hasOlder: true };
    await act(async () => {
      queryClient.setQueryData(messageKeys.history(peerId), history);
    });
    await act(async () => receiveMessage(queryClient, peerId, makeMessage(51)));
    expect(result.current.conversation.pages[0]).toBe(history.pages[0]);
    expect(numbersOf(result.current.conversation.tail)).toEqual([51]);
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
  const { queryClient } = await openWindow(['peek']);
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
