/**
 * Stores unsent messages on this device, so that they survive a reload and a crash: in IndexedDB, and in local storage
 * until it has them. `storage-place.ts` defines places and ids, `disk.ts` what is stored when. Without storage in the
 * browser, messages live as long as the page: nothing here throws.
 */
import type { DehydratedState } from '@tanstack/react-query';
import { del, get, getMany, keys, set } from 'idb-keyval';
import { attempt } from '../lib/device-store.ts';
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';
import type { PriorTries } from './delivery.ts';
import { AHEAD, idOf, store } from './storage-place.ts';

/** An unsent message as it is stored. */
export interface StoredMessage {
  /** The window that has it in memory; it owns the message while it lives. */
  ownerId: string;
  mutation: DehydratedState['mutations'][number];
  attempts: PriorTries | undefined;
  /** Why it failed; undefined: it has not failed. */
  reason: string | undefined;
  /** The original file of its picture, until the picture is ready. */
  original?: File;
}

/** `full`: the device has no room; `unavailable`: this browser stores nothing. */
type StoringOutcome = 'stored' | 'full' | 'unavailable';

/** With `isFirst`, for a message not stored yet, even an immediate reload finds it. */
export async function putStored(
  accountId: UserId,
  key: string,
  message: StoredMessage,
  { isFirst }: { isFirst: boolean },
): Promise<StoringOutcome> {
  const id = idOf(accountId, key);
  if (isFirst) keepAhead(id, message);
  try {
    await set(id, message, store());
  } catch (error) {
    // The copy in local storage stays.
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull ? 'full' : 'unavailable';
  }
  dropAhead(id);
  return 'stored';
}

/** Whether a message is stored as this window's. Undefined: the storage fails. */
export async function isStoredBy(
  windowId: string,
  accountId: UserId,
  key: string,
): Promise<boolean | undefined> {
  return attempt(async () => {
    const stored = await get<StoredMessage>(idOf(accountId, key), store());
    return stored?.ownerId === windowId;
  });
}

/**
 * Changes the owner of a message in one atomic step; returns whether `from` still owned it. Undefined: the storage
 * fails, for example because it is full.
 */
export async function claimStored(
  accountId: UserId,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<boolean | undefined> {
  const id = idOf(accountId, key);
  const claim = (messages: IDBObjectStore) =>
    new Promise<boolean>((resolve, reject) => {
      const { transaction } = messages;
      let isOwnedByFrom = false;
      const reading: IDBRequest<StoredMessage | undefined> = messages.get(id);
      reading.onsuccess = () => {
        const message = reading.result ?? readAhead(id);
        isOwnedByFrom = message?.ownerId === from;
        if (isOwnedByFrom) messages.put({ ...message, ownerId: to }, id);
      };
      // A full disk may be reported only at the end.
      transaction.oncomplete = () => resolve(isOwnedByFrom);
      transaction.onabort = () => reject(transaction.error);
    });
  const isClaimed = await attempt(() => store()('readwrite', claim));
  if (isClaimed) dropAhead(id);
  return isClaimed;
}

export async function removeStored(accountId: UserId, key: string): Promise<void> {
  const id = idOf(accountId, key);
  dropAhead(id);
  await attempt(() => del(id, store()));
}

/** Messages of one account, oldest first. Pictures may have many megabytes: `isSkipped` says what not to read. */
export async function listStored(
  accountId: UserId,
  isSkipped: (key: string) => boolean = () => false,
): Promise<[key: string, StoredMessage][]> {
  const prefix = idOf(accountId, '');
  const isWanted = (id: string) => id.startsWith(prefix) && !isSkipped(id.slice(prefix.length));
  const messages = new Map<string, StoredMessage>();
  for (const id of listAhead(prefix).filter(isWanted)) {
    const message = readAhead(id);
    if (message) messages.set(id, message);
  }
  const ids = ((await attempt(() => keys<string>(store()))) ?? []).filter(isWanted);
  const stored = (await attempt(() => getMany<StoredMessage>(ids, store()))) ?? [];
  for (const [index, message] of stored.entries()) {
    const id = ids[index];
    // Absent: sent by its window meanwhile.
    if (id !== undefined && message !== undefined) messages.set(id, message);
  }
  return [...messages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, message]) => [id.slice(prefix.length), message]);
}

/**
 * In local storage, by the id of IndexedDB: when a page closes, its uncommitted writes to IndexedDB are lost. Written
 * before this returns; a picture's file can be stored in IndexedDB only.
 */
function keepAhead(id: string, message: StoredMessage): void {
  if (!message.original) keepLocal(AHEAD + id, message);
}

function readAhead(id: string): StoredMessage | undefined {
  const kept = readLocal(AHEAD + id);
  return isStoredMessage(kept) ? kept : undefined;
}

function dropAhead(id: string): void {
  dropLocal(AHEAD + id);
}

/** Ids with this prefix. */
function listAhead(start: string): string[] {
  return listLocal(AHEAD + start).map((key) => key.slice(AHEAD.length));
}

/** Only `keepAhead` writes here. */
function isStoredMessage(value: unknown): value is StoredMessage {
  return typeof value === 'object' && value !== null && 'ownerId' in value && 'mutation' in value;
}
