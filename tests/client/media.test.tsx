/** Spec section 2, info panel: the pictures of the conversation, and what is said of them. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { History } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { Media } from '../../src/screens/chat/about/media.tsx';
import { makeMessage, makeMessages } from './support/messages.ts';
import { openWindow, startWorld } from './support/window.ts';

beforeEach(() => {
  // Without a layout nothing is ever seen to come into view: here everything is.
  vi.stubGlobal('IntersectionObserver', function observeAll(tell: (entries: object[]) => void) {
    const observe = (target: Element) => tell([{ target, isIntersecting: true }]);
    return { observe, unobserve: () => undefined, disconnect: () => undefined };
  });
});

afterEach(cleanup);

const picture = (number: number): Message => {
  const { text: _, ...rest } = makeMessage(number);
  return { ...rest, image: `/picture-${number}.png` };
};

async function renderMedia(history: Partial<History>) {
  const world = await startWorld();
  const { queryClient } = await openWindow();
  const known: History = { pages: [], hasOlder: false, ...history };
  queryClient.setQueryData(messageKeys.history(world.peer._id), known);
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <Media peer={world.peer} />
      </QueryClientProvider>,
    );
  });
}

const heading = () => screen.getByRole('heading', { name: /Media/ }).textContent;

test('Media tells how many pictures there are, or that there are none, when the whole conversation is known', async () => {
  await renderMedia({ pages: [makeMessages(1, 3)], hasOlder: true });
  expect(heading()).toBe('Media');
  expect(screen.queryByText('No pictures yet')).toBeNull();
  cleanup();
  await renderMedia({ pages: [makeMessages(1, 3)] });
  expect(screen.getByText('No pictures yet')).toBeTruthy();
  cleanup();
  await renderMedia({ pages: [[picture(1), makeMessage(2), picture(3)]] });
  expect(heading()).toContain('2 pictures');
  const images = (await screen.findAllByRole('img')).map((image) => image.getAttribute('src'));
  expect(images).toEqual(['/picture-3.png', '/picture-1.png']);
});

test('Media is one tab stop: the arrow keys lead to each picture and its button', async () => {
  await renderMedia({ pages: [[picture(1), picture(2), picture(3)]] });
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('li button')].filter((one) => one.tabIndex === 0);
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key });
  const [first] = stops();
  expect(stops()).toHaveLength(1);
  act(() => first?.focus());
  press('ArrowRight');
  expect(document.activeElement?.getAttribute('title')).toBe('Enlarge');
  expect(stops()).toEqual([document.activeElement]);
  press('ArrowLeft');
  press('ArrowDown');
  expect(document.activeElement).toBe(document.querySelector('li:nth-child(3) button'));
  press('Home');
  expect(document.activeElement).toBe(first);
  expect(stops()).toEqual([first]);
});
