/**
 * Stores the entries of the outbox on this device, so that they survive a reload and a crash: in IndexedDB, and in local
 * storage until it has them. Ids are made of the account and the entry's UUIDv7, so that they sort by time of writing.
 * Without IndexedDB, texts stay in local storage; without both, entries live as long as the page: nothing here throws.
 */
import { del, delMany, getMany, keys, set } from 'idb-keyval';
import { attempt, dropIfEmpty, openOnFirstUse } from '../lib/device-store.ts';
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import type { Unsent } from './outgoing.ts';

/** Local storage prefix of entries that are being written to IndexedDB. */
const AHEAD = 'unsent/';

const DATABASE = 'duet-outbox';
export const store = openOnFirstUse(DATABASE, 'messages');

/** With an empty key: the prefix of the account's ids. */
export const idOf = (accountId: UserId, key: string) => `${accountId}/${key}`;

/**
 * What earlier tries may have left on the server. If all had the key, another one is safe; `since` is the time of the first
 * one of an operation (ms since the epoch), whose key the server forgets. Else `alike` are the messages that looked like
 * this one before the first try; undefined: the conversation was not loaded.
 */
export type PriorTries =
  | { isKeyed: true; since?: number }
  | { isKeyed: false; alike: readonly MessageId[] | undefined };

export interface StoredEntry {
  /** The window that has it in memory; it owns the entry while it lives. */
  ownerId: string;
  unsent: Unsent;
  prior: PriorTries | undefined;
  /** Why the entry failed; undefined: it has not failed. */
  reason: string | undefined;
  /** The original file of its picture, until the picture is ready. */
  original?: File;
}

/** `kept`: only local storage has the entry; `lost`: it lives as long as the page, or the device has no room for more. */
type StoringOutcome = 'stored' | 'kept' | 'lost';

/** With `isAhead`, for what IndexedDB does not have yet, even an immediate reload finds it. */
export async function putStored(
  accountId: UserId,
  key: string,
  entry: StoredEntry,
  { isAhead }: { isAhead: boolean },
): Promise<StoringOutcome> {
  const id = idOf(accountId, key);
  const isKept = !isAhead || keepAhead(id, entry);
  try {
    await set(id, entry, store());
  } catch (error) {
    // The copy in local storage stays.
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    return isKept && !isFull ? 'kept' : 'lost';
  }
  dropAhead(id);
  return 'stored';
}

/**
 * Changes the owner of an entry in one atomic step; returns whether `from` still owned it. Undefined: the storage
 * fails, for example because it is full.
 */
export async function claimStored(
  accountId: UserId,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<boolean | undefined> {
  const id = idOf(accountId, key);
  const claim = (entries: IDBObjectStore) =>
    new Promise<boolean>((resolve, reject) => {
      const { transaction } = entries;
      let isOwnedByFrom = false;
      const reading: IDBRequest<StoredEntry | undefined> = entries.get(id);
      reading.onsuccess = () => {
        const entry = newer(reading.result, readAhead(id));
        isOwnedByFrom = entry?.ownerId === from;
        if (isOwnedByFrom) entries.put({ ...entry, ownerId: to }, id);
      };
      // A full disk may be reported only at the end.
      transaction.oncomplete = () => resolve(isOwnedByFrom);
      transaction.onabort = () => reject(transaction.error);
    });
  const isClaimed = await attempt(() => store()('readwrite', claim));
  if (isClaimed) dropAhead(id);
  return isClaimed;
}

/** The session has ended before anything of the entry was on the server. */
export async function forgetTries(accountId: UserId, key: string): Promise<void> {
  const id = idOf(accountId, key);
  await attempt(() =>
    store()('readwrite', (entries) => {
      const reading: IDBRequest<StoredEntry | undefined> = entries.get(id);
      reading.onsuccess = () => {
        // Absent: the person has logged out.
        if (reading.result) entries.put({ ...reading.result, prior: undefined }, id);
      };
    }),
  );
}

export async function removeStored(accountId: UserId, key: string): Promise<void> {
  const id = idOf(accountId, key);
  dropAhead(id);
  await attempt(() => del(id, store()));
}

/** Entries of one account, oldest first. Pictures may have many megabytes: `isSkipped` says what not to read. */
export async function listStored(
  accountId: UserId,
  isSkipped: (key: string) => boolean = () => false,
): Promise<[key: string, StoredEntry][]> {
  const prefix = idOf(accountId, '');
  const isWanted = (id: string) => id.startsWith(prefix) && !isSkipped(id.slice(prefix.length));
  const entries = new Map<string, StoredEntry>();
  for (const id of listAhead(prefix).filter(isWanted)) {
    const entry = readAhead(id);
    if (entry) entries.set(id, entry);
  }
  const ids = ((await attempt(() => keys<string>(store()))) ?? []).filter(isWanted);
  const stored = (await attempt(() => getMany<unknown>(ids, store()))) ?? [];
  for (const [index, entry] of stored.entries()) {
    const id = ids[index];
    // An absent entry was sent by its window meanwhile; one of another form was stored by an earlier build.
    if (id === undefined || !isStoredEntry(entry)) continue;
    entries.set(id, newer(entry, entries.get(id)) ?? entry);
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, entry]) => [id.slice(prefix.length), entry]);
}

/**
 * In local storage, by the id of IndexedDB: when a page closes, its uncommitted writes to IndexedDB are lost. Written
 * before this returns; a picture's file can be stored in IndexedDB only.
 */
const keepAhead = (id: string, entry: StoredEntry): boolean =>
  !entry.original && keepLocal(AHEAD + id, entry);

function readAhead(id: string): StoredEntry | undefined {
  const kept = readLocal(AHEAD + id);
  return isStoredEntry(kept) ? kept : undefined;
}

/** The later copy of an entry: that of local storage, unless another window has taken the entry over in IndexedDB. */
function newer(
  stored: StoredEntry | undefined,
  ahead: StoredEntry | undefined,
): StoredEntry | undefined {
  return ahead && (!stored || stored.ownerId === ahead.ownerId) ? ahead : stored;
}

function dropAhead(id: string): void {
  dropLocal(AHEAD + id);
}

/** Ids with this prefix. */
function listAhead(start: string): string[] {
  return listLocal(AHEAD + start).map((key) => key.slice(AHEAD.length));
}

/** Only `keepAhead` writes here. */
function isStoredEntry(value: unknown): value is StoredEntry {
  return typeof value === 'object' && value !== null && 'ownerId' in value && 'unsent' in value;
}

/** At sign-out. */
export async function wipeUnsent(accountId: UserId): Promise<void> {
  const start = idOf(accountId, '');
  listLocal(AHEAD + start).forEach(dropLocal);
  const ids = (await attempt(() => keys<string>(store()))) ?? [];
  const own = ids.filter((id) => id.startsWith(start));
  await attempt(async () => {
    await delMany(own, store());
    await dropIfEmpty(DATABASE, store());
  });
}
