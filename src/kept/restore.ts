/**
 * Shows at the start what an earlier visit has stored. The own account and the people go into the cache, marked as not
 * from the server, and are fetched anyway. A conversation's stored page has its own entry beside the history: code that
 * it must not mislead (seen, outbox, gaps) reads the history, which is empty until the server has answered.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { withCause, writeData } from '../cache/write.ts';
import type { StoredPage } from '../conversation/entities.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { getUsers, loadUsers, userQueries } from '../people/users.ts';
import { restoreAvatar } from '../pictures/avatars.ts';
import { retain } from '../pictures/retained-pictures.ts';
import type { UserId } from '../protocol/entities.ts';
import { authQueries, getMe } from '../session/auth.ts';
import { getSelectedUserId } from '../stores/selection.ts';
import { getToken } from '../stores/session.ts';
import { restoreUnseen } from '../stores/unseen.ts';
import { readStart, readStoredPage } from './entries.ts';

/** How long a prefetched page waits to be shown, in ms. */
const UNSHOWN_MS = 10_000;

/** How long the first screen waits for the open conversation's page, in ms. */
const PAGE_WAIT_MS = 1_000;

/** The update time of data that is not from the server; any real time is later. */
const NOT_FROM_SERVER = { updatedAt: 0 };

/** The newest page of a conversation from an earlier visit; null: there is none. */
export const storedPageQuery = (peerId: UserId) =>
  queryOptions({
    queryKey: messageKeys.stored(peerId),
    queryFn: async ({ client }): Promise<StoredPage | null> => {
      const token = getToken();
      const page = token === null ? undefined : await readStoredPage(token, peerId);
      // An empty page means nothing: messages may have arrived since.
      if (!page || page.messages.length === 0) return null;
      const { messages, ...shown } = withPictures(peerId, page);
      // Its code comes with the conversation that asks.
      const { takeStored } = await import('../conversation/feed.ts');
      const quoting = withCause({ kind: 'restore', name: 'stored page' }, () =>
        takeStored(client, peerId, messages, page.held),
      );
      return { ...shown, messages: quoting };
    },
    gcTime: UNSHOWN_MS,
  });

/** Picture addresses live only as long as their page. */
function withPictures(peerId: UserId, { messages, hasOlder, pictures }: StoredPage): StoredPage {
  const showing = messages.map((message) => {
    const picture = pictures?.get(message._id);
    return picture ? { ...message, image: retain(peerId, message._id, picture) } : message;
  });
  return { messages: showing, hasOlder };
}

/**
 * Resolves when it is known who is signed in, from an earlier visit or the server, or when the server has failed. A
 * failure notifies by itself. A refusal also ends the session; after other failures the session stays, and the gate
 * keeps asking.
 */
export async function learnWhoIsHere(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryState(authQueries.me().queryKey) !== undefined) return;
  const check = queryClient.query(authQueries.me()).catch(() => undefined);
  const restoring = restoreStart(queryClient);
  await Promise.race([check, restoring.then((isFound) => (isFound ? undefined : check))]);
}

/** Fills the cache where the server has not. Returns whether it is known who is signed in. */
export async function restoreStart(queryClient: QueryClient): Promise<boolean> {
  const token = getToken();
  const stored = token !== null && (await readStart(token));
  if (!stored) return false;
  const [me = stored.me, ...others] = [stored.me, ...(stored.people ?? [])].map(restoreAvatar);
  if (token !== getToken()) return false;
  withCause({ kind: 'restore' }, () => {
    if (stored.people && !getUsers(queryClient)) {
      restoreUnseen(stored.unseen ?? []);
      const { queryKey } = userQueries.list();
      // An event may refetch the list on a screen that does not show it and so has not set the function.
      queryClient.setQueryDefaults(queryKey, { queryFn: loadUsers });
      writeData(queryClient, queryKey, others, NOT_FROM_SERVER);
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    }
    if (!getMe(queryClient)) {
      writeData(queryClient, authQueries.me().queryKey, me, NOT_FROM_SERVER);
    }
  });
  await restoreOpenPage(queryClient);
  return true;
}

async function restoreOpenPage(queryClient: QueryClient): Promise<void> {
  const openId = getSelectedUserId();
  if (openId === null) return;
  // A storage that does not answer must not block the start.
  await Promise.race([
    queryClient.query(storedPageQuery(openId)),
    new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS)),
  ]);
}
