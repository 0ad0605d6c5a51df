/** The people list: by keyboard (design notes), in its order, and with very many people in it. */

import { logRenders } from './support/render-log.ts';
import 'fake-indexeddb/auto';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { realtimeQueries, setFeatures } from '../../src/backend/connection.ts';
import { updatePreview } from '../../src/people/change-users.ts';
import { setMember } from '../../src/people/patches.ts';
import { userQueries } from '../../src/people/users.ts';
import type { User, UserId } from '../../src/protocol/entities.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { makeQueryClient } from '../../src/query-client.ts';
import { People } from '../../src/screens/chat/people/people.tsx';
import { usePeople } from '../../src/screens/chat/people/use-people.ts';
import { authQueries } from '../../src/session/auth.ts';
import { openAccountStores } from '../../src/stores/account-store.ts';
import { setFlagged } from '../../src/stores/people-settings.ts';
import { setPreference } from '../../src/stores/preferences.ts';
import { clearUnseen, incrementUnseen } from '../../src/stores/unseen.ts';
import { ME, makeMessage } from './support/messages.ts';
import { withRouter } from './support/with-router.tsx';

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
  localStorage.clear();
  openAccountStores(null);
});

const makeUsers = (count: number): User[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: `u${index}`,
    fullName: `Person ${index}`,
    bio: '',
  }));

type ListProps = Pick<Parameters<typeof People>[0], 'selectedId' | 'onLeave'>;

const ignore = () => undefined;

const List = (props: ListProps) => (
  <People found={usePeople('')} query="" onOpen={ignore} {...props} />
);

function renderList(count: number, selectedId: UserId | null = null) {
  openAccountStores(ME);
  const queryClient = makeQueryClient();
  queryClient.setQueryData(authQueries.me().queryKey, { _id: ME, fullName: 'Me', bio: '' });
  queryClient.setQueryData(userQueries.list().queryKey, makeUsers(count));
  queryClient.setQueryData(userQueries.online().queryKey, new Set<UserId>());
  setFeatures(queryClient, FEATURES);
  // On a slow machine it is said otherwise that there is no connection, and every row renders.
  queryClient.setQueryData(realtimeQueries.connection().queryKey, {
    status: 'connected',
    since: new Date().toISOString(),
    reconnects: 0,
    transport: 'websocket',
  });
  const onLeave = vi.fn();
  const draw = (selected: UserId | null) =>
    withRouter(
      <QueryClientProvider client={queryClient}>
        <List selectedId={selected} onLeave={onLeave} />
      </QueryClientProvider>,
    );
  const view = render(draw(selectedId));
  const change = (make: () => void) => logRenders(() => act(async () => make()));
  return {
    queryClient,
    onLeave,
    select: (selected: UserId | null) => view.rerender(draw(selected)),
    change,
    /** A message from somebody; answers what was rendered for it. */
    receive: (from: UserId, number: number) =>
      change(() => updatePreview(queryClient, from, makeMessage(number, { senderId: from }))),
  };
}

const deleteAccount = (queryClient: QueryClient, userId: UserId) =>
  queryClient.setQueryData(userQueries.list().queryKey, (users) =>
    users?.map((user) => (user._id === userId ? { ...user, deleted: true } : user)),
  );

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
  test('has one tab stop: the first row, or the open one, which has the focus when it is left', () => {
    const { select } = renderList(5);
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u0']);
    select('u3');
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u3']);
    select(null);
    expect(focused()).toBe('u3');
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
});

