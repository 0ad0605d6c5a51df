/** Writes what the next start can show. Nothing is written for an ended session; nothing throws. */
import { delMany, set, update } from 'idb-keyval';
import type { StoredPage, StoredUser } from '../conversation/entities.ts';
import { attempt } from '../lib/device-store.ts';
import type { UserId } from '../protocol/entities.ts';
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
