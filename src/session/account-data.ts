/** What this browser stores of an account beyond the page, and how it is deleted. */
import { wipeDrafts } from '../kept/drafts.ts';
import { dropLocal } from '../lib/local-values.ts';
import { createWindowChannel } from '../lib/windows.ts';
import { wipeUnsent } from '../outbox/storage.ts';
import type { UserId } from '../protocol/entities.ts';
import { PICTURE_CACHE, SESSION, type SessionNews } from '../service-worker/contract.ts';
import { wipeAccountStores } from '../stores/account-store.ts';
import { getToken } from '../stores/session.ts';

/** Local storage key of the person's recent emoji. */
export const EMOJI_HABITS_KEY = 'emoji';

const otherWindows = createWindowChannel<UserId>('duet-sign-out');

/** At logout: deletes it, and tells the other windows to drop pending writes. */
export function wipeAccount(accountId: UserId): void {
  removeAll(accountId);
  otherWindows.post(accountId);
}

/** Follows a logout in another window. Returns a function that stops this. */
export function followWipes(onWipe: (accountId: UserId) => void): () => void {
  return otherWindows.subscribe((accountId) => {
    onWipe(accountId);
    // Again: this window may have written after the other one deleted.
    removeAll(accountId);
  });
}

function removeAll(accountId: UserId): void {
  wipeDrafts(accountId);
  void wipeUnsent(accountId);
  wipeAccountStores(accountId);
}

/** Deletes traces of what was read and written. Runs at the end of every session, without waiting. */
export function removeTraces(): void {
  dropLocal(EMOJI_HABITS_KEY);
  // The service worker's picture cache; there is none without one, or on an insecure address.
  if ('caches' in globalThis) void emptyPictures().catch(() => undefined);
  // Another account may have begun in another window, whose pushes must go on.
  if (getToken() === null) void endPushes();
}

/** The service worker ends its subscription, and shows no push that is still on its way. */
async function endPushes(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const news: SessionNews = { type: SESSION, accountId: null };
  registration?.active?.postMessage(news);
}

async function emptyPictures(): Promise<void> {
  const cache = await caches.open(PICTURE_CACHE);
  // One by one: the files of a deleted cache may stay on the disk until the browser starts again.
  await Promise.all((await cache.keys()).map((key) => cache.delete(key, { ignoreVary: true })));
  await caches.delete(PICTURE_CACHE);
}
