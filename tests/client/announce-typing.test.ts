/** When the other person is told that this one is typing. */
import { expect, onTestFinished, test } from 'vitest';
import { announceTyping, endTyping, setTypingChannel } from '../../src/realtime/typing.ts';

test('Typing is told once in a while, and at once after a message', () => {
  const told: string[] = [];
  setTypingChannel((userId) => told.push(userId));
  onTestFinished(() => setTypingChannel(null));
  announceTyping('ben');
  announceTyping('ben');
  expect(told).toEqual(['ben']);
  endTyping();
  announceTyping('ben');
  expect(told).toEqual(['ben', 'ben']);
});
