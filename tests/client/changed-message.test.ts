/** A changed message in each part of a conversation that the cache holds, as pure changes. */

import { expect, test } from 'vitest';
import type { MessageList } from '../../src/conversation/entities.ts';
import { changeRow, describeChange } from '../../src/conversation/patches/changed-message.ts';
import { type Conversation, cutIntoPages } from '../../src/conversation/patches/conversation.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { idOf, makeMessage, makeMessages, numbersOf } from './support/messages.ts';

const row = (number: number, overrides: Partial<Message> = {}) =>
  makeMessage(number, { change: number, ...overrides });
const rows = (from: number, to: number) => makeMessages(from, to).map((_, n) => row(from + n));

const makeConversation = (
  stored: MessageList,
  tail: MessageList = [],
  hasOlder = false,
): Conversation => ({ history: { pages: cutIntoPages(stored), hasOlder }, tail });

const listAll = ({ history, tail }: Conversation): MessageList => [
  ...history.pages.flat(),
  ...tail,
];

const change = (conversation: Conversation, message: Message) =>
  changeRow(conversation, describeChange(message));

const tombstone = (number: number, at: number): Message => {
  const { text: _, ...rest } = row(number, { change: at, deleted: true });
  return rest;
};

test('A later version replaces a row, and every other row and page stays the same', () => {
  const before = makeConversation(rows(1, 150), rows(151, 160));
  const after = change(before, row(60, { change: 200, text: 'edited', version: 200 }));
  expect(listAll(after)[59]).toMatchObject({ text: 'edited', version: 200, change: 200 });
  expect(after.tail).toBe(before.tail);
  expect(after.history.pages.map((page, index) => page === before.history.pages[index])).toEqual([
    true,
    false,
    true,
  ]);
});

test('An earlier version, or the same one again, changes nothing', () => {
  const edited = row(2, { change: 9, text: 'edited' });
  const before = makeConversation([row(1), edited], [row(3)]);
  for (const message of [row(2, { text: 'as it was' }), { ...edited }, row(3)]) {
    expect(change(before, message)).toBe(before);
  }
});

test('News or not, the newest message of the pages is changed, and one that is missing is added only by news', () => {
  const before = makeConversation(rows(1, 2), []);
  const learn = (message: Message) => changeRow(before, describeChange(message), false);
  expect(listAll(learn(row(2, { change: 9, text: 'edited' })))[1]?.text).toBe('edited');
  expect(learn(row(3, { change: 9 }))).toBe(before);
});

test('Receipts, the outbox key and the picture on the screen stay', () => {
  const known = row(2, { seen: true, delivered: true, key: 'k', image: 'blob:here' });
  const version = row(2, { change: 8, image: '/served', reactions: { a: '👍' } });
  const after = change(makeConversation([row(1), known]), version);
  expect(listAll(after)[1]).toMatchObject({
    seen: true,
    delivered: true,
    key: 'k',
    image: 'blob:here',
    reactions: { a: '👍' },
  });
});

test('A tombstone takes the content of its row, and nothing brings it back', () => {
  const before = makeConversation(rows(1, 51), [row(52, { key: 'k', image: 'blob:here' })]);
  const after = change(change(before, tombstone(52, 60)), tombstone(1, 61));
  expect(numbersOf(listAll(after))).toEqual(numbersOf(rows(1, 52)));
  expect(listAll(after)[51]).toEqual({
    _id: idOf(52),
    senderId: row(52).senderId,
    createdAt: row(52).createdAt,
    change: 60,
    key: 'k',
    deleted: true,
    seen: true,
  });
  expect(listAll(after)[0]).not.toHaveProperty('text');
  expect(change(after, tombstone(1, 61))).toBe(after);
  expect(change(after, row(1))).toBe(after);
});

test('A missing message is added where older ones cannot be missing', () => {
  const parts = [[...rows(10, 19), ...rows(21, 30)], [row(31)]] as const;
  const partly = makeConversation(...parts, true);
  expect(numbersOf(listAll(change(partly, row(20))))).toContain(20);
  expect(numbersOf(change(partly, row(33)).tail)).toEqual([31, 33]);
  expect(change(partly, row(4))).toBe(partly);
  expect(numbersOf(listAll(change(makeConversation(...parts), row(4))))[0]).toBe(4);
});

test('A quote never becomes an older one, by its message or by another version of the reply', () => {
  const reply = (change: number, at: number) =>
    row(20, { change, replyTo: { _id: idOf(2), text: `at ${at}`, change: at } });
  const quoteAfter = (message: Message) =>
    listAll(change(makeConversation([row(19), reply(20, 30)], [], true), message))[1]?.replyTo
      ?.text;
  expect(quoteAfter(row(2, { change: 25, text: 'at 25' }))).toBe('at 30');
  expect(quoteAfter(reply(40, 2))).toBe('at 30');
  expect(quoteAfter(reply(20, 35))).toBe('at 35');
  expect(quoteAfter(reply(40, 35))).toBe('at 35');
});
