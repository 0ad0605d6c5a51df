/** Client state that nobody else owns: session, selection and unseen counts. */

import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearSelection,
  getSelectedUserId,
  selectUser,
  subscribeSelection,
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
  test('stands in local storage under "token" as it is', () => {
    startSession('abc.def');
    expect(localStorage.getItem('token')).toBe('abc.def');
    expect(getToken()).toBe('abc.def');
    endSession();
    expect(localStorage.getItem('token')).toBeNull();
    expect(getToken()).toBeNull();
  });

  test('tells who listens of each change, once, with the reason of an end', () => {
    const changes: SessionChange[] = [];
    const stop = subscribeSession((change) => changes.push(change));
    startSession('one');
    startSession('one');
    endSession('Please log in again.');
    endSession();
    stop();
    startSession('two');
    expect(changes).toEqual([
      { previous: null, reason: null },
      { previous: 'one', reason: 'Please log in again.' },
    ]);
  });

  test.each([
    ['ends with the one of another tab', 'token', null],
    ['ends when another tab clears the storage', null, null],
    ['changes with the one of another tab', 'token', 'another'],
  ])('%s', (_name, key, token) => {
    startSession('one');
    if (token === null) localStorage.removeItem('token');
    else localStorage.setItem('token', token);
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

  test('does not care for other keys', () => {
    startSession('one');
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(getToken()).toBe('one');
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

describe('The selection', () => {
  test('zeroes the count of who is selected and remembers what it was (LIST-4)', () => {
    incrementUnseen('grace');
    incrementUnseen('grace');
    selectUser('grace');
    expect(getSelectedUserId()).toBe('grace');
    expect(getUnseenCount('grace')).toBe(0);
    expect(renderHook(() => useUnseenAtOpening()).result.current).toBe(2);
    selectUser('grace');
    expect(renderHook(() => useUnseenAtOpening()).result.current).toBe(2);
  });

  test('tells who came and who was left', () => {
    const told: [string | null, string | null][] = [];
    const stop = subscribeSelection((userId, before) => told.push([userId, before]));
    selectUser('grace');
    selectUser('grace');
    clearSelection();
    stop();
    expect(told).toEqual([
      ['grace', null],
      [null, 'grace'],
    ]);
  });
});

describe('Unseen counts', () => {
  test('begin with one and go when they are reset', () => {
    incrementUnseen('grace');
    expect(getUnseenCount('grace')).toBe(1);
    incrementUnseen('grace');
    expect(getUnseenCount('grace')).toBe(2);
    resetUnseen('grace');
    expect(getUnseenCount('grace')).toBe(0);
  });

  test.each(['constructor', '__proto__'])('hold for any id, such as %s', (id) => {
    expect(getUnseenCount(id)).toBe(0);
    incrementUnseen(id);
    incrementUnseen(id);
    expect(getUnseenCount(id)).toBe(2);
    takeUnseen(new Map([[id, 3]]), beginUnseenRequest());
    expect(getUnseenCount(id)).toBe(3);
    resetUnseen(id);
    expect(getUnseenCount(id)).toBe(0);
  });

  test('are the server’s where nothing happened since it was asked', () => {
    incrementUnseen('grace');
    incrementUnseen('joan');
    const requestedAt = beginUnseenRequest();
    expect(takeUnseen(new Map([['grace', 4]]), requestedAt)).toEqual({ isExact: true });
    expect([getUnseenCount('grace'), getUnseenCount('joan')]).toEqual([4, 0]);
  });

  test('are the server’s again for somebody who was selected before it was asked', () => {
    resetUnseen('grace');
    expect(takeUnseen(new Map([['grace', 2]]), beginUnseenRequest())).toEqual({ isExact: true });
    expect(getUnseenCount('grace')).toBe(2);
  });

  test('are the local ones where somebody was selected since', () => {
    incrementUnseen('grace');
    const requestedAt = beginUnseenRequest();
    resetUnseen('grace');
    incrementUnseen('grace');
    expect(takeUnseen(new Map([['grace', 9]]), requestedAt)).toEqual({ isExact: true });
    expect(getUnseenCount('grace')).toBe(1);
  });

  test('are never less than what came since, and then they say that they may be wrong', () => {
    const requestedAt = beginUnseenRequest();
    incrementUnseen('grace');
    expect(takeUnseen(new Map(), requestedAt)).toEqual({ isExact: false });
    expect(getUnseenCount('grace')).toBe(1);
    expect(takeUnseen(new Map([['grace', 5]]), requestedAt)).toEqual({ isExact: false });
    expect(getUnseenCount('grace')).toBe(5);
  });
});
