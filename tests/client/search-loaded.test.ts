/** Searching a conversation where no server does it. */
import { expect, test } from 'vitest';
import { searchLoaded } from '../../src/backend/plain/searching.ts';
import { makeMessage, makeMessages, numbersOf } from './support/messages.ts';

const conversation = {
  history: { pages: [makeMessages(1, 50), makeMessages(51, 100)], hasOlder: false },
  tail: [makeMessage(101, { text: 'A NÉEDLE' })],
};

test('The search of what is loaded goes back from the newest, as the server does it, and tells how far it came', async () => {
  const { messages, reached } = await searchLoaded(conversation, 'needle');
  expect(numbersOf(messages)).toEqual([101]);
  expect(reached).toBeUndefined();
  expect((await searchLoaded(undefined, 'needle')).messages).toEqual([]);
  const part = { ...conversation, history: { ...conversation.history, hasOlder: true } };
  const inPart = await searchLoaded(part, 'needle');
  expect(inPart.reached).toEqual({ createdAt: makeMessage(1).createdAt });
});
