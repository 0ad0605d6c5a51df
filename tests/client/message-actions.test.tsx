/** What a message offers: by which server, and in whose messages. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { realtimeQueries } from '../../src/backend/connection.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import type { Feature } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { MessageList } from '../../src/screens/chat/thread/message-list.tsx';
import { eventually } from '../support/eventually.ts';
import { withRouter } from './support/with-router.tsx';

afterEach(cleanup);

const me = { _id: 'me', fullName: 'Eli Navarro', bio: '' };
const maya: User = { _id: 'peer', fullName: 'Maya Lindqvist', bio: '' };

const own = (fields: Partial<Message> = {}): Message => ({
  _id: 'm1',
  senderId: me._id,
  text: 'Hello there',
  seen: true,
  createdAt: new Date().toISOString(),
  ...fields,
});
const theirs = (fields: Partial<Message> = {}) => own({ senderId: maya._id, ...fields });

function show(message: Message, peer: User, features: readonly Feature[]) {
  const queryClient = makeQueryClient();
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(features));
  const conversation = {
    status: 'ready',
    error: null,
    retry: vi.fn(),
    isAnswered: true,
    pages: [[message]],
    tail: [],
    outbox: [],
    hasOlder: false,
    isLoadingOlder: false,
    hasOlderFailed: false,
    loadOlder: vi.fn(),
  } as const;
  const place = {
    visit: 0,
    target: null,
    goToNewest: vi.fn(),
    goToQuoted: vi.fn(),
    releaseFar: vi.fn(),
  };
  render(
    withRouter(
      <QueryClientProvider client={queryClient}>
        <MessageList me={me} peer={peer} conversation={conversation} place={place} />
      </QueryClientProvider>,
    ),
  );
  const row = screen.getByRole('log').querySelector<HTMLElement>('.message');
  if (!row) throw new Error('No message is there.');
  return row;
}

/** The menu of a message, by a right click. */
async function openMenu(message: Message, peer = maya) {
  const row = show(message, peer, ['changes']);
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
    await openMenu(theirs());
    expect(readItems()).toEqual(['', 'Reply', 'Copy text', 'Forward']);
  });

  test('is not there on a server without changes', async () => {
    const row = show(own(), maya, ['paging', 'idempotency']);
    await import('../../src/screens/chat/actions/message-actions.tsx');
    await new Promise((resolve) => setTimeout(resolve));
    // The browser shows its own menu.
    expect(fireEvent.contextMenu(row, { button: 2, clientX: 10, clientY: 10 })).toBe(true);
    fireEvent.pointerMove(row);
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  test('is not there for a deleted message', async () => {
    await openMenu(own());
    cleanup();
    const { text: _, ...rest } = own();
    const row = show({ ...rest, deleted: true }, maya, ['changes']);
    expect(screen.getByText('Deleted message')).toBeTruthy();
    expect(fireEvent.contextMenu(row, { button: 2, clientX: 10, clientY: 10 })).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('neither edits nor reacts towards a blocked person, but deletes', async () => {
    await openMenu(own(), { ...maya, blocked: true });
    expect(readItems()).toEqual(['Copy text', 'Forward', 'Delete']);
    expect(readEmoji()).toEqual([]);
  });

  test('shows which emoji is set', async () => {
    await openMenu(own({ reactions: { [me._id]: '😂', [maya._id]: '🙏' } }));
    const isChecked = (emoji: string) =>
      screen
        .getByRole('menuitemradio', { name: `React with ${emoji}` })
        .getAttribute('aria-checked');
    expect(isChecked('😂')).toBe('true');
    expect(isChecked('🙏')).toBe('false');
  });
});

describe('Reactions below a message', () => {
  test('name who has set them, and mark the own one', async () => {
    await openMenu(own({ reactions: { [me._id]: '😂', [maya._id]: '🙏' } }));
    const mine = screen.getByRole('button', { name: '😂 from You' });
    expect(mine.getAttribute('aria-pressed')).toBe('true');
    const hers = screen.getByRole('button', { name: '🙏 from Maya Lindqvist' });
    expect(hers.getAttribute('aria-pressed')).toBe('false');
  });

  test('are one, with a count, if both have set the same', async () => {
    await openMenu(theirs({ reactions: { [me._id]: '😂', [maya._id]: '😂' } }));
    const both = screen.getByRole('button', { name: '😂 from You and Maya Lindqvist' });
    expect(both.dataset.count).toBe('2');
  });
});

test('An edited message says so, and deleting asks first', async () => {
  await openMenu(own({ editedAt: new Date().toISOString(), version: 3 }));
  expect(screen.getByText('edited')).toBeTruthy();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('dialog', { name: 'Delete this message?' });
  expect(screen.getByText(/deleted for both of you/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Hello there')).toBeTruthy();
});
