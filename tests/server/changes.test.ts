/** Extension `changes`: what changed in a conversation since a cursor. */

import { expect, test } from 'vitest';
import { type Changes, formatCursor, parseCursor } from '../../src/protocol/changes.ts';
import { call, type Member, readConversation, send, signUp } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';

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
