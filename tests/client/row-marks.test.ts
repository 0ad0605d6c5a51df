/** What a person marks in the people list: kept in this browser per account, and the same in all its windows. */
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  localStorage.clear();
});

/** As a new window loads it. */
async function openWindow(accountId: string) {
  vi.resetModules();
  const { getMarked } = await import('../../src/stores/people-settings.ts');
  const { followRowMarks, markRow } = await import('../../src/screens/chat/people/mark-row.ts');
  const { selectUser } = await import('../../src/stores/selection.ts');
  const close = followRowMarks(accountId);
  return { getMarked, markRow, selectUser, close };
}

function writeElsewhere(key: string, value: string) {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

describe('A mark in the people list', () => {
  test('stays in this browser for this account alone', async () => {
    const first = await openWindow('ada');
    first.markRow('ada', 'pinned', 'ben', true);
    first.markRow('ada', 'unread', 'cleo', true);
    first.close();
    expect([...first.getMarked('pinned')]).toEqual([]);

    const others = await openWindow('dora');
    expect([...others.getMarked('pinned'), ...others.getMarked('unread')]).toEqual([]);
    others.close();

    const next = await openWindow('ada');
    expect([...next.getMarked('pinned')]).toEqual(['ben']);
    expect([...next.getMarked('unread')]).toEqual(['cleo']);
    next.markRow('ada', 'pinned', 'ben', false);
    expect(localStorage.getItem('pinned:ada')).toBe('[]');
    next.close();
  });

  test('follows the other windows of the account', async () => {
    const { getMarked, close } = await openWindow('ada');
    writeElsewhere('pinned:ada', '["ben"]');
    writeElsewhere('pinned:dora', '["cleo"]');
    expect([...getMarked('pinned')]).toEqual(['ben']);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect([...getMarked('pinned')]).toEqual([]);
    close();
    writeElsewhere('pinned:ada', '["ben"]');
    expect([...getMarked('pinned')]).toEqual([]);
  });

  test('of unread ends when the conversation is opened', async () => {
    const { getMarked, markRow, selectUser, close } = await openWindow('ada');
    markRow('ada', 'unread', 'ben', true);
    markRow('ada', 'unread', 'cleo', true);
    selectUser('ben');
    expect([...getMarked('unread')]).toEqual(['cleo']);
    expect(localStorage.getItem('unread:ada')).toBe('["cleo"]');
    close();
  });

  test.each(['{', '"ben"', '{"ben":true}', 'null'])(
    'is none where the storage has %s',
    async (text) => {
      localStorage.setItem('pinned:ada', text);
      const { getMarked, close } = await openWindow('ada');
      expect([...getMarked('pinned')]).toEqual([]);
      close();
    },
  );
});
