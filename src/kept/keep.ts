/**
 * Stores for the next start what this one shows: the own account, the people with unseen counts, and the newest page of
 * each opened conversation, also with later messages. Writes the account and the people as soon as they are known, later
 * changes after some time, and at once when the page is hidden. Deleted messages are deleted here at once.
 */
import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { del, delMany, get, getMany, keys, set, update } from 'idb-keyval';
import { getConversation } from '../conversation/conversation.ts';
import type { MessageList, StoredPage, StoredUser } from '../conversation/entities.ts';
import { getFeed } from '../conversation/feed.ts';
import { quoteInList } from '../conversation/patches/changed-message.ts';
import type { Conversation } from '../conversation/patches/conversation.ts';
import { toTombstone } from '../conversation/patches/message-list.ts';
import { attempt } from '../lib/device-store.ts';
import { getUsers } from '../people/users.ts';
import { storeAvatar } from '../pictures/avatars.ts';
import { findRetained } from '../pictures/retained-pictures.ts';
import { formatCursor } from '../protocol/changes.ts';
import type { User, UserId } from '../protocol/entities.ts';
import { PAGE_SIZE } from '../protocol/limits.ts';
import { PICTURE_CACHE } from '../service-worker/contract.ts';
import { getMe } from '../session/auth.ts';
import { type Deletion, subscribeDeletions } from '../stores/message-events.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';
import { getToken } from '../stores/session.ts';
import { getUnseenCounts, type KeptCounts, subscribeUnseen } from '../stores/unseen.ts';
import { findPrefix, keepOnly, ME, PEOPLE, pageOf, store, UNSEEN } from './entries.ts';

/** Changes within this time share one write, in ms. */
const DELAY_MS = 1_000;
/** The list of people is long, and changes often. */
const PEOPLE_DELAY_MS = 5_000;

/** Runs until `signal` is aborted at the end of the session. */
export function keepForNextStart(queryClient: QueryClient, signal: AbortSignal): void {
  const token = getToken();
  if (token === null || signal.aborted) return;
  const writes = createDelayedWrites();
  const opened = new Set<UserId>();
  /** The server may be gone before the next change: the first write does not wait. */
  let peopleDelayMs = 0;

  const keepMe = () => {
    const me = getMe(queryClient);
    const [fitting] = fitPeople(me ? [me] : []);
    if (fitting) void writeMe(token, fitting);
  };
  const keepPeople = () => {
    const people = getUsers(queryClient);
    if (!people) return;
    peopleDelayMs = PEOPLE_DELAY_MS;
    void writePeople(token, fitPeople(people));
  };
  const keepUnseen = () => void writeUnseen(token, [...getUnseenCounts()]);
  const scheduleUnseen = () => writes.schedule('unseen', DELAY_MS, keepUnseen);
  const keepPage = (peerId: UserId) => () => {
    const conversation = getConversation(queryClient, peerId);
    if (!conversation) return;
    const { cursor, summary } = getFeed(queryClient, peerId);
    const held = cursor && { cursor: formatCursor(cursor), version: summary?.version ?? 0 };
    void writePage(token, peerId, { ...fitPage(peerId, conversation), ...(held && { held }) });
  };

  function scheduleChange([subject, part]: readonly unknown[]): void {
    if (subject === 'auth' && part === 'me') writes.schedule('me', 0, keepMe);
    else if (subject === 'users' && part === 'list') {
      writes.schedule('people', peopleDelayMs, keepPeople);
    } else if (subject === 'messages' && typeof part === 'string' && opened.has(part)) {
      schedulePage(part);
    }
  }

  const schedulePage = (peerId: UserId) =>
    writes.schedule(`page/${peerId}`, DELAY_MS, keepPage(peerId));

  /** Prefetched data does not change when the conversation is opened. */
  function scheduleOpening(peerId: UserId | null): void {
    if (peerId === null) return;
    opened.add(peerId);
    schedulePage(peerId);
  }

  function handleCacheEvent(event: QueryCacheNotifyEvent): void {
    const isWritten = event.type === 'updated' && event.action.type === 'success';
    if (isWritten) scheduleChange(event.query.queryKey);
  }

  const handleSight = () => {
    if (document.visibilityState === 'hidden') writes.flush();
  };

  // Deletes entries of sessions that ended while no window was open.
  void keepOnly(token);
  scheduleOpening(getSelectedUserId());
  const stopSelection = subscribeSelection(scheduleOpening);
  const stopDeletions = subscribeDeletions((deletion) => void eraseMessage(token, deletion));
  scheduleUnseen();
  const stopUnseen = subscribeUnseen(scheduleUnseen);
  for (const { queryKey } of queryClient.getQueryCache().getAll()) scheduleChange(queryKey);
  const stop = queryClient.getQueryCache().subscribe(handleCacheEvent);
  document.addEventListener('visibilitychange', handleSight);
  signal.addEventListener('abort', () => {
    stop();
    stopSelection();
    stopUnseen();
    stopDeletions();
    document.removeEventListener('visibilitychange', handleSight);
    writes.drop();
  });
}

