/** What a screen reader is told of new messages while their conversation is open. */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNews } from '../../src/screens/chat/thread/news.ts';
import { silence } from '../../src/ui/announcer.ts';
import { makeMessage, PEER } from './support/messages.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  silence();
  vi.useRealTimers();
});

/** Longer than announcements are gathered, in ms. */
const GATHERED_MS = 1_500;
const readAnnounced = () => document.querySelector('[data-announcer]')?.textContent;

test('A message is announced once, also when its sender changes name or picture afterwards', () => {
  const grace = { _id: PEER, fullName: 'Grace', bio: '' };
  const messages = [1, 2].map((number) => makeMessage(number, { senderId: PEER }));
  const first = { history: [], live: messages.slice(0, 1), peer: grace, isTyping: false };
  const { rerender } = renderHook(useNews, { initialProps: first });
  rerender({ ...first, live: messages });
  vi.advanceTimersByTime(GATHERED_MS);
  expect(readAnnounced()).toContain('Grace');
  silence();
  rerender({ ...first, live: messages, peer: { ...grace, fullName: 'Grace H.' } });
  vi.advanceTimersByTime(GATHERED_MS);
  expect(readAnnounced()).toBe('');
});
