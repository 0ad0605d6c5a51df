/**
 * Unsent messages in IndexedDB, so that they survive a reload and a crash. Keys begin with the
 * account and go on with the message's UUIDv7, so that they sort in the order of writing. Where a
 * browser has no storage, messages live as long as the page: nothing here throws.
 */
import type { DehydratedState } from '@tanstack/react-query';
import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { attempt } from '../../lib/attempt.ts';
import type { UserId } from '../../protocol/entities.ts';
import type { Attempts } from './delivery.ts';

export interface StoredMessage {
  /** The window that has it in memory; the message is its own as long as it lives. */
  ownerId: string;
  mutation: DehydratedState['mutations'][number];
  attempts: Attempts | undefined;
  /** Why it failed; undefined: it did not. */
  reason: string | undefined;
  /** What its picture is to be made of, while that is not ready. */
  original?: File;
}

/** `full`: the disk has no room; `unavailable`: this browser keeps nothing. */
export type StoringOutcome = 'stored' | 'full' | 'unavailable';

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('duet-outbox', 'messages');
  return opened;
}

const keyOf = (accountId: UserId, key: string) => `${accountId}/${key}`;

export async function putStored(
  accountId: UserId,
  key: string,
  message: StoredMessage,
): Promise<StoringOutcome> {
  try {
    await set(keyOf(accountId, key), message, store());
    return 'stored';
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull ? 'full' : 'unavailable';
  }
}

export async function getStored(
  accountId: UserId,
  key: string,
): Promise<StoredMessage | undefined> {
  return attempt(() => get<StoredMessage>(keyOf(accountId, key), store()));
}

/** Gives a message of one window to another, in one step; returns whether it was still the first one's. */
export async function claimStored(
  accountId: UserId,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const id = keyOf(accountId, key);
  const claim = (messages: IDBObjectStore) =>
    new Promise<boolean>((resolve, reject) => {
      const reading: IDBRequest<StoredMessage | undefined> = messages.get(id);
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        const message = reading.result;
        if (message?.ownerId !== from) {
          resolve(false);
          return;
        }
        const writing = messages.put({ ...message, ownerId: to }, id);
        writing.onerror = () => reject(writing.error);
        writing.onsuccess = () => resolve(true);
      };
    });
  return (await attempt(() => store()('readwrite', claim))) ?? false;
}

export async function removeStored(accountId: UserId, key: string): Promise<void> {
  await attempt(() => del(keyOf(accountId, key), store()));
}

/** All of one account, oldest first. */
export async function listStored(accountId: UserId): Promise<[key: string, StoredMessage][]> {
  const prefix = keyOf(accountId, '');
  const all = await attempt(() => entries<string, StoredMessage>(store()));
  return (all ?? [])
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, message]) => [key.slice(prefix.length), message]);
}

export async function wipeUnsent(accountId: UserId): Promise<void> {
  const keys = (await listStored(accountId)).map(([key]) => keyOf(accountId, key));
  await attempt(() => delMany(keys, store()));
}
