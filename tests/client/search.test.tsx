/** The search of a conversation as its panel sees it, in front of a server that answers in parts. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import { useSearch } from '../../src/conversation/search.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { eventually } from '../support/eventually.ts';
import { sendJson } from './support/answering-server.ts';
import { idOf, makeMessage, makeMessages, numbersOf, PEER } from './support/messages.ts';
import { openServedWindow } from './support/served-window.ts';
import { wrapperOf } from './support/with-router.tsx';

interface Part {
  status?: number;
  messages?: ReturnType<typeof makeMessages>;
  /** The number of the message that the search has come to. */
  reached?: number;
}

/** A server that answers one call after the other like this, and for all later ones that it has found nothing. */
async function search(query: string, parts: Part[]) {
  const left = [...parts];
  const { queryClient, asked } = await openServedWindow((_asked, response) => {
    const { status = 200, messages = [], reached } = left.shift() ?? {};
    sendJson(response, status, {
      success: status === 200,
      messages,
      ...(reached !== undefined && {
        reached: { messageId: idOf(reached), createdAt: makeMessage(reached).createdAt },
      }),
    });
  });
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(FEATURES));
  onTestFinished(cleanup);
  const { result, rerender } = renderHook((words: string) => useSearch(PEER, words), {
    initialProps: query,
    wrapper: wrapperOf(queryClient),
  });
  /** Before which message each call has searched. */
  const askedBefore = () =>
    asked.map(({ url }) => new URL(url, location.href).searchParams.get('before'));
  return { read: () => result.current, rerender, asked: askedBefore };
}

const NOTHING: Part[] = Array.from({ length: 30 }, (_, index) => ({ reached: 1_000 - index }));

test('Words are searched for until twenty are found, and farther back when that is asked for', async () => {
  const { read, asked } = await search('message', [
    { messages: makeMessages(90, 99), reached: 90 },
    { messages: makeMessages(70, 79), reached: 70 },
    { messages: makeMessages(1, 5) },
  ]);
  expect(read()).toMatchObject({ status: 'searching', hits: [], canGoOn: false });
  await eventually(() => expect(read().status).toBe('done'));
  expect(read().hits).toHaveLength(20);
  expect(read()).toMatchObject({ canGoOn: true, reachedAt: makeMessage(70).createdAt });
  expect(asked()).toEqual([null, idOf(90)]);

  act(() => read().goOn());
  await eventually(() => expect(read()).toMatchObject({ status: 'done', canGoOn: false }));
  expect(numbersOf(read().hits).slice(-5)).toEqual([1, 2, 3, 4, 5]);
  expect(read().reachedAt).toBeUndefined();
  expect(asked().at(-1)).toBe(idOf(70));
});

test('A search that finds nothing ends after ten calls, and goes on for ten more when asked', async () => {
  const { read, asked, rerender } = await search('nothing', NOTHING);
  await eventually(() => expect(read()).toMatchObject({ status: 'done', canGoOn: true }));
  expect(asked()).toHaveLength(10);
  act(() => read().goOn());
  await eventually(() => expect(asked()).toHaveLength(20));
  await eventually(() => expect(read().status).toBe('done'));
  // Other words begin with the first ten again.
  rerender('other words');
  await eventually(() => expect(read().status).toBe('done'));
  expect(asked()).toHaveLength(30);
});

test('A search that failed says so, and begins again when asked', async () => {
  const { read, asked } = await search('needle', [
    { status: 400 },
    { messages: makeMessages(3, 3) },
  ]);
  await eventually(() => expect(read().status).toBe('error'));
  expect(asked()).toHaveLength(1);
  act(() => read().goOn());
  await eventually(() => expect(read().status).toBe('done'));
  expect(numbersOf(read().hits)).toEqual([3]);
});
