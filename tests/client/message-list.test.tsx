/** Spec section 2, "Conversation": what the message list shows and says, and what each message offers. */

import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setFeatures } from '../../src/backend/connection.ts';
import type { OutgoingMessage } from '../../src/conversation/entities.ts';
import type { ConversationView } from '../../src/conversation/messages.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import type { Feature } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { MessageList } from '../../src/screens/chat/thread/message-list.tsx';
import { openAccountStores } from '../../src/stores/account-store.ts';
import { clearReaderPlaces } from '../../src/stores/attention.ts';
import { startEdit, useEdit } from '../../src/stores/edits.ts';
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
const maya: User = { _id: 'peer', fullName: 'Maya Lindqvist', bio: '' };
const at = (minute: number) => new Date(2026, 2, 7, 9, minute).toISOString();
let ids = 0;
const make = (fields: Partial<Message> = {}): Message => ({
  _id: `m${++ids}`,
  senderId: maya._id,
  text: `Message ${ids}`,
  seen: true,
  createdAt: at(0),
  ...fields,
});

const own = (fields: Partial<Message> = {}) => make({ senderId: me._id, ...fields });

function renderList(
  more: Partial<ConversationView> = {},
  peer = maya,
  features: readonly Feature[] = [],
) {
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
  setFeatures(queryClient, features);
  const wrapper = ({ children }: { children: ReactNode }) =>
    withRouter(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
  const makeList = (changes: Partial<ConversationView> = {}) => (
    <MessageList me={me} peer={peer} conversation={{ ...conversation, ...changes }} place={place} />
  );
  const view = render(makeList(), { wrapper });
  return {
    conversation,
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
      pages: [[make({ text: 'Hi', createdAt: at(5) }), own({ text: 'Hey' })]],
    });
    expect(rows().map((row) => row.dataset.own)).toEqual(['false', 'true']);
    expect(rows()[0]?.textContent).toContain('Maya Lindqvist');
    expect(rows()[0]?.querySelector('time')?.textContent).toBe('09:05');
    expect(rows()[1]?.textContent).toContain('You');
    expect(rows().map((row) => row.querySelector('b')?.textContent)).toEqual(['ML', 'EN']);
  });

  test('are shown as text, whatever they hold, and their links in safe anchors', async () => {
    const empty = make({ createdAt: at(7) });
    delete empty.text;
    const text = '<img src=x onerror=alert(1)>\nhttps://example.org/a and javascript:alert(1)';
    renderList({ pages: [[make({ text }), empty]] });
    expect(log().querySelector('img')).toBeNull();
    expect(log().querySelector('p[dir=auto]')?.textContent).toContain('<img src=x');
    const link = await screen.findByRole('link', { name: 'https://example.org/a' });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(rows()[1]?.querySelector('.bubble')?.textContent).toBe('09:07');
  });
});

