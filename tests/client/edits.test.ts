/** A text that the person is changing: kept through a reload, the same in all windows, and gone after a logout. */
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Edit } from '../../src/stores/edits.ts';

const edit: Edit = { messageId: 'm1', key: 'm1', before: 'helo', version: 0 };

beforeEach(() => localStorage.clear());

/** A window of the browser, in which Ada is logged in. */
async function open(accountId = 'ada') {
  if (localStorage.getItem('token') !== accountId) localStorage.removeItem('token');
  vi.resetModules();
  const edits = await import('../../src/stores/edits.ts');
  const session = await import('../../src/stores/session.ts');
  (await import('../../src/stores/account-store.ts')).openAccountStores(accountId);
  session.startSession(accountId);
  const read = (peerId: string) => renderHook(() => edits.useEdit(peerId)).result.current;
  const readRefused = (peerId: string) =>
    renderHook(() => edits.useRefusedEditOf(peerId)).result.current;
  const { publishQuote } = await import('../../src/stores/message-events.ts');
  return { ...edits, ...session, read, readRefused, publishQuote };
}

test('An edit survives a reload with what was typed, until it ends here or in another window', async () => {
  const { startEdit, keepEditText } = await open();
  startEdit('grace', edit);
  keepEditText('grace', 'hello');
  const reloaded = await open();
  expect(reloaded.read('grace')).toEqual({ ...edit, text: 'hello' });
  expect(reloaded.read('joan')).toBeUndefined();
  reloaded.endEdit('grace');
  reloaded.startEdit('grace', edit);
  localStorage.removeItem('edits:ada');
  window.dispatchEvent(new StorageEvent('storage', { key: 'edits:ada' }));
  expect(reloaded.read('grace')).toBeUndefined();
});

test('An edit is seen by no other account, and is there again for its own', async () => {
  const { startEdit, endSession, read } = await open();
  startEdit('grace', edit);
  endSession('Your session has ended.');
  expect(read('grace')).toBeUndefined();
  expect((await open('joan')).read('grace')).toBeUndefined();
  expect((await open()).read('grace')).toEqual(edit);
});

test.each([
  ['helo', ''],
  ['hi there', 'hi there'],
])(
  'An edit of a message that was deleted keeps only the person’s words: of %s, “%s”',
  async (typed, kept) => {
    const { startEdit, keepEditText, publishQuote, read } = await open();
    startEdit('grace', edit);
    keepEditText('grace', typed);
    publishQuote({ peerId: 'grace', quote: { _id: 'm2', deleted: true } });
    expect(read('grace')?.before).toBe('helo');
    publishQuote({ peerId: 'grace', quote: { _id: 'm1', deleted: true } });
    expect(read('grace')).toMatchObject({ before: '', text: kept });
    expect(localStorage.getItem('edits:ada')).not.toContain('helo');
  },
);

test('An edit that was refused keeps its text through a reload', async () => {
  const refused = { peerId: 'grace', messageId: 'm1', text: 'hello', reason: 'Too late.' };
  (await open()).keepRefusedEdit(refused);
  const { readRefused, dropRefusedEdit } = await open();
  expect(readRefused('grace')).toEqual(refused);
  dropRefusedEdit('m1');
  expect((await open()).readRefused('grace')).toBeUndefined();
});
