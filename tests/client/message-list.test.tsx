/** Spec section 2, "Conversation": what the message list shows and says. */

import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OutgoingMessage } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import type { ConversationView } from '../../src/conversation/messages.ts';
import type { Excerpt } from '../../src/conversation/patches/excerpt.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { MessageList } from '../../src/screens/chat/thread/message-list.tsx';
import { clearReaderPlaces } from '../../src/stores/attention.ts';
import { clearSelection, selectUser } from '../../src/stores/selection.ts';
import { incrementUnseen } from '../../src/stores/unseen.ts';
import { eventually } from '../support/eventually.ts';
import { withRouter } from './support/with-router.tsx';

afterEach(() => {
  // What is shown ends first, since it says what the reader has not reached.
  cleanup();
  clearReaderPlaces();
  clearSelection();
  clearReaderPlaces();
});

const me = { _id: 'me', fullName: 'Eli Navarro', bio: '' };
const peer = { _id: 'peer', fullName: 'Maya Lindqvist', bio: '' };
const at = (minute: number) => new Date(2026, 2, 7, 9, minute).toISOString();
let ids = 0;
const make = (fields: Partial<Message> = {}): Message => ({
  _id: `m${++ids}`,
  senderId: peer._id,
  text: `Message ${ids}`,
  seen: true,
  createdAt: at(0),
  ...fields,
});

