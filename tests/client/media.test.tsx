/** Spec section 2, info panel: the pictures of the conversation, and what is said of them. */
import type { Message } from '../../src/protocol/entities.ts';
import { logRenders } from './support/render-log.ts';
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { receiveMessage } from '../../src/conversation/conversation.ts';
import type { History } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { Media } from '../../src/screens/chat/about/media.tsx';
import { keyOf } from '../../src/screens/chat/thread/thread.ts';
import { useConversationPictures } from '../../src/screens/chat/viewer/viewer-host.tsx';
import { makeMessage, makeMessages } from './support/messages.ts';
import { openWindow, startWorld } from './support/window.ts';

/** Without a layout nothing is ever seen to come into view: here everything is. */
class EverythingInView extends IntersectionObserver {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    super(tell);
    this.#tell = tell;
  }
  override observe(target: Element): void {
    const nowhere = target.getBoundingClientRect();
    const entry = {
      target,
      time: 0,
      isIntersecting: true,
      intersectionRatio: 1,
      boundingClientRect: nowhere,
      intersectionRect: nowhere,
      rootBounds: null,
    };
    this.#tell([entry], this);
  }
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', EverythingInView);
});

afterEach(cleanup);

const picture = (number: number): Message => {
  const { text: _, ...rest } = makeMessage(number);
  return { ...rest, image: `/picture-${number}.png` };
};

async function renderMedia(history?: Partial<History>) {
  const world = await startWorld();
  const { queryClient } = await openWindow();
  const peerId = world.peer._id;
  if (history) {
    const known: History = { pages: [], hasOlder: false, ...history };
    queryClient.setQueryData(messageKeys.history(peerId), known);
  } else {
    const reading = { method: 'GET', path: new RegExp(peerId) };
    world.backend.faults.script(reading, { kind: 'refuse', message: 'Not now.' }, 10);
  }
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <Media peer={world.peer} />
      </QueryClientProvider>,
    );
  });
  return { queryClient, peerId, backend: world.backend };
}

test('The picture that is viewed is found by its key, also an own one that was sent from here', async () => {
  const { me, peer } = await startWorld();
  const { queryClient } = await openWindow();
  const far = [picture(1), { ...picture(2), key: 'sent-here' }];
  const excerpt = { pages: [far], hasOlder: false, hasNewer: true };
  queryClient.setQueryData(messageKeys.excerpt(peer._id), excerpt);
  queryClient.setQueryData(messageKeys.history(peer._id), {
    pages: [[picture(9)]],
    hasOlder: true,
  });
  const { result, rerender } = renderHook(
    (key: string) => useConversationPictures(key, me._id, peer._id).pictures.map(keyOf),
    {
      initialProps: 'sent-here',
      wrapper: ({ children }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  );
  expect(result.current).toEqual([picture(1)._id, 'sent-here']);
  rerender(picture(9)._id);
  expect(result.current).toEqual([picture(9)._id]);
});

const heading = () => screen.getByRole('heading', { name: /Media/ }).textContent;

describe('Media', () => {
  test('tells how many pictures there are when the whole conversation is known', async () => {
    await renderMedia({ pages: [[picture(1), makeMessage(2), picture(3)]] });
    expect(heading()).toContain('2 pictures');
    const images = await screen.findAllByRole('img');
    const addresses = images.map((image) => image.getAttribute('src'));
    expect(addresses).toEqual(['/picture-3.png', '/picture-1.png']);
  });

  test('tells no number while that is not known', async () => {
    await renderMedia({ pages: [[picture(1)]], hasOlder: true });
    expect(heading()).toBe('Media');
  });

  test('says that there are none only when the whole conversation is known', async () => {
    await renderMedia({ pages: [makeMessages(1, 3)], hasOlder: true });
    expect(screen.queryByText('No pictures yet')).toBeNull();
    cleanup();
    await renderMedia({ pages: [makeMessages(1, 3)] });
    expect(screen.getByText('No pictures yet')).toBeTruthy();
  });

  test('is one tab stop: the arrow keys lead to each picture and its button', async () => {
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

  test('says that they did not load', async () => {
    await renderMedia();
    await screen.findByText('Couldn’t load pictures');
    expect(screen.queryByText('No pictures yet')).toBeNull();
  });

  test('renders no picture anew for a message without one', async () => {
    const { queryClient, peerId } = await renderMedia({ pages: [[picture(1)]] });
    const renders = await logRenders(() =>
      act(async () => receiveMessage(queryClient, peerId, makeMessage(5, { senderId: peerId }))),
    );
    const names = renders.map((path) => path.at(-1));
    expect(names).toContain('Media');
    expect(names).not.toContain('MediaGrid');
    expect(names).not.toContain('Tile');
  });
});
