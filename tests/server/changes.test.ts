/** Extension `changes`: what changed in a conversation since a cursor. */

import { expect, test } from 'vitest';
import { type Changes, formatCursor, parseCursor } from '../../src/protocol/changes.ts';
import { call, type Member, readConversation, send, signUp } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';
import { join } from './support/sockets.ts';

openPair({ isShared: true });

const readPage = (reader: Member, peer: Member, query = '') =>
  readConversation(server.url, reader, peer, `?peek=true${query}`);

async function readChanges(reader: Member, peer: Member, cursor: string, limit = 50) {
  const path = `/messages/${peer.id}?changedAfter=${cursor}&limit=${limit}`;
  const { body } = await call<Changes & { success: true }>(server.url, 'GET', path, reader);
  return body;
}

const textsOf = (changes: Changes) =>
  'messages' in changes ? changes.messages.map(({ text }) => text) : 'reset';

test('A page has a cursor, after which every later message is told once, in order', async () => {
  const empty = await readPage(ada, grace);
  expect(empty).toMatchObject({ messages: [], summary: { version: 0, unseen: 0 } });
  await send(server.url, ada, grace, '1');
  await send(server.url, grace, ada, '2');
  const { cursor, summary } = await readPage(ada, grace, '&limit=1');
  expect(summary).toMatchObject({ version: 2, unseen: 1 });
  await send(server.url, ada, grace, '3');
  await send(server.url, ada, grace, '4');

  const first = await readChanges(ada, grace, cursor, 1);
  expect(first).toMatchObject({ hasMore: true, summary: { version: 4, unseen: 1 } });
  const second = await readChanges(ada, grace, first.cursor, 1);
  expect(second).toMatchObject({ hasMore: false });
  expect([textsOf(first), textsOf(second)]).toEqual([['3'], ['4']]);
  expect(textsOf(await readChanges(ada, grace, second.cursor))).toEqual([]);
  expect(textsOf(await readChanges(ada, grace, empty.cursor))).toEqual(['1', '2', '3', '4']);
  expect((await readPage(grace, ada)).summary.unseen).toBe(3);
});

test('A cursor that does not lead to what is there is answered with a reset, and the cursor of now', async () => {
  await send(server.url, ada, grace, '1');
  const { cursor } = await readPage(ada, grace);
  const { epoch, number } = parseCursor(cursor) ?? { epoch: '', number: 0 };
  for (const other of [
    formatCursor({ epoch: '0'.repeat(16), number }),
    formatCursor({ epoch, number: number + 1 }),
  ]) {
    expect(await readChanges(ada, grace, other)).toEqual({
      success: true,
      reset: true,
      cursor,
      summary: expect.objectContaining({ version: 1 }),
    });
  }
  for (const text of Array.from({ length: 501 }, (_, index) => `${index}`)) {
    await server.store.appendMessage({ senderId: grace.id, receiverId: ada.id, text });
  }
  expect(textsOf(await readChanges(ada, grace, cursor))).toBe('reset');
  const next = formatCursor({ epoch, number: number + 1 });
  expect(textsOf(await readChanges(ada, grace, next, 3))).toEqual(['1', '2', '3']);
});

test('On connecting, a client learns which of its conversations are behind, and by what', async () => {
  const heidi = await signUp(server.url, 'Heidi');
  for (const peer of [grace, heidi]) await send(server.url, peer, ada, '1');
  const hold = async (peer: Member) => {
    const { cursor, summary } = await readPage(ada, peer);
    return { cursor, version: summary.version };
  };
  const conversations = { [grace.id]: await hold(grace), [heidi.id]: await hold(heidi) };
  const readBehind = async () => {
    const { body } = await call(server.url, 'POST', '/messages/behind', {
      token: ada.token,
      body: { conversations },
    });
    return body;
  };
  expect(await readBehind()).toEqual({ success: true, conversations: {} });
  await send(server.url, heidi, ada, '2');
  const { cursor, summary } = await readPage(ada, heidi);
  expect(await readBehind()).toEqual({
    success: true,
    conversations: { [heidi.id]: { cursor, summary } },
  });
});

test('Events of new messages continue the chain of the person who gets them', async () => {
  const listener = await join(server.url, grace, { auth: { token: grace.token } });
  const own = await join(server.url, ada, { auth: { token: ada.token, wants: ['ownDevices'] } });
  const first = await send(server.url, ada, grace, '1');
  const second = await send(server.url, ada, grace, '2');
  for (const [events, name] of [
    [listener, 'newMessage'],
    [own, 'messageSent'],
  ] as const) {
    await events.hear(name, ({ text }) => text === '2');
    expect(events.heard(name)).toMatchObject([
      { _id: first._id, change: first.change, before: 0, summaryVersion: 1 },
      { _id: second._id, change: second.change, before: first.change, summaryVersion: 2 },
    ]);
  }
  listener.close();
  own.close();
});
