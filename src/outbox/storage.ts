/**
 * Unsent messages on this device, so that they survive a reload and a crash: in IndexedDB, and until it has them in
 * local storage; where and under which ids tells `storage-place.ts`, and `disk.ts` what is kept when. Where a browser
 * has no storage, messages live as long as the page: nothing here throws.
 */
import { del, get, getMany, keys, set } from 'idb-keyval';
import { attempt } from '../lib/attempt.ts';
import type { UserId } from '../protocol/entities.ts';
import { dropAhead, keepAhead, listAhead, readAhead } from './storage-ahead.ts';
import { idOf, store } from './storage-place.ts';
import type { StoredMessage } from './stored-message.ts';

/** `full`: the disk has no room; `unavailable`: this browser keeps nothing. */
type StoringOutcome = 'stored' | 'full' | 'unavailable';

/** With `isFirst`, where nothing is stored of it yet, a reload in the moment of this call finds it all the same. */
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
    // What is ahead stays there.
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isFull ? 'full' : 'unavailable';
  }
  dropAhead(id);
  return 'stored';
}

/** Whether a message is stored as this window's. Undefined: the disk refuses to say. */
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
 * Gives a message of one window to another, in one step; returns whether it was still the first one's.
 * Undefined: the disk refuses, as a full one does.
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
      // A disk may turn out to be full only in the end.
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

/** Those of one account, oldest first. A message may hold pictures of many megabytes: `isSkipped` says which not to read. */
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
