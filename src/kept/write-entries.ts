/** Writes what the next start can show. Nothing is written for an ended session; nothing throws. */
import { del, delMany, get, getMany, keys, set, update } from 'idb-keyval';
import type { StoredPage, StoredUser } from '../conversation/entities.ts';
import { toTombstone } from '../conversation/patches/message-list.ts';
import { attempt } from '../lib/device-store.ts';
import type { UserId } from '../protocol/entities.ts';
import { PICTURE_CACHE } from '../service-worker/contract.ts';
import type { Deletion } from '../stores/deletions.ts';
import { getToken } from '../stores/session.ts';
import type { KeptCounts } from '../stores/unseen.ts';
import { findPrefix, ME, PEOPLE, pageOf, store, UNSEEN } from './entries.ts';

/** Number of stored conversations: those opened last. */
const MAX_PAGES = 20;
/** Name of the entry that lists the people whose pages are stored, latest last. */
const RECENT = 'recent';

export const writeMe = (token: string, me: StoredUser): Promise<void> => write(token, ME, me);

export const writePeople = (token: string, people: readonly StoredUser[]): Promise<void> =>
  write(token, PEOPLE, people);

export const writeUnseen = (token: string, counts: KeptCounts): Promise<void> =>
  write(token, UNSEEN, counts);

export async function writePage(token: string, peerId: UserId, page: StoredPage): Promise<void> {
  await write(token, pageOf(peerId), page);
  await keepLatest(token, peerId);
}

/** The stored pages of all conversations. */
export async function listStoredPages(token: string): Promise<[UserId, StoredPage][]> {
  const pages = await attempt(async () => {
    const prefix = (await findPrefix(token)) + pageOf('');
    const ids = (await keys<string>(store())).filter((id) => id.startsWith(prefix));
    const found = await getMany<StoredPage | undefined>(ids, store());
    return ids.flatMap((id, index): [UserId, StoredPage][] => {
      const page = found[index];
      return page ? [[id.slice(prefix.length), page]] : [];
    });
  });
  return pages ?? [];
}

/** Changes the stored page of a conversation, if there is one. */
export async function changePage(
  token: string,
  peerId: UserId,
  change: (page: StoredPage) => StoredPage,
): Promise<void> {
  await attempt(async () => {
    const id = (await findPrefix(token)) + pageOf(peerId);
    const stored = await get<StoredPage>(id, store());
    // At the end of the session it is deleted. Another write may have come first, so it is read again in the transaction.
    if (!stored || token !== getToken()) return;
    await update<StoredPage>(id, (page = stored) => change(page), store());
  });
}

export async function dropPage(token: string, peerId: UserId): Promise<void> {
  await attempt(async () => del((await findPrefix(token)) + pageOf(peerId), store()));
}

/** Deletes a message from the stored page of its conversation, and its picture from the service worker's cache. */
export async function eraseMessage(
  token: string,
  { peerId, messageId, image }: Deletion,
): Promise<void> {
  let known = image;
  await changePage(token, peerId, ({ pictures = new Map(), ...page }) => {
    known ??= page.messages.find(({ _id }) => _id === messageId)?.image;
    return {
      ...page,
      messages: page.messages.map((one) => (one._id === messageId ? toTombstone(one) : one)),
      pictures: new Map([...pictures].filter(([key]) => key !== messageId)),
    };
  });
  const address = known;
  if (address === undefined || !('caches' in globalThis)) return;
  await attempt(async () =>
    (await caches.open(PICTURE_CACHE)).delete(address, { ignoreVary: true }),
  );
}

async function write(token: string, name: string, entry: unknown): Promise<void> {
  await attempt(async () => {
    const prefix = await findPrefix(token);
    // The session may have ended since, and its entries may be deleted.
    if (token === getToken()) await set(prefix + name, entry, store());
  });
}

/** Puts a conversation last, and deletes those not opened for longest. */
async function keepLatest(token: string, peerId: UserId): Promise<void> {
  await attempt(async () => {
    const prefix = await findPrefix(token);
    if (token !== getToken()) return;
    let dropped: UserId[] = [];
    const putLast = (recent: UserId[] = []) => {
      const all = [...recent.filter((id) => id !== peerId), peerId];
      dropped = all.slice(0, -MAX_PAGES);
      return all.slice(-MAX_PAGES);
    };
    await update<UserId[]>(prefix + RECENT, putLast, store());
    await delMany(
      dropped.map((id) => prefix + pageOf(id)),
      store(),
    );
  });
}
