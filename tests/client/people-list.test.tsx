/** The people list by keyboard (design notes), and with many people in it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../src/query-client.ts';
import { PeopleList } from '../../src/screens/chat/people/people-list.tsx';

afterEach(cleanup);

const makeUsers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `u${index}`,
    fullName: `Person ${index}`,
    bio: '',
  }));

function renderList(count: number, selectedId: string | null = null) {
  const queryClient = makeQueryClient();
  const onOpen = vi.fn();
  const users = makeUsers(count);
  const draw = (selected: string | null) => (
    <QueryClientProvider client={queryClient}>
      <PeopleList users={users} selectedId={selected} onOpen={onOpen} />
    </QueryClientProvider>
  );
  const view = render(draw(selectedId));
  return { onOpen, select: (selected: string | null) => view.rerender(draw(selected)) };
}

const rows = () => screen.getAllByRole('button');
const stops = () => rows().filter((row) => row.tabIndex === 0);
const focused = () => document.activeElement?.getAttribute('data-user-id');
const press = (key: string) => {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
};

describe('The people list', () => {
  test('has one tab stop: the first row, or the open one', () => {
    const { select } = renderList(5);
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u0']);
    select('u3');
    expect(stops().map((row) => row.dataset.userId)).toEqual(['u3']);
  });

  test('arrows, Home and End move within it and stay within it', () => {
    renderList(5);
    rows()[0]?.focus();
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

  test('of very many people mounts few rows, and says how many there are', () => {
    renderList(10_000);
    expect(rows().length).toBeLessThan(200);
    expect(rows()[0]?.parentElement?.getAttribute('aria-setsize')).toBe('10000');
  });
});