interface DelayedWrite {
  timer: ReturnType<typeof setTimeout>;
  write: () => void;
}

/** Delayed writes by name; each name waits once. */
function createDelayedWrites() {
  const waiting = new Map<string, DelayedWrite>();

  function finish(name: string): void {
    const one = waiting.get(name);
    waiting.delete(name);
    clearTimeout(one?.timer);
    one?.write();
  }

  return {
    schedule(name: string, delayMs: number, write: () => void): void {
      if (waiting.has(name)) return;
      waiting.set(name, { write, timer: setTimeout(finish, delayMs, name) });
    },
    flush(): void {
      for (const name of [...waiting.keys()]) finish(name);
    },
    drop(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

// Selects what to store of the cache, within limits.

/** Most bytes of pictures in one entry. A plain backend sends whole pictures; our server sends short addresses. */
const MAX_PICTURE_BYTES = 2_000_000;

/** The newest messages: one page, or fewer if their pictures are too large. */
export function fitPage(peerId: UserId, { history, tail }: Conversation): StoredPage {
  const newest = collectNewest(history.pages, tail);
  let left = MAX_PICTURE_BYTES;
  const tooLarge = newest.findLastIndex(({ _id, image = '' }) => {
    const retained = findRetained(peerId, _id);
    left -= retained && retained.served === undefined ? retained.picture.size : image.length;
    return left < 0;
  });
  // Without picture addresses that exist only in this page.
  const messages = newest.slice(tooLarge + 1).map((message) => {
    const served = findRetained(peerId, message._id)?.served;
    return served === undefined ? message : { ...message, image: served };
  });
  const loaded = history.pages.reduce((sum, page) => sum + page.length, tail.length);
  const hasOlder = history.hasOlder || loaded > messages.length;
  const pictures = new Map(
    messages.flatMap(({ _id }) => {
      const retained = findRetained(peerId, _id);
      return retained && retained.served === undefined ? [[_id, retained.picture]] : [];
    }),
  );
  return { messages, hasOlder, ...(pictures.size > 0 && { pictures }) };
}

function collectNewest(pages: readonly MessageList[], tail: MessageList): MessageList {
  let newest = tail;
  for (let index = pages.length - 1; index >= 0 && newest.length < PAGE_SIZE; index -= 1) {
    newest = [...(pages[index] ?? []), ...newest];
  }
  return newest.slice(-PAGE_SIZE);
}

/** Everybody; pictures while there is room. */
export function fitPeople(people: readonly User[]): readonly StoredUser[] {
  let left = MAX_PICTURE_BYTES;
  return people.map((user) => {
    const stored = storeAvatar(user);
    left -= stored.avatar?.picture.size ?? stored.profilePic?.length ?? 0;
    if (left >= 0) return stored;
    const { profilePic: _, avatar: __, ...rest } = stored;
    return rest;
  });
}

// Writes what the next start can show. Nothing is written for an ended session; nothing throws.

/** Number of stored conversations: those opened last. */
const MAX_PAGES = 20;
/** Name of the entry that lists the people whose pages are stored, latest last. */
const RECENT = 'recent';

export const writeMe = (token: string, me: StoredUser): Promise<void> => write(token, ME, me);

export const writePeople = (token: string, people: readonly StoredUser[]): Promise<void> =>
  write(token, PEOPLE, people);

const writeUnseen = (token: string, counts: KeptCounts): Promise<void> =>
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
      messages: quoteInList(page.messages, { _id: messageId, deleted: true }).map((one) =>
        one._id === messageId ? toTombstone(one) : one,
      ),
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
