/** Spec section 2, "User list": what a row shows. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { UserRow } from '../../src/screens/chat/people/user-row.tsx';

afterEach(cleanup);

function renderRow(more: Partial<Parameters<typeof UserRow>[0]> = {}) {
  const onOpen = vi.fn();
  render(
    <UserRow
      user={{ _id: 'u1', fullName: 'Ada Lovelace', bio: '' }}
      isOnline={false}
      unseen={0}
      isCurrent={false}
      isTabStop
      onOpen={onOpen}
      {...more}
    />,
  );
  return { onOpen, row: screen.getByRole('button', { name: /Ada Lovelace/ }) };
}

describe('A row of the people list', () => {
  test('shows full name and Online or Offline', () => {
    const { row } = renderRow();
    expect(row.textContent).toContain('Offline');
    cleanup();
    expect(renderRow({ isOnline: true }).row.textContent).toContain('Online');
  });

  test('has a default avatar without a picture, and the picture if there is one', () => {
    expect(renderRow().row.textContent).toContain('AL');
    cleanup();
    const user = {
      _id: 'u1',
      fullName: 'Ada Lovelace',
      bio: '',
      profilePic: 'https://x.org/a.png',
    };
    expect(renderRow({ user }).row.querySelector('img')?.getAttribute('src')).toBe(user.profilePic);
  });

  test('has a badge only above zero, and “99+” above ninety-nine', () => {
    expect(renderRow().row.querySelector('[data-badge]')).toBeNull();
    cleanup();
    expect(renderRow({ unseen: 3 }).row.textContent).toContain('3 unread');
    cleanup();
    expect(renderRow({ unseen: 99 }).row.textContent).toContain('99 unread');
    cleanup();
    expect(renderRow({ unseen: 100 }).row.textContent).toContain('99+ unread');
  });

  test('says that its conversation is open', () => {
    expect(renderRow().row.getAttribute('aria-current')).toBeNull();
    cleanup();
    expect(renderRow({ isCurrent: true }).row.getAttribute('aria-current')).toBe('true');
  });

  test('opens its person', () => {
    const { row, onOpen } = renderRow();
    fireEvent.click(row);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('u1');
  });
});
