/**
 * Stores unsent messages on this device, so that they survive a reload and a crash: in IndexedDB, and in local storage
 * until it has them. `storage-place.ts` defines places and ids, `disk.ts` what is stored when. Without storage in the
 * browser, messages live as long as the page: nothing here throws.
 */
import { del, get, getMany, keys, set } from 'idb-keyval';
import { attempt } from '../lib/attempt.ts';
import type { UserId } from '../protocol/entities.ts';
import { dropAhead, keepAhead, listAhead, readAhead } from './storage-ahead.ts';
import { idOf, store } from './storage-place.ts';
import type { StoredMessage } from './stored-message.ts';

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
      let isFirsts = false;
      const reading: IDBRequest<StoredMessage | undefined> = messages.get(id);
      reading.onsuccess = () => {
        const message = reading.result ?? readAhead(id);
        isFirsts = message?.ownerId === from;
        if (isFirsts) messages.put({ ...message, ownerId: to }, id);
      };
      // A full disk may be reported only at the end.
      transaction.oncomplete = () => resolve(isFirsts);
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
