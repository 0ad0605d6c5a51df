/** The people list: by keyboard (design notes), in its order, and with very many people in it. */

import { logRenders } from './support/render-log.ts';
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteAnnounced, realtimeQueries } from '../../src/backend/connection.ts';
import { updatePreview } from '../../src/people/change-users.ts';
import { setMember } from '../../src/people/patches.ts';
import { userQueries } from '../../src/people/users.ts';
import type { User, UserId } from '../../src/protocol/entities.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { markRow } from '../../src/screens/chat/people/mark-row.ts';
import { People } from '../../src/screens/chat/people/people.tsx';
import { usePeople } from '../../src/screens/chat/people/use-people.ts';
import { authQueries } from '../../src/session/auth.ts';
import { setMarked } from '../../src/stores/people-settings.ts';
import { setPreference } from '../../src/stores/preferences.ts';
import { clearUnseen, incrementUnseen } from '../../src/stores/unseen.ts';
import { idOf, ME, makeMessage } from './support/messages.ts';

beforeAll(async () => {
  // React renders a lazy part at once only after it has loaded for an earlier element.
  renderList(1);
  await act(() => import('../../src/screens/chat/people/list-tools.tsx'));
  cleanup();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  clearUnseen();
  setMarked('pinned', new Set());
  setMarked('unread', new Set());
  localStorage.clear();
});

const makeUsers = (count: number): User[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `u${index}`,
    fullName: `Person ${index}`,
    bio: '',
  }));

interface ListProps {
  query: string;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  onLeave: () => void;
}

function List({ query, selectedId, onOpen, onLeave }: ListProps) {
  return (
    <People
      found={usePeople(query)}
      query={query}
      selectedId={selectedId}
      onOpen={onOpen}
      onLeave={onLeave}
    />
  );
}

function renderList(count: number, selectedId: UserId | null = null) {
  const queryClient = makeQueryClient();
  queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Me', bio: '' });
  queryClient.setQueryData(userQueries.list().queryKey, makeUsers(count));
  queryClient.setQueryData(userQueries.online().queryKey, new Set<UserId>());
  noteAnnounced(queryClient, FEATURES);
  // On a slow machine it is said otherwise that there is no connection, and every row renders.
  queryClient.setQueryData(realtimeQueries.connection().queryKey, {
    status: 'connected',
    since: new Date().toISOString(),
    reconnects: 0,
    transport: 'websocket',
  });
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const onOpen = vi.fn();
  const onLeave = vi.fn();
  const draw = (selected: UserId | null, query = '') => (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>
        <List query={query} selectedId={selected} onOpen={onOpen} onLeave={onLeave} />
      </QueryClientProvider>
    </RouterContextProvider>
  );
  const view = render(draw(selectedId));
  const change = (make: () => void) => logRenders(() => act(async () => make()));
  return {
    queryClient,
    onOpen,
    onLeave,
    select: (selected: UserId | null) => view.rerender(draw(selected)),
    search: (query: string) => view.rerender(draw(null, query)),
    change,
    /** A message from somebody; answers what was rendered for it. */
    receive: (from: UserId, number: number) =>
      change(() => updatePreview(queryClient, from, makeMessage(number, { senderId: from }))),
  };
}

const rows = () => screen.getAllByRole('link');
const order = () => rows().map((row) => row.dataset.userId);
const stops = () => rows().filter((row) => row.tabIndex === 0);
const focused = () => document.activeElement?.getAttribute('data-user-id');
const press = (key: string) => {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
};
const count = (renders: string[][], name: string) =>
  renders.filter((path) => path.at(-1) === name).length;

describe('The people list by keyboard', () => {
  test('has one tab stop: the first row, or the open one', () => {
    const { select } = renderList(5);
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u0']);
    select('u3');
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u3']);
  });

  test('arrows, Home and End move within it and stay within it', () => {
    renderList(5);
    act(() => rows()[0]?.focus());
    press('ArrowUp');
    expect(focused()).toBe('u0');
    press('ArrowDown');
    press('ArrowDown');
    expect(focused()).toBe('u2');
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u2']);
    press('End');
    expect(focused()).toBe('u4');
    press('ArrowDown');
    expect(focused()).toBe('u4');
    press('Home');
    expect(focused()).toBe('u0');
  });

  test('takes the focus back to its row when a conversation is left', () => {
    const { select } = renderList(5, 'u2');
    select(null);
    expect(focused()).toBe('u2');
  });
});

