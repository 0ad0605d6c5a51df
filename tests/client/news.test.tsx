/** What a screen reader is told of a conversation that is open. */

import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MessageList } from '../../src/conversation/entities.ts';
import { toTombstone } from '../../src/conversation/patches/message-list.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { describeChanges, useNews } from '../../src/screens/chat/thread/news.ts';
import { toHistoryPages } from '../../src/screens/chat/thread/thread.ts';
import { silence } from '../../src/ui/announcer.ts';
import { ME, makeMessage, PEER } from './support/messages.ts';

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

test('What the other person changes is told in a sentence each, and nothing of what one changes oneself', () => {
  const grace = { _id: PEER, fullName: 'Grace', bio: '' };
  const make = (number: number, fields: Partial<Message> = {}) =>
    makeMessage(number, { senderId: PEER, ...fields });
  const before = [make(1), make(2), make(3, { senderId: ME }), make(4)];
  const after = [
    make(1, { text: 'better' }),
    toTombstone(make(2)),
    make(3, { senderId: ME, text: 'mine is better', reactions: { [PEER]: '👍', [ME]: '🎉' } }),
    make(4, { seen: true }),
  ];
  const describe = (from: MessageList, to: MessageList) =>
    describeChanges(toHistoryPages([from]), toHistoryPages([to]), grace);
  expect(describe(before, after)).toEqual([
    'Grace edited a message: better',
    'Grace deleted a message',
    'Grace reacted with 👍: mine is better',
  ]);
  expect(describe(after, before)).toContain('Grace removed a reaction');
  expect(describe(after, after)).toEqual([]);
});
