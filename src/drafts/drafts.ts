/**
 * What somebody has begun to write to each person, kept per account in IndexedDB so that it
 * survives a switch, a reload and a crash.
 */
import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval';
import type { UserId } from '../protocol/entities.ts';

export interface Draft {
  text: string;
  /** A picture that is not sent yet, as a data URL. */
  image?: string;
  /** Caret position in `text`, UTF-16 code units. */
  cursor: number;
}

let store: UseStore | undefined;
const openStore = (): UseStore => {
  store ??= createStore('duet-drafts', 'drafts');
  return store;
};

const keyOf = (accountId: UserId, peerId: UserId) => [accountId, peerId];

export async function readDraft(accountId: UserId, peerId: UserId): Promise<Draft | undefined> {
  return get<Draft>(keyOf(accountId, peerId), openStore()).catch(() => undefined);
}

export async function writeDraft(accountId: UserId, peerId: UserId, draft: Draft): Promise<void> {
  await set(keyOf(accountId, peerId), draft, openStore()).catch(() => undefined);
}

export async function clearDraft(accountId: UserId, peerId: UserId): Promise<void> {
  await del(keyOf(accountId, peerId), openStore()).catch(() => undefined);
}

/** Signing out leaves nothing behind. */
export async function wipeDrafts(accountId: UserId): Promise<void> {
  const known = await keys<IDBValidKey>(openStore()).catch(() => []);
  for (const key of known) {
    if (Array.isArray(key) && key[0] === accountId)
      await del(key, openStore()).catch(() => undefined);
  }
}
