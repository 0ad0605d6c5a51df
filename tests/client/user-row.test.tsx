/** Spec section 2, "User list": what a row shows. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MessagePreview } from '../../src/protocol/entities.ts';
import { UserRow } from '../../src/screens/chat/people/user-row.tsx';

afterEach(cleanup);

const ADA = { _id: 'u1', fullName: 'Ada Lovelace', bio: '' };

/** In place of the row before. */
function renderRow(more: Partial<Parameters<typeof UserRow>[0]> = {}) {
  cleanup();
  const onOpen = vi.fn();
  render(
    <UserRow
      user={ADA}
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
  const row = screen.getByRole('link', { name: /Ada Lovelace/ });
  const readDescription = () =>
    document.getElementById(row.getAttribute('aria-describedby') ?? '')?.textContent;
  return { onOpen, row, text: row.textContent, readDescription };
}

describe('A row of the people list', () => {
  test('shows the full name and Online or Offline, and nothing of presence while that is not known', () => {
    expect(renderRow().text).toContain('Offline');
    expect(renderRow({ isOnline: true }).text).toContain('Online');
    expect(renderRow({ isOnline: undefined }).text).not.toMatch(/Online|Offline/);
  });

  test('has the picture, initials without one, and a shape for a deleted account', () => {
    expect(renderRow().text).toContain('AL');
    const profilePic = 'https://x.org/a.png';
    const pictured = renderRow({ user: { ...ADA, profilePic } }).row;
    expect(pictured.querySelector('img')?.getAttribute('src')).toBe(profilePic);
    const deleted = renderRow({ user: { ...ADA, deleted: true } }).row.querySelector('b');
    expect(deleted?.textContent).toBe('');
    expect(deleted?.querySelector('svg')).not.toBeNull();
  });

  test('has a badge only above zero, and “99+” above ninety-nine (LIST-3)', () => {
    expect(renderRow().row.querySelector('[data-badge]')).toBeNull();
    expect(renderRow({ unseen: 99 }).text).toContain('99 unread');
    expect(renderRow({ unseen: 100 }).text).toContain('99+ unread');
  });

  test('has a dot while it is marked as unread, which gives way to a count, and a pin while it is pinned', () => {
    const { row, text } = renderRow({ isMarkedUnread: true, isPinned: true });
    expect(row.querySelector('.unread-dot')?.textContent).toBe(' unread');
    expect(text).toContain('pinned');
    expect(row.dataset.unseen).toBe('true');
    const counted = renderRow({ isMarkedUnread: true, unseen: 2 });
    expect(counted.text).toContain('2 unread');
    expect(counted.row.querySelector('.unread-dot')).toBeNull();
  });

  test('tells what was said last and when, beside the word of presence', () => {
    const said = (preview: Partial<MessagePreview>) => {
      const base = { _id: 'm1', senderId: 'u1', createdAt: '2026-05-20T08:05:00' };
      return renderRow({ user: { ...ADA, lastMessage: { ...base, ...preview } } }).text;
    };
    expect(said({ text: 'See you 🙌' })).toBe('ALAda LovelaceOffline08:05See you 🙌');
    expect(said({ text: 'Yes', senderId: 'me' })).toContain('You: Yes');
    expect(said({})).toMatch(/\dPicture$/);
    expect(said({ senderId: 'me' })).toContain('You: Picture');
    expect(said({ text: 'Yes', createdAt: '2026-05-18T08:05:00' })).toContain('LovelaceOfflineMon');
    expect(said({ text: 'Yes', createdAt: '2025-02-03T08:05:00' })).toMatch(/Offline.*25/);
  });

  test('is called by the person and described by what was said, is not sent, was begun or is typed', () => {
    const lastMessage = { _id: 'm1', senderId: 'u1', text: 'Hi', createdAt: '2026-05-20T08:05' };
    const shown = (more: Partial<Parameters<typeof UserRow>[0]>) =>
      renderRow({ user: { ...ADA, lastMessage }, ...more }).readDescription();
    expect(shown({ unseen: 2 })).toBe('Hi');
    screen.getByRole('link', { name: 'Ada Lovelace Offline 2 unread' });
    const unsent = { key: 'k', content: { text: 'Later' }, createdAt: '2026-05-20T08:06' };
    expect(shown({ draft: 'Half a' })).toBe('Draft: Half a');
    expect(shown({ draft: '' })).toBe('Draft: Picture');
    expect(shown({ draft: 'Half a', unsent: { ...unsent, state: 'waiting' } })).toBe(
      'Waiting: You: Later',
    );
    expect(shown({ unsent: { ...unsent, state: 'failed' } })).toBe('Not sent: You: Later');
    expect(shown({ unsent: { ...unsent, content: { image: '' }, state: 'waiting' } })).toBe(
      'Waiting: You: Picture',
    );
    expect(renderRow({ isTyping: true, isOnline: true }).text).toContain('Onlinetyping…');
  });
});