function renderList(more: Partial<ConversationView> = {}) {
  const conversation: ConversationView = {
    status: 'ready',
    error: null,
    retry: vi.fn(),
    isAnswered: true,
    pages: [],
    tail: [],
    outbox: [],
    hasOlder: false,
    isLoadingOlder: false,
    hasOlderFailed: false,
    loadOlder: vi.fn(),
    ...more,
  };
  const place = {
    visit: 0,
    target: null,
    goToNewest: vi.fn(),
    goToQuoted: vi.fn(),
    releaseFar: vi.fn(),
  };
  const queryClient = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    withRouter(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
  const makeList = (changes: Partial<ConversationView> = {}) => (
    <MessageList me={me} peer={peer} conversation={{ ...conversation, ...changes }} place={place} />
  );
  const view = render(makeList(), { wrapper });
  return {
    conversation,
    queryClient,
    update: (changes: Partial<ConversationView>) => view.rerender(makeList(changes)),
  };
}

const log = () => screen.getByRole('log', { name: 'Conversation with Maya Lindqvist' });
const rows = () => [...log().querySelectorAll<HTMLElement>('li[data-own]')];
const announced = () =>
  screen
    .queryAllByRole('status')
    .map((region) => region.textContent)
    .join('');

describe('Messages', () => {
  test('own ones are marked, and every one has its sender, picture and time', () => {
    renderList({
      pages: [[make({ text: 'Hi', createdAt: at(5) }), make({ senderId: me._id, text: 'Hey' })]],
    });
    expect(rows().map((row) => row.dataset.own)).toEqual(['false', 'true']);
    expect(rows()[0]?.textContent).toContain('Maya Lindqvist');
    expect(rows()[0]?.querySelector('time')?.textContent).toBe('09:05');
    expect(rows()[1]?.textContent).toContain('You');
    expect(rows().map((row) => row.querySelector('b')?.textContent)).toEqual(['ML', 'EN']);
  });

  test('of one sender within five minutes form a group', () => {
    renderList({
      pages: [[make({ createdAt: at(0) }), make({ createdAt: at(4) }), make({ createdAt: at(9) })]],
    });
    expect(rows().map((row) => row.dataset.first)).toEqual(['true', 'false', 'true']);
  });

  test('are shown as text, whatever they hold', () => {
    renderList({ pages: [[make({ text: '<img src=x onerror=alert(1)>\nsecond line' })]] });
    expect(log().querySelector('img')).toBeNull();
    expect(log().querySelector('p[dir=auto]')?.textContent).toContain('<img src=x');
  });

  test('hold their links in safe anchors', async () => {
    renderList({ pages: [[make({ text: 'See https://example.org/a and javascript:alert(1)' })]] });
    const link = await screen.findByRole('link', { name: 'https://example.org/a' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  test('with a picture name it by sender and time, and keep its room where the size is known', () => {
    const image = make({
      image: '/a.png',
      imageSize: { width: 460, height: 230 },
      createdAt: at(7),
    });
    delete image.text;
    renderList({ pages: [[image]] });
    const picture = screen.getByRole('button', { name: /^Image from Maya Lindqvist, 09:07/ });
    expect(picture.style.width).toBe('230px');
    expect(picture.style.aspectRatio).toContain('2');
  });

  test('of a backend that lets a message hold both show the text under the picture, with one time', () => {
    renderList({
      pages: [[make({ text: 'The view from here', image: '/a.png', createdAt: at(7) })]],
    });
    expect(screen.getByAltText('Image from Maya Lindqvist, 09:07')).toBeTruthy();
    expect(rows()[0]?.querySelector('.bubble + .bubble')?.textContent).toBe(
      'The view from here09:07',
    );
    expect(rows()[0]?.querySelectorAll('time')).toHaveLength(1);
  });

  test('that hold nothing still have a bubble with their time', () => {
    const empty = make({ createdAt: at(7) });
    delete empty.text;
    renderList({ pages: [[empty]] });
    expect(rows()[0]?.querySelector('.bubble')?.textContent).toBe('09:07');
  });

  test('whose picture does not load offer another try', () => {
    const image = make({ image: '/a.png' });
    delete image.text;
    renderList({ pages: [[image]] });
    fireEvent.error(screen.getByAltText(/^Image from Maya/));
    expect(screen.getByText('Picture didn’t load')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByAltText(/^Image from Maya/)).toBeTruthy();
  });

  test('that are missing say hello instead', () => {
    renderList();
    expect(screen.getByText('No messages yet')).toBeTruthy();
    expect(screen.getByText('Say hello to Maya Lindqvist.')).toBeTruthy();
  });
});

describe('States of own messages', () => {
  const own = (fields: Partial<Message>) => make({ senderId: me._id, ...fields });
  const outgoing = (state: OutgoingMessage['state'], reason?: string): OutgoingMessage => ({
    key: `key-${state}`,
    content: { text: `It is ${state}` },
    createdAt: at(30),
    state,
    ...(reason && { reason }),
  });

  test('are words as well as shapes', () => {
    renderList({
      pages: [[own({ seen: true }), own({ seen: false, delivered: true }), own({ seen: false })]],
      outbox: [outgoing('sending')],
    });
    const states = rows().map((row) => row.dataset.state);
    expect(states).toEqual(['seen', 'delivered', 'sent', 'sending']);
    const words = ['Read', 'Delivered', 'Sent', 'Sending'];
    rows().forEach((row, index) => {
      expect(row.textContent).toContain(words[index]);
    });
  });

  test('a failed one says why, and offers to retry or discard it', () => {
    renderList({ outbox: [outgoing('failed', 'The text is too long.')] });
    const problem = screen.getByText('Not sent: The text is too long.').parentElement;
    const buttons = problem ? within(problem).getAllByRole('button') : [];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Retry', 'Discard']);
  });

  test('an answered message keeps its element', () => {
    const { update } = renderList({ outbox: [outgoing('sending')] });
    const before = rows()[0];
    update({
      outbox: [],
      tail: [own({ key: 'key-sending', seen: false, createdAt: at(30) })],
    });
    expect(rows()).toEqual([before]);
    expect(before?.dataset.state).toBe('sent');
  });
});

describe('What is new', () => {
  test('is announced once, and history is not', async () => {
    const history = [make({ text: 'Old' })];
    const { update } = renderList({ pages: [history] });
    expect(log().getAttribute('aria-live')).toBe('off');
    expect(announced()).toBe('');
    const tail = [make({ text: 'Fresh' })];
    update({ pages: [history], tail });
    await eventually(() => expect(announced()).toBe('Maya Lindqvist: Fresh'));
    update({ pages: [[make({ text: 'Much older' })], history], tail });
    update({ pages: [history], tail: [...tail, make({ text: 'Next' })] });
    await eventually(() => expect(announced()).toBe('Maya Lindqvist: Next'));
  });

  test('is announced as a number when much comes at a time', async () => {
    const pages = [[make()]];
    const { update } = renderList({ pages });
    const some = [make({ text: 'One' }), make({ text: 'Two' })];
    update({ pages, tail: some });
    update({ pages, tail: [...some, make(), make(), make()] });
    await eventually(() => expect(announced()).toBe('5 new messages from Maya Lindqvist'));
  });

  test('is not announced when it is one’s own', async () => {
    const history = [make()];
    const { update } = renderList({ pages: [history] });
    const own = make({ senderId: me._id, text: 'Mine' });
    update({ pages: [history], tail: [own] });
    update({ pages: [history], tail: [own, make({ text: 'Theirs' })] });
    await eventually(() => expect(announced()).toBe('Maya Lindqvist: Theirs'));
  });

  test('stands under a line with its number, from the opening on and for the visit', () => {
    const history = [make({ text: 'Known' }), make({ text: 'New one' }), make({ text: 'New two' })];
    for (let unseen = 0; unseen < 2; unseen += 1) incrementUnseen(peer._id);
    selectUser(peer._id);
    const { update } = renderList({ pages: [history] });
    const line = screen.getByText('2 new messages');
    expect(line.nextElementSibling?.textContent).toContain('New one');
    update({ pages: [history], tail: [make()] });
    expect(screen.getByText('2 new messages')).toBe(line);
    const remove = (text: string) =>
      history.map((message) => (message.text === text ? { ...message, deleted: true } : message));
    update({ pages: [remove('New one')] });
    expect(screen.getByText('1 new message').nextElementSibling?.textContent).toContain('New two');
    update({ pages: [[...remove('New one').slice(0, 2), ...remove('New two').slice(2)]] });
    expect(screen.queryByText(/new message/)).toBeNull();
  });

  test('stands under a line that goes on up where a part far back is what is read', async () => {
    const [oldest, older, newest] = [
      [make({ text: 'Known' }), make({ text: 'New one' })],
      [make(), make()],
      [make(), make()],
    ];
    for (let unseen = 0; unseen < 5; unseen += 1) incrementUnseen(peer._id);
    selectUser(peer._id);
    const { queryClient, update } = renderList({ pages: [older, newest], hasOlder: true });
    const readOn = (pages: Message[][], hasOlder: boolean) => {
      const excerpt: Excerpt = { pages, hasOlder, hasNewer: true };
      return act(async () => queryClient.setQueryData(messageKeys.excerpt(peer._id), excerpt));
    };
    await readOn([older], true);
    update({ pages: [newest] });
    await readOn([oldest, older], false);
    const line = screen.getByText('5 new messages');
    expect(line.nextElementSibling?.textContent).toContain('New one');
  });

  test('stands under no line before the server has answered', () => {
    const stored = [make({ text: 'Known' }), make({ text: 'Known, too' })];
    for (let unseen = 0; unseen < 2; unseen += 1) incrementUnseen(peer._id);
    selectUser(peer._id);
    const { update } = renderList({ isAnswered: false, pages: [stored] });
    expect(screen.queryByText('2 new messages')).toBeNull();
    const pages = [[...stored, make({ text: 'New one' }), make({ text: 'New two' })]];
    update({ isAnswered: true, pages });
    const line = screen.getByText('2 new messages');
    expect(line.nextElementSibling?.textContent).toContain('New one');
  });
});

describe('What is not sent', () => {
  const failing: OutgoingMessage = {
    key: 'a-key',
    content: { text: 'Mine' },
    createdAt: at(30),
    state: 'sending',
  };
  const failed: OutgoingMessage = { ...failing, state: 'failed', reason: 'Too long.' };

  test('is announced once, when that turns out, and not where its row is shown again', async () => {
    const { update } = renderList({ outbox: [failing] });
    update({ outbox: [failed] });
    expect(screen.queryByRole('alert')).toBeNull();
    await eventually(() => expect(announced()).toContain('Not sent: Too long.'));
    cleanup();
    const { update: updateAgain } = renderList({ outbox: [failed] });
    updateAgain({ outbox: [], tail: [make({ text: 'Fresh' })] });
    await eventually(() => expect(announced()).toBe('Maya Lindqvist: Fresh'));
  });
});

describe('Older messages', () => {
  test('can be asked for with a button, which is gone when there are none', () => {
    const { conversation, update } = renderList({ pages: [[make()]], hasOlder: true });
    fireEvent.click(screen.getByRole('button', { name: 'Show older messages' }));
    expect(conversation.loadOlder).toHaveBeenCalled();
    update({ hasOlder: false });
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
  });
});