describe('States of own messages', () => {
  const outgoing = (state: OutgoingMessage['state'], reason?: string): OutgoingMessage => ({
    key: `key-${state}`,
    content: { text: `It is ${state}` },
    createdAt: at(30),
    state,
    ...(reason && { reason }),
  });

  test('are words as well as shapes, and change in one element', () => {
    const pages = [
      [own({ seen: true }), own({ seen: false, delivered: true }), own({ seen: false })],
    ];
    const { update } = renderList({ pages, outbox: [outgoing('sending')] });
    const states = rows().map((row) => row.dataset.state);
    expect(states).toEqual(['seen', 'delivered', 'sent', 'sending']);
    const words = ['Read', 'Delivered', 'Sent', 'Sending'];
    rows().forEach((row, index) => {
      expect(row.textContent).toContain(words[index]);
    });
    const element = rows()[3];
    const tail = [own({ key: 'key-sending', seen: false, createdAt: at(30) })];
    update({ pages, outbox: [], tail });
    expect(rows()[3]).toBe(element);
    expect(element?.dataset.state).toBe('sent');
  });

  test('a failed one says why, and offers to retry or discard it', () => {
    renderList({ outbox: [outgoing('failed', 'The text is too long.')] });
    const problem = screen.getByText('Not sent: The text is too long.').parentElement;
    const buttons = problem ? within(problem).getAllByRole('button') : [];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Retry', 'Discard']);
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

  test('stands under a line with its number from the answer of the server on, and for the visit', () => {
    const stored = [make({ text: 'Known' }), make({ text: 'Known, too' })];
    for (let unseen = 0; unseen < 2; unseen += 1) incrementUnseen(maya._id);
    selectUser(maya._id);
    const { update } = renderList({ isAnswered: false, pages: [stored] });
    expect(screen.queryByText('2 new messages')).toBeNull();
    const history = [...stored, make({ text: 'New one' }), make({ text: 'New two' })];
    update({ isAnswered: true, pages: [history] });
    const line = screen.getByText('2 new messages');
    expect(line.nextElementSibling?.textContent).toContain('New one');
    update({ isAnswered: true, pages: [history], tail: [make()] });
    expect(screen.getByText('2 new messages')).toBe(line);
    const remove = (...texts: (string | undefined)[]) =>
      history.map((one) => (texts.includes(one.text) ? { ...one, deleted: true } : one));
    update({ isAnswered: true, pages: [remove('New one')] });
    expect(screen.getByText('1 new message').nextElementSibling?.textContent).toContain('New two');
    update({ isAnswered: true, pages: [remove('New one', 'New two')] });
    expect(screen.queryByText('1 new message')).toBeNull();
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

test('Older messages can be asked for with a button, which is gone when there are none', () => {
  const { conversation, update } = renderList({ pages: [[make()]], hasOlder: true });
  fireEvent.click(screen.getByRole('button', { name: 'Show older messages' }));
  expect(conversation.loadOlder).toHaveBeenCalled();
  update({ hasOlder: false });
  expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
  update({ pages: [] });
  expect(screen.getByText('Say hello to Maya Lindqvist.')).toBeTruthy();
});

function show(message: Message, features: readonly Feature[], peer = maya) {
  renderList({ pages: [[message]] }, peer, features);
  return rows()[0] ?? log();
}

/** The menu of a message, by a right click. */
async function openMenu(message: Message, peer = maya) {
  const row = show(message, ['changes'], peer);
  await eventually(() => {
    fireEvent.contextMenu(row, { button: 2, clientX: 10, clientY: 10 });
    screen.getByRole('menu');
  });
  return row;
}

const readItems = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
const readEmoji = () => screen.queryAllByRole('menuitemradio').map((item) => item.textContent);

describe('The menu of a message', () => {
  test('has every action for an own text, and for another’s what both may do', async () => {
    await openMenu(own());
    expect(readItems()).toEqual(['', 'Reply', 'Edit', 'Copy text', 'Forward', 'Delete']);
    expect(readEmoji()).toEqual(['👍', '❤️', '😂', '😮', '😢', '🙏']);
    cleanup();
    await openMenu(make());
    expect(readItems()).toEqual(['', 'Reply', 'Copy text', 'Forward']);
  });

  test('is not there on a server without changes, nor for a deleted message', async () => {
    const row = show(own(), ['paging', 'idempotency']);
    await import('../../src/screens/chat/actions/message-actions.tsx');
    await new Promise((resolve) => setTimeout(resolve));
    // The browser shows its own menu.
    expect(fireEvent.contextMenu(row, { button: 2, clientX: 10, clientY: 10 })).toBe(true);
    fireEvent.pointerMove(row);
    expect(screen.queryByRole('toolbar')).toBeNull();
    cleanup();
    const { text: _, ...rest } = own();
    const deleted = show({ ...rest, deleted: true }, ['changes']);
    expect(screen.getByText('Deleted message')).toBeTruthy();
    expect(fireEvent.contextMenu(deleted, { button: 2, clientX: 10, clientY: 10 })).toBe(true);
  });

  test('closes when its message is deleted meanwhile, and the focus stays among the messages', async () => {
    const message = make();
    const { update } = renderList({ pages: [[message]] }, maya, ['changes']);
    const row = rows()[0] ?? log();
    row.tabIndex = 0;
    row.focus();
    await eventually(() => {
      fireEvent.keyDown(row, { key: 'Enter' });
      screen.getByRole('menu');
    });
    const { text: _, ...rest } = message;
    update({ pages: [[{ ...rest, deleted: true }, make()]] });
    expect(screen.queryByRole('menu')).toBeNull();
    await eventually(() => expect(document.activeElement).toBe(row));
    fireEvent.pointerMove(rows()[1] ?? log());
    screen.getByRole('toolbar', { hidden: true });
  });

  const editNow = ({ _id }: Message) => {
    openAccountStores(me._id);
    startEdit(maya._id, { messageId: _id, key: _id, before: 'before', version: 0 });
    return renderHook(() => useEdit(maya._id)).result;
  };

  test('begins a reply in place of an edit', async () => {
    const edit = editNow(own());
    await openMenu(make());
    fireEvent.click(screen.getByRole('menuitem', { name: 'Reply' }));
    expect(edit.current).toBeUndefined();
  });

  test('and an edit end with the message', async () => {
    const message = own();
    const edit = editNow(message);
    const { update } = renderList({ pages: [[message]] }, maya, ['changes']);
    const { text: _, ...rest } = message;
    update({ pages: [[{ ...rest, deleted: true }]] });
    await eventually(() => expect(edit.current).toBeUndefined());
  });

  test('neither edits nor reacts towards a blocked person, but deletes', async () => {
    await openMenu(own(), { ...maya, blocked: true });
    expect(readItems()).toEqual(['Copy text', 'Forward', 'Delete']);
    expect(readEmoji()).toEqual([]);
  });
});

test('Reactions name who has set them, mark the own one, and are one with a count if both have set the same', async () => {
  await openMenu(own({ reactions: { [me._id]: '😂', [maya._id]: '🙏' } }));
  const readChip = (name: string) => screen.getByRole('button', { name });
  expect(readChip('😂 from You').getAttribute('aria-pressed')).toBe('true');
  expect(readChip('🙏 from Maya Lindqvist').getAttribute('aria-pressed')).toBe('false');
  const isChecked = (emoji: string) =>
    screen.getByRole('menuitemradio', { name: `React with ${emoji}` }).getAttribute('aria-checked');
  expect([isChecked('😂'), isChecked('🙏')]).toEqual(['true', 'false']);
  cleanup();
  await openMenu(make({ reactions: { [me._id]: '😂', [maya._id]: '😂' } }));
  expect(readChip('😂 from You and Maya Lindqvist').dataset.count).toBe('2');
});
