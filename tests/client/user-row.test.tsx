/** Spec section 2, "User list": what a row shows. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MessagePreview } from '../../src/protocol/entities.ts';
import { UserRow } from '../../src/screens/chat/people/user-row.tsx';

afterEach(cleanup);

function renderRow(more: Partial<Parameters<typeof UserRow>[0]> = {}) {
  const onOpen = vi.fn();
  render(
    <UserRow
      user={{ _id: 'u1', fullName: 'Ada Lovelace', bio: '' }}
      isOnline={false}
      isTyping={false}
      today="2026-05-20"
      unseen={0}
      isMuted={false}
      isPinned={false}
      isMarkedUnread={false}
      isCurrent={false}
      isTabStop
      onOpen={onOpen}
      {...more}
    />,
  );
  return { onOpen, row: screen.getByRole('link', { name: /Ada Lovelace/ }) };
}

describe('A row of the people list', () => {
  test('shows full name and Online or Offline', () => {
    const { row } = renderRow();
    expect(row.textContent).toContain('Offline');
    cleanup();
    expect(renderRow({ isOnline: true }).row.textContent).toContain('Online');
  });

  test('says nothing of presence while nothing is known of it', () => {
    expect(renderRow({ isOnline: undefined }).row.textContent).not.toMatch(/Online|Offline/);
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

  test('has a shape in place of initials for a deleted account', () => {
    const user = { _id: 'u1', fullName: 'Ada Lovelace', bio: '', deleted: true };
    const picture = renderRow({ user }).row.querySelector('b');
    expect(picture?.textContent).toBe('');
    expect(picture?.querySelector('svg')).not.toBeNull();
  });

  test('has a badge only above zero, and “99+” above ninety-nine (LIST-3)', () => {
    expect(renderRow().row.querySelector('[data-badge]')).toBeNull();
    cleanup();
    expect(renderRow({ unseen: 3 }).row.textContent).toContain('3 unread');
    cleanup();
    expect(renderRow({ unseen: 99 }).row.textContent).toContain('99 unread');
    cleanup();
    expect(renderRow({ unseen: 100 }).row.textContent).toContain('99+ unread');
  });

  test('has a dot while it is marked as unread, which gives way to a count, and a pin while it is pinned', () => {
    const { row } = renderRow({ isMarkedUnread: true, isPinned: true });
    expect(row.querySelector('.unread-dot')?.textContent).toBe(' unread');
    expect(row.textContent).toContain('pinned');
    expect(row.dataset.unseen).toBe('true');
    cleanup();
    const counted = renderRow({ isMarkedUnread: true, unseen: 2 }).row;
    expect(counted.textContent).toContain('2 unread');
    expect(counted.querySelector('.unread-dot')).toBeNull();
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

  test('tells what was said last and when, beside the word of presence', () => {
    const said = (lastMessage: Partial<MessagePreview>) => {
      cleanup();
      const base = { _id: 'm1', senderId: 'u1', createdAt: '2026-05-20T08:05:00' };
      const user = {
        _id: 'u1',
        fullName: 'Ada Lovelace',
        bio: '',
        lastMessage: { ...base, ...lastMessage },
      };
      return renderRow({ user }).row.textContent;
    };
    expect(said({ text: 'See you 🙌' })).toBe('ALAda LovelaceOffline08:05See you 🙌');
    expect(said({ text: 'Yes', senderId: 'me' })).toContain('You: Yes');
    expect(said({})).toMatch(/\dPicture$/);
    expect(said({ senderId: 'me' })).toContain('You: Picture');
    expect(said({ text: 'Yes', createdAt: '2026-05-18T08:05:00' })).toContain('LovelaceOfflineMon');
    expect(said({ text: 'Yes', createdAt: '2025-02-03T08:05:00' })).toMatch(/Offline.*25/);
  });

  test('is called by the person and not by what was said, which describes it', () => {
    const lastMessage = {
      _id: 'm1',
      senderId: 'u1',
      text: 'Ask Grace',
      createdAt: '2026-05-20T08:05',
    };
    renderRow({ user: { _id: 'u1', fullName: 'Ada Lovelace', bio: '', lastMessage }, unseen: 2 });
    const row = screen.getByRole('link', { name: 'Ada Lovelace Offline 2 unread' });
    const described = document.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Ask Grace');
  });

  test('shows own messages that have not gone out, and what was begun, in place of what was said', () => {
    const lastMessage = { _id: 'm1', senderId: 'u1', text: 'Hi', createdAt: '2026-05-20T08:05' };
    const user = { _id: 'u1', fullName: 'Ada Lovelace', bio: '', lastMessage };
    const shown = (more: Partial<Parameters<typeof UserRow>[0]>) => {
      cleanup();
      const { row } = renderRow({ user, ...more });
      const id = row.getAttribute('aria-describedby') ?? '';
      return document.getElementById(id)?.textContent;
    };
    const unsent = { key: 'k', content: { text: 'Later' }, createdAt: '2026-05-20T08:06' };
    expect(shown({})).toBe('Hi');
    expect(shown({ draft: 'Half a' })).toBe('Draft: Half a');
    expect(shown({ draft: '' })).toBe('Draft: Picture');
    expect(shown({ draft: 'Half a', unsent: { ...unsent, state: 'waiting' } })).toBe(
      'Waiting: You: Later',
    );
    expect(shown({ unsent: { ...unsent, state: 'failed' } })).toBe('Not sent: You: Later');
    expect(shown({ unsent: { ...unsent, content: { image: '' }, state: 'waiting' } })).toBe(
      'Waiting: You: Picture',
    );
  });

  test('says that the person is typing, in place of what was said', () => {
    const { row } = renderRow({ isTyping: true, isOnline: true });
    expect(row.textContent).toContain('Onlinetyping…');
  });
});
