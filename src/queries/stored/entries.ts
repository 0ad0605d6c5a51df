/**
 * What the next start of the app can show before the network answers, in IndexedDB. Every entry
 * belongs to the session that wrote it, by a digest of its token: no other session ever reads it, and
 * none is written for a session that is over. Where a browser has no storage, or no digests as on an
 * insecure address, nothing is kept and nothing found: nothing here throws.
 */
import { createStore, delMany, get, getMany, keys, set, type UseStore, update } from 'idb-keyval';
import type { User, UserId } from '../../protocol/entities.ts';
import { getToken } from '../../stores/session.ts';
import type { StoredPage } from '../entities.ts';

/** How many conversations are kept: those that were open last. */
const MOST_PAGES = 20;
/** Changes with the shape of the entries: older ones are not read. */
const SHAPE = '1';

/** Names of a session's entries. */
const ME = 'me';
const PEOPLE = 'people';
/** The people whose pages are kept, the latest last. */
const RECENT = 'recent';
const pageOf = (peerId: UserId) => `page/${peerId}`;

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('duet-stored', 'entries');
  return opened;
}

/** What keys of this session begin with. */
async function findPrefix(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `${SHAPE}/${hex.join('')}/`;
}

export interface StoredStart {
  me: User;
  people: readonly User[] | undefined;
}

/** Who is here and who else there is; undefined where the session has kept nothing. */
export async function readStart(token: string): Promise<StoredStart | undefined> {
  return attempt(async () => {
    const prefix = await findPrefix(token);
    const [me, people] = await getMany([prefix + ME, prefix + PEOPLE], store());
    return me && { me, people };
  });
}

/** The newest page of a conversation. */
export async function readPage(token: string, peerId: UserId): Promise<StoredPage | undefined> {
  return attempt(async () => get<StoredPage>((await findPrefix(token)) + pageOf(peerId), store()));
}

export const writeMe = (token: string, me: User): Promise<void> => write(token, ME, me);

export const writePeople = (token: string, people: readonly User[]): Promise<void> =>
  write(token, PEOPLE, people);

export async function writePage(token: string, peerId: UserId, page: StoredPage): Promise<void> {
  await write(token, pageOf(peerId), page);
  await keepToMost(token, peerId);
}

/** Puts a conversation last, and drops the one that has not been open for longest. */
async function keepToMost(token: string, peerId: UserId): Promise<void> {
  await attempt(async () => {
    const prefix = await findPrefix(token);
    if (token !== getToken()) return;
    let dropped: UserId[] = [];
    await update<UserId[]>(
      prefix + RECENT,
      (recent = []) => {
        const all = [...recent.filter((id) => id !== peerId), peerId];
        dropped = all.slice(0, -MOST_PAGES);
        return all.slice(-MOST_PAGES);
      },
      store(),
    );
    const names = dropped.map((id) => prefix + pageOf(id));
    await delMany(names, store());
  });
}

async function write(token: string, name: string, entry: unknown): Promise<void> {
  await attempt(async () => {
    const prefix = await findPrefix(token);
    // The session may have ended since, and its entries be gone.
    if (token === getToken()) await set(prefix + name, entry, store());
  });
}

/** Removes all entries but those of this session; null: all. */
export async function keepOnly(token: string | null): Promise<void> {
  await attempt(async () => {
    const prefix = token === null ? undefined : await findPrefix(token);
    const all = await keys<string>(store());
    await delMany(
      all.filter((key) => prefix === undefined || !key.startsWith(prefix)),
      store(),
    );
  });
}

async function attempt<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}
