/**
 * What one account has in local storage: a reload loses nothing, all windows agree, and the next person does not see it.
 * A logout deletes it (`session/account-data.ts`); a session that ends by itself leaves it for its account.
 */
import { create } from 'zustand';
import { dropLocal, keepLocal, readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import { subscribeSession } from './session.ts';

const NAMES = ['edits', 'mutes', 'pinned', 'unread', 'removed'] as const;
type Name = (typeof NAMES)[number];

let accountId: UserId | null = null;
/** Each reads the value of a store again. */
const readers = new Map<Name, () => void>();

const keyOf = (name: Name, account: UserId | null): string => `${name}:${account}`;

/** The account has logged in; null: nobody is signed in any more. */
export function openAccountStores(account: UserId | null): void {
  accountId = account;
  for (const read of readers.values()) read();
}

export function wipeAccountStores(account: UserId): void {
  for (const name of NAMES) dropLocal(keyOf(name, account));
}

/** `toValue` gets what is stored: anything, or undefined. */
export function createAccountStore<Value>(
  name: Name,
  toValue: (stored: unknown) => Value,
  toStored: (value: Value) => unknown = (value) => value,
) {
  const read = () => ({
    value: toValue(accountId === null ? undefined : readLocal(keyOf(name, accountId))),
  });
  const useStore = create(read);
  readers.set(name, () => useStore.setState(read()));
  return {
    useValue: <Part>(select: (value: Value) => Part): Part =>
      useStore(({ value }) => select(value)),
    get: (): Value => useStore.getState().value,
    /** Ignored after the account has logged out: an answer may come late. */
    set(value: Value): void {
      if (accountId === null) return;
      useStore.setState({ value });
      keepLocal(keyOf(name, accountId), toStored(value));
    },
    /** Calls back after each change. Returns a function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => useStore.subscribe(listener),
  };
}

subscribeSession(({ previous }) => {
  if (previous !== null) openAccountStores(null);
});

// Another window has changed one, or cleared the storage (key null).
globalThis.window?.addEventListener('storage', ({ key }) => {
  for (const [name, read] of readers) if (key === null || key === keyOf(name, accountId)) read();
});
