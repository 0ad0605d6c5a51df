/** What a screen reader is told of a conversation that is open. */
import { expect, test } from 'vitest';
import type { MessageList } from '../../src/conversation/entities.ts';
import { toTombstone } from '../../src/conversation/patches/message-list.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { describeChanges } from '../../src/screens/chat/thread/news.ts';
import { toHistoryPages } from '../../src/screens/chat/thread/thread.ts';
import { ME, makeMessage, PEER } from './support/messages.ts';

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
