/** What this browser keeps of an account beyond the page, and how it goes. */
import { wipeDrafts } from '../kept/drafts.ts';
import { dropLocal } from '../lib/local-values.ts';
import { createWindowChannel } from '../lib/window-channel.ts';
import { wipeUnsent } from '../outbox/storage-place.ts';
import type { UserId } from '../protocol/entities.ts';
import { PICTURE_CACHE } from '../service-worker/contract.ts';
import { mutesKeyOf } from '../stores/mutes.ts';

/** Local storage key of the emoji that a person uses. */
export const EMOJI_HABITS_KEY = 'emoji';

const otherWindows = createWindowChannel<UserId>('duet-sign-out');

/** At sign-out: removes it, and has the other windows forget what they were about to keep. */
export function wipeAccount(accountId: UserId): void {
  removeAll(accountId);
  otherWindows.post(accountId);
}

/** Follows a sign-out in another window. Returns the function that stops it. */
export function followWipes(onWipe: (accountId: UserId) => void): () => void {
  return otherWindows.subscribe((accountId) => {
    onWipe(accountId);
    // Once more: this window may have written since the other one wiped.
    removeAll(accountId);
  });
}

function removeAll(accountId: UserId): void {
  void wipeDrafts(accountId);
  void wipeUnsent(accountId);
  dropLocal(mutesKeyOf(accountId));
}

/** What tells of things read and written, and waits for nobody: it goes with every session, however that ends. */
export function removeTraces(): void {
  dropLocal(EMOJI_HABITS_KEY);
  // Kept by the service worker; without one, and on an insecure address, there are none.
  if ('caches' in globalThis) void caches.delete(PICTURE_CACHE).catch(() => undefined);
}
