/** Client state that nobody else owns: session, selection and unseen counts. */

import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createWindowChannel } from '../../src/lib/windows.ts';
import {
  clearSelection,
  getSelectedUserId,
  selectUser,
  useUnseenAtOpening,
} from '../../src/stores/selection.ts';
import {
  endSession,
  getToken,
  type SessionChange,
  startSession,
  subscribeSession,
} from '../../src/stores/session.ts';
import {
  beginUnseenRequest,
  clearUnseen,
  getUnseenCount,
  incrementUnseen,
  resetUnseen,
  takeUnseen,
} from '../../src/stores/unseen.ts';

beforeEach(() => {
  endSession();
  clearSelection();
  clearUnseen();
});

describe('The session', () => {
  test('stands in local storage under "token" as it is (DATA-5, LIMIT-1), and each change of it is told once', () => {
    const changes: SessionChange[] = [];
    const stop = subscribeSession((change) => changes.push(change));
    startSession('abc.def');
    startSession('abc.def');
    expect([localStorage.getItem('token'), getToken()]).toEqual(['abc.def', 'abc.def']);
    endSession('Please log in again.');
    endSession();
    expect([localStorage.getItem('token'), getToken()]).toEqual([null, null]);
    stop();
    startSession('two');
    expect(changes).toEqual([
      { previous: null, reason: null },
      { previous: 'abc.def', reason: 'Please log in again.' },
    ]);
  });

  test.each([
    ['ends with the one of another tab', 'token', null, null],
    ['ends when another tab clears the storage', null, null, null],
    ['changes with the one of another tab', 'token', 'another', 'another'],
    ['does not begin with what no header can carry', 'token', 'tökén✓', null],
    ['does not care for other keys', 'theme', null, 'one'],
  ])('%s', (_name, key, stored, token) => {
    startSession('one');
    if (stored === null) localStorage.removeItem('token');
    else localStorage.setItem('token', stored);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(getToken()).toBe(token);
  });

  test('that ends takes none away that another tab has begun since', () => {
    startSession('one');
    localStorage.setItem('token', 'another');
    endSession('Please log in again.');
    expect(getToken()).toBeNull();
    expect(localStorage.getItem('token')).toBe('another');
  });

  test('lasts as long as the page where storage is refused', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    startSession('one');
    vi.restoreAllMocks();
    expect(getToken()).toBe('one');
  });
});

test('A browser that refuses channels, as some do without storage, leaves the window on its own', () => {
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const channel = createWindowChannel<string>('duet-test');
  const stop = channel.subscribe(() => undefined);
  channel.post('hello');
  stop();
  channel.close();
  vi.unstubAllGlobals();
});

test('The selection zeroes the count of who is selected and remembers what it was (LIST-4)', () => {
  incrementUnseen('grace');
  incrementUnseen('grace');
  selectUser('grace');
  expect(getSelectedUserId()).toBe('grace');
  expect(getUnseenCount('grace')).toBe(0);
  expect(renderHook(useUnseenAtOpening).result.current).toBe(2);
  selectUser('grace');
  expect(renderHook(useUnseenAtOpening).result.current).toBe(2);
});

describe('Unseen counts', () => {
  test('are the server’s where nothing happened since it was asked', () => {
    incrementUnseen('grace');
    incrementUnseen('joan');
    resetUnseen('grace');
    const requestedAt = beginUnseenRequest();
    expect(takeUnseen(new Map([['grace', 4]]), requestedAt)).toEqual({ isExact: true });
    expect([getUnseenCount('grace'), getUnseenCount('joan')]).toEqual([4, 0]);
  });

  test('are the local ones where somebody was selected since', () => {
    incrementUnseen('grace');
    const requestedAt = beginUnseenRequest();
    resetUnseen('grace');
    incrementUnseen('grace');
    expect(takeUnseen(new Map([['grace', 9]]), requestedAt)).toEqual({ isExact: true });
    expect(getUnseenCount('grace')).toBe(1);
  });
});