describe('The people list in its order', () => {
  test('moves up whoever was heard from, and renders no other row, nor the list if nobody moves', async () => {
    const { receive } = renderList(5, 'u1');
    const moving = await receive('u3', 1);
    expect(order()).toEqual(['u3', 'u0', 'u1', 'u2', 'u4']);
    expect([count(moving, 'UserRow'), count(moving, 'PeopleList')]).toEqual([1, 1]);
    const staying = await receive('u3', 2);
    expect([count(staying, 'UserRow'), count(staying, 'PeopleList')]).toEqual([1, 0]);
    expect(rows()[0]?.textContent).toContain('message 2');
  });

  test('stays still under a pointer that moves or presses, and settles when it leaves or rests for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    const { receive } = renderList(5);
    const list = screen.getByRole('list');
    fireEvent.pointerMove(list);
    await receive('u3', 1);
    expect(order()).toEqual(['u0', 'u1', 'u2', 'u3', 'u4']);
    expect(rows()[3]?.textContent).toContain('message 1');
    fireEvent.pointerLeave(list);
    await pass(0);
    expect(order()[0]).toBe('u3');

    fireEvent.pointerMove(list);
    await pass(1_000);
    fireEvent.pointerMove(list);
    await receive('u4', 2);
    await pass(1_000);
    expect(order()[0]).toBe('u3');
    await pass(1_000);
    expect(order()[0]).toBe('u4');

    fireEvent.pointerDown(list);
    await receive('u2', 3);
    await pass(0);
    expect(order()[0]).toBe('u4');
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

  test('has the pinned first, at once also under a pointer that moves', async () => {
    const { receive, change } = renderList(5);
    await change(() => setFlagged('pinned', 'u2', true));
    await receive('u3', 1);
    expect(order()).toEqual(['u2', 'u3', 'u0', 'u1', 'u4']);
    const list = screen.getByRole('list');
    fireEvent.pointerMove(list);
    await receive('u1', 2);
    expect(order()[1]).toBe('u3');
    await change(() => setFlagged('pinned', 'u4', true));
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
    await change(() => setFlagged('unread', 'u3', true));
    expect(order()).toEqual(['u2', 'u3', 'u4', 'u0', 'u1']);
    await change(() => setPreference('isUnreadFirst', false));
    expect(order()[0]).toBe('u0');
  });
});

test('While connected, everybody but a deleted account is Online or Offline; without a connection nobody is', async () => {
  const { queryClient } = renderList(3);
  const words = () => rows().map(({ textContent }) => /O(n|ff)line/.exec(textContent)?.[0]);
  await act(async () => {
    // Of nobody is anything known.
    queryClient.removeQueries({ queryKey: userQueries.online().queryKey });
    deleteAccount(queryClient, 'u2');
  });
  expect(words()).toEqual(['Offline', 'Offline', undefined]);
  await act(async () =>
    queryClient.setQueryData(realtimeQueries.connection().queryKey, {
      status: 'reconnecting',
      since: new Date(0).toISOString(),
      reconnects: 0,
      transport: null,
    }),
  );
  await waitFor(() => expect(words()).toEqual([undefined, undefined, undefined]));
});

test('A deleted account that the person has removed is not in the list any more; anybody else stays', async () => {
  const { queryClient } = renderList(3);
  await act(async () => {
    deleteAccount(queryClient, 'u2');
    setFlagged('removed', 'u1', true);
    setFlagged('removed', 'u2', true);
  });
  expect(order()).toEqual(['u0', 'u1']);
});

describe('A key on a row', () => {
  const find = (userId: UserId) => rows().find((row) => row.dataset.userId === userId);
  const pressOn = (userId: UserId, init: KeyboardEventInit) =>
    act(async () => {
      const row = find(userId);
      if (row) fireEvent.keyDown(row, init);
    });

  test('pins it and unpins it, or marks it as unread and as read', async () => {
    renderList(5);
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

  test('leaves the open conversation when that is marked as unread, not when it is marked as read', async () => {
    const { onLeave } = renderList(5, 'u1');
    await pressOn('u1', { key: 'u' });
    await pressOn('u1', { key: 'u' });
    expect(onLeave).toHaveBeenCalledTimes(1);
  });
});

describe('The people list of 10,000', () => {
  test('mounts few rows, and says how many there are', () => {
    renderList(10_000);
    expect(rows().length).toBeLessThan(100);
    expect(rows()[0]?.parentElement?.getAttribute('aria-setsize')).toBe('10000');
  });

  test('renders one row for whoever comes online, types or is heard from, and none for who is far from view', async () => {
    const { queryClient, change, receive } = renderList(10_000, 'u1');
    const comeOnline = (userId: UserId) =>
      change(() =>
        queryClient.setQueryData(userQueries.online().queryKey, (before) =>
          setMember(before ?? new Set(), userId, true),
        ),
      );
    const online = await comeOnline('u7');
    expect([count(online, 'UserRow'), count(online, 'PeopleList')]).toEqual([1, 0]);
    expect(await comeOnline('u9000')).toEqual([]);
    const typing = await change(() =>
      queryClient.setQueryData(realtimeQueries.typing().queryKey, new Set(['u7'])),
    );
    expect(count(typing, 'UserRow')).toBe(1);
    expect(rows()[7]?.textContent).toContain('typing…');
    expect(count(await receive('u9000', 1), 'UserRow')).toBe(1);
    expect(order()[0]).toBe('u9000');
  });
});