describe('The people list in its order', () => {
  test('moves up whoever was heard from, and renders no other row', async () => {
    const { receive } = renderList(5, 'u1');
    const renders = await receive('u3', 1);
    expect(order()).toEqual(['u3', 'u0', 'u1', 'u2', 'u4']);
    expect(count(renders, 'UserRow')).toBe(1);
    expect(count(renders, 'PeopleList')).toBe(1);
  });

  test('of the first person takes a message by rendering one row and nothing around it', async () => {
    const { receive } = renderList(5);
    await receive('u3', 1);
    const renders = await receive('u3', 2);
    expect(count(renders, 'UserRow')).toBe(1);
    expect(count(renders, 'PeopleList')).toBe(0);
    expect(rows()[0]?.textContent).toContain('message 2');
  });

  test('stays still under a pointer that moves, and settles when it leaves', async () => {
    const { receive } = renderList(5);
    const list = screen.getByRole('list');
    fireEvent.pointerMove(list);
    await receive('u3', 1);
    await receive('u4', 2);
    expect(order()).toEqual(['u0', 'u1', 'u2', 'u3', 'u4']);
    expect(rows()[3]?.textContent).toContain('message 1');
    fireEvent.pointerLeave(list);
    expect(order()).toEqual(['u4', 'u3', 'u0', 'u1', 'u2']);
  });

  test('settles within two seconds under a pointer that rests, and stays still for a press', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const { receive } = renderList(5);
    const list = screen.getByRole('list');
    fireEvent.pointerMove(list);
    await pass(1_000);
    fireEvent.pointerMove(list);
    await receive('u4', 1);
    await pass(1_000);
    expect(order()).toEqual(['u0', 'u1', 'u2', 'u3', 'u4']);
    await pass(1_000);
    expect(order()[0]).toBe('u4');
    await receive('u3', 2);
    await pass(0);
    expect(order()[0]).toBe('u3');

    fireEvent.pointerDown(list);
    await receive('u2', 3);
    await pass(0);
    expect(order()[0]).toBe('u3');
  });

  test('moves also while the keyboard is in it: the row that has the focus keeps it', async () => {
    const { receive } = renderList(5);
    act(() => rows()[1]?.focus());
    await receive('u3', 1);
    expect(order()).toEqual(['u3', 'u0', 'u1', 'u2', 'u4']);
    expect(focused()).toBe('u1');
    press('ArrowUp');
    expect(focused()).toBe('u0');
  });

  test('is not held by a list that has gone from under the pointer', async () => {
    const { receive, search } = renderList(5);
    fireEvent.pointerMove(screen.getByRole('list'));
    search('nobody');
    await screen.findByText('No one called “nobody”');
    expect(screen.queryByRole('list')).toBeNull();
    search('');
    await receive('u3', 1);
    expect(order()[0]).toBe('u3');
  });

  test('has the pinned first, at once also under a pointer that moves', async () => {
    const { receive, change } = renderList(5);
    await change(() => markRow(ME, 'pinned', 'u2', true));
    await receive('u3', 1);
    expect(order()).toEqual(['u2', 'u3', 'u0', 'u1', 'u4']);
    const list = screen.getByRole('list');
    fireEvent.pointerMove(list);
    await receive('u1', 2);
    expect(order()[1]).toBe('u3');
    await change(() => markRow(ME, 'pinned', 'u4', true));
    expect(order()).toEqual(['u2', 'u4', 'u1', 'u3', 'u0']);
  });

  test('has unread messages first when that is wished', async () => {
    const { change } = renderList(5);
    await change(() => incrementUnseen('u4'));
    expect(order()[0]).toBe('u0');
    await change(() => setPreference('isUnreadFirst', true));
    expect(order()).toEqual(['u4', 'u0', 'u1', 'u2', 'u3']);
    await change(() => incrementUnseen('u2'));
    expect(order()).toEqual(['u2', 'u4', 'u0', 'u1', 'u3']);
    await change(() => markRow(ME, 'unread', 'u3', true));
    expect(order()).toEqual(['u2', 'u3', 'u4', 'u0', 'u1']);
    await change(() => setPreference('isUnreadFirst', false));
    expect(order()[0]).toBe('u0');
  });
});

describe('While connected', () => {
  test('everybody is Online or Offline, also somebody of whom nothing is known, and a deleted account neither', async () => {
    const { queryClient } = renderList(3);
    await act(async () => {
      queryClient.removeQueries({ queryKey: userQueries.online().queryKey });
      queryClient.setQueryData(userQueries.list().queryKey, (users) =>
        users?.map((user) => (user._id === 'u2' ? { ...user, deleted: true } : user)),
      );
    });
    const words = screen
      .getAllByRole('link')
      .map(({ textContent }) => /O(n|ff)line/.exec(textContent)?.[0]);
    expect(words).toEqual(['Offline', 'Offline', undefined]);
  });

  test('and without a connection for a while nobody is either', async () => {
    const { queryClient } = renderList(1);
    await act(async () =>
      queryClient.setQueryData(realtimeQueries.connection().queryKey, {
        status: 'reconnecting',
        since: new Date(0).toISOString(),
        reconnects: 0,
        transport: null,
      }),
    );
    await waitFor(() => expect(screen.getByRole('link').textContent).not.toContain('line'));
  });
});

