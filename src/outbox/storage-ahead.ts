/**
 * Messages that are on their way to IndexedDB, in local storage until they are there: a page that goes away
 * takes what it has not committed with it. Read only where IndexedDB has nothing of a message.
 */
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';
import { AHEAD } from './storage-place.ts';
import type { StoredMessage } from './stored-message.ts';

/** `id` as in IndexedDB. Kept before this returns; a picture's file can be kept in IndexedDB alone. */
export function keepAhead(id: string, message: StoredMessage): void {
  if (!message.original) keepLocal(AHEAD + id, message);
}

export function readAhead(id: string): StoredMessage | undefined {
  const kept = readLocal(AHEAD + id);
  return isStoredMessage(kept) ? kept : undefined;
}

export function dropAhead(id: string): void {
  dropLocal(AHEAD + id);
}

/** Ids that begin so. */
export function listAhead(start: string): string[] {
  return listLocal(AHEAD + start).map((key) => key.slice(AHEAD.length));
}

/** Only `keepAhead` writes there. */
function isStoredMessage(value: unknown): value is StoredMessage {
  return typeof value === 'object' && value !== null && 'ownerId' in value && 'mutation' in value;
}
