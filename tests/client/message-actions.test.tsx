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

  test('is not there on a server without changes, nor for a deleted message', async () => {
    const row = show(own(), maya, ['paging', 'idempotency']);
    await import('../../src/screens/chat/actions/message-actions.tsx');
    await new Promise((resolve) => setTimeout(resolve));
    // The browser shows its own menu.
    expect(fireEvent.contextMenu(row, { button: 2, clientX: 10, clientY: 10 })).toBe(true);
    fireEvent.pointerMove(row);
    expect(screen.queryByRole('toolbar')).toBeNull();
    cleanup();
    const { text: _, ...rest } = own();
    const deleted = show({ ...rest, deleted: true }, maya, ['changes']);
    expect(screen.getByText('Deleted message')).toBeTruthy();
    expect(fireEvent.contextMenu(deleted, { button: 2, clientX: 10, clientY: 10 })).toBe(true);
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
  await openMenu(theirs({ reactions: { [me._id]: '😂', [maya._id]: '😂' } }));
  expect(readChip('😂 from You and Maya Lindqvist').dataset.count).toBe('2');
});
