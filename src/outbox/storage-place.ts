/**
 * Where unsent messages stand on this device: in IndexedDB under ids that begin with the account and go on
 * with the message's UUIDv7, so that they sort in the order of writing, and ahead of it in local storage.
 */
import { createStore, delMany, keys, type UseStore } from 'idb-keyval';
import { attempt } from '../lib/attempt.ts';
import { dropLocal, listLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';

/** Begins the local storage key of what is on its way to IndexedDB. */
export const AHEAD = 'unsent/';

let opened: UseStore | undefined;

export function store(): UseStore {
  opened ??= createStore('duet-outbox', 'messages');
  return opened;
}

/** With an empty key: what the ids of the account begin with. */
export const idOf = (accountId: UserId, key: string) => `${accountId}/${key}`;

/** At sign-out. */
export async function wipeUnsent(accountId: UserId): Promise<void> {
  const start = idOf(accountId, '');
  listLocal(AHEAD + start).forEach(dropLocal);
  const ids = (await attempt(() => keys<string>(store()))) ?? [];
  const own = ids.filter((id) => id.startsWith(start));
  await attempt(() => delMany(own, store()));
}
