/**
 * What the next start can show before the network answers, in IndexedDB. Each entry belongs to the session that wrote
 * it, by a digest of its token: no other session reads it. `keep.ts` writes them; it loads after the first screen. Without storage, or without digests (on an insecure address), nothing is stored or found: nothing here
 * throws.
 */
import { delMany, get, getMany, keys } from 'idb-keyval';
import type { StoredPage, StoredUser } from '../conversation/entities.ts';
import { attempt, dropIfEmpty, openOnFirstUse } from '../lib/device-store.ts';
import type { UserId } from '../protocol/entities.ts';
import type { KeptCounts } from '../stores/unseen.ts';

/** Changes with the format of the entries: older ones are not read. */
const SHAPE = '2';

/** Names of a session's entries. */
export const ME = 'me';
export const PEOPLE = 'people';
export const UNSEEN = 'unseen';
export const pageOf = (peerId: UserId): string => `page/${peerId}`;

const DATABASE = 'duet-stored';
export const store = openOnFirstUse(DATABASE, 'entries');

/** The prefix of this session's keys. */
export async function findPrefix(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `${SHAPE}/${hex.join('')}/`;
}

interface StoredStart {
  me: StoredUser;
  people: readonly StoredUser[] | undefined;
  unseen: KeptCounts | undefined;
}

/** The own account and the other people; undefined if the session has stored nothing. */
export async function readStart(token: string): Promise<StoredStart | undefined> {
  return attempt(async () => {
    const prefix = await findPrefix(token);
    const names = [ME, PEOPLE, UNSEEN];
    const [me, people, unseen] = await getMany(
      names.map((name) => prefix + name),
      store(),
    );
    return me && { me, people, unseen };
  });
}

/** The newest page of a conversation. */
export async function readStoredPage(
  token: string,
  peerId: UserId,
): Promise<StoredPage | undefined> {
  return attempt(async () => get<StoredPage>((await findPrefix(token)) + pageOf(peerId), store()));
}

/** Deletes all entries except those of this session; null: all. */
export async function keepOnly(token: string | null): Promise<void> {
  await attempt(async () => {
    const prefix = token === null ? undefined : await findPrefix(token);
    const all = await keys<string>(store());
    await delMany(
      all.filter((key) => prefix === undefined || !key.startsWith(prefix)),
      store(),
    );
    if (token === null) await dropIfEmpty(DATABASE, store());
  });
}