test('A deleted account that the person has removed is not in the list any more; anybody else stays', async () => {
  const { queryClient } = renderList(3);
  await act(async () => {
    queryClient.setQueryData(userQueries.list().queryKey, (users) =>
      users?.map((user) => (user._id === 'u2' ? { ...user, deleted: true } : user)),
    );
    setMarked('removed', new Set(['u1', 'u2']));
  });
  onTestFinished(() => setMarked('removed', new Set()));
  expect(screen.getAllByRole('link').map(({ dataset }) => dataset.userId)).toEqual(['u0', 'u1']);
});

describe('A key on a row', () => {
  test('pins it and unpins it, or marks it as unread and as read', async () => {
    const { change } = renderList(5);
    const pressOn = (userId: UserId, init: KeyboardEventInit) => {
      const row = rows().find((one) => one.dataset.userId === userId);
      return change(() => void (row && fireEvent.keyDown(row, init)));
    };
    const find = (userId: UserId) => rows().find((row) => row.dataset.userId === userId);
    await pressOn('u3', { key: 'p' });
    expect(order()[0]).toBe('u3');
    expect(find('u3')?.textContent).toContain('pinned');
    await pressOn('u3', { key: 'p', ctrlKey: true });
    expect(order()[0]).toBe('u3');
    await pressOn('u3', { key: 'p' });
    expect(order()[0]).toBe('u0');
    await pressOn('u4', { key: 'u' });
    expect(find('u4')?.textContent).toContain('unread');
    await pressOn('u4', { key: 'u' });
    expect(find('u4')?.textContent).not.toContain('unread');
  });

  test('leaves the open conversation when that is marked as unread, not when it is marked as read', () => {
    const { onLeave } = renderList(5, 'u1');
    const open = rows().find((row) => row.dataset.userId === 'u1');
    if (open) fireEvent.keyDown(open, { key: 'u' });
    expect(onLeave).toHaveBeenCalledTimes(1);
    if (open) fireEvent.keyDown(open, { key: 'u' });
    expect(onLeave).toHaveBeenCalledTimes(1);
  });
});

describe('The people list of 10,000', () => {
  test('mounts few rows, and says how many there are', () => {
    renderList(10_000);
    expect(rows().length).toBeLessThan(100);
    expect(rows()[0]?.parentElement?.getAttribute('aria-setsize')).toBe('10000');
  });

  test('gives those that are not mounted the room of rows of the text size, when it changes', async () => {
    renderList(300);
    const page = document.documentElement;
    onTestFinished(() => {
      page.style.fontSize = '';
      setPreference('textSize', 100);
    });
    const readRoom = () => {
      const room = [...document.querySelectorAll<HTMLElement>('li[aria-hidden]')].at(-1);
      return Number.parseFloat(room?.style.height ?? '') / (300 - rows().length);
    };
    expect(readRoom()).toBe(64);
    page.style.fontSize = '24px';
    act(() => setPreference('textSize', 150));
    expect(readRoom()).toBe(96);
  });

  test('renders one row when one person comes online, or begins to type', async () => {
    const { queryClient, change } = renderList(10_000);
    const online = await change(() =>
      queryClient.setQueryData(userQueries.online().queryKey, (before) =>
        setMember(before ?? new Set(), 'u7', true),
      ),
    );
    expect(count(online, 'UserRow')).toBe(1);
    expect(count(online, 'PeopleList')).toBe(0);
    const typing = await change(() =>
      queryClient.setQueryData(realtimeQueries.typing().queryKey, new Set(['u7'])),
    );
    expect(count(typing, 'UserRow')).toBe(1);
    expect(rows()[7]?.textContent).toContain('typing…');
  });

  test('renders nothing when somebody far from view comes online', async () => {
    const { queryClient, change } = renderList(10_000);
    const renders = await change(() =>
      queryClient.setQueryData(userQueries.online().queryKey, new Set(['u9000'])),
    );
    expect(renders).toEqual([]);
  });

  test('renders one row more when somebody far from view is heard from', async () => {
    const { receive } = renderList(10_000, 'u1');
    const renders = await receive('u9000', 1);
    expect(order()[0]).toBe('u9000');
    expect(count(renders, 'UserRow')).toBe(1);
  });

  test('is told apart from its messages by who is in it: the same people are the same list', async () => {
    const { queryClient, change } = renderList(10_000);
    const lastMessage = { ...makeMessage(1), _id: idOf(1), senderId: ME };
    const renders = await change(() =>
      queryClient.setQueryData(userQueries.list().queryKey, (users) =>
        users?.map((user) => (user._id === 'u0' ? { ...user, lastMessage } : user)),
      ),
    );
    expect(count(renders, 'PeopleList')).toBe(0);
    expect(count(renders, 'UserRow')).toBe(1);
  });
});
