/**
 * Messages that are being written to IndexedDB are kept in local storage meanwhile: when a page closes, its uncommitted
 * writes are lost. Read only if IndexedDB does not have the message.
 */
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';
import { AHEAD } from './storage-place.ts';
import type { StoredMessage } from './stored-message.ts';

/** `id` as in IndexedDB. Written before this returns; a picture's file can be stored in IndexedDB only. */
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

/** Ids with this prefix. */
export function listAhead(start: string): string[] {
  return listLocal(AHEAD + start).map((key) => key.slice(AHEAD.length));
}

/** Only `keepAhead` writes here. */
function isStoredMessage(value: unknown): value is StoredMessage {
  return typeof value === 'object' && value !== null && 'ownerId' in value && 'mutation' in value;
}
