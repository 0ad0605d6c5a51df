/** Searching a conversation where no server does it. */
import { describe, expect, test } from 'vitest';
import { searchLoaded } from '../../src/backend/plain/searching.ts';
import { makeMessage, makeMessages, numbersOf } from './support/messages.ts';

describe('The search of what is loaded', () => {
  const conversation = {
    history: { pages: [makeMessages(1, 50), makeMessages(51, 100)], hasOlder: false },
    tail: [makeMessage(101, { text: 'A NÉEDLE' })],
  };

  test('goes back from the newest, as the server does it', async () => {
    const { messages, reached } = await searchLoaded(conversation, 'needle');
    expect(numbersOf(messages)).toEqual([101]);
    expect(reached).toBeUndefined();
    const none = await searchLoaded(undefined, 'needle');
    expect(none.messages).toEqual([]);
  });

  test('tells how far it came where not all is loaded', async () => {
    const part = { ...conversation, history: { ...conversation.history, hasOlder: true } };
    const { reached } = await searchLoaded(part, 'needle');
    expect(reached).toEqual({ createdAt: makeMessage(1).createdAt });
  });

  test('gives many in several answers, none twice', async () => {
    const first = await searchLoaded(conversation, 'message');
    expect(numbersOf(first.messages)).toEqual(Array.from({ length: 50 }, (_, i) => 100 - i));
    const rest = await searchLoaded(conversation, 'message', first.reached?.messageId);
    expect(numbersOf(rest.messages)).toEqual(Array.from({ length: 50 }, (_, i) => 50 - i));
    expect(rest.reached).toBeUndefined();
  });
});
