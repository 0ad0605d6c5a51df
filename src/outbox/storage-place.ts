/**
 * Where unsent messages are stored on this device: in IndexedDB, under ids made of the account and the message's
 * UUIDv7, so that they sort by time of writing; and before that in local storage.
 */
import { delMany, keys } from 'idb-keyval';
import { attempt, openOnFirstUse } from '../lib/device-store.ts';
import { dropLocal, listLocal } from '../lib/local-values.ts';
import type { UserId } from '../protocol/entities.ts';

/** Local storage prefix of messages that are being written to IndexedDB. */
export const AHEAD = 'unsent/';

export const store = openOnFirstUse('duet-outbox', 'messages');

/** With an empty key: the prefix of the account's ids. */
export const idOf = (accountId: UserId, key: string) => `${accountId}/${key}`;

/** At sign-out. */
export async function wipeUnsent(accountId: UserId): Promise<void> {
  const start = idOf(accountId, '');
  listLocal(AHEAD + start).forEach(dropLocal);
  const ids = (await attempt(() => keys<string>(store()))) ?? [];
  const own = ids.filter((id) => id.startsWith(start));
  await attempt(() => delMany(own, store()));
}
