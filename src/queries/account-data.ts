/** What this browser keeps of an account beyond the page, and how it goes at sign-out. */
import { wipeDrafts } from '../drafts/drafts.ts';
import type { UserId } from '../protocol/entities.ts';
import { PICTURE_CACHE } from '../service-worker/contract.ts';
import { mutesStorage } from '../stores/mutes.ts';
import { wipeUnsent } from './outbox/storage.ts';

const CHANNEL = 'duet-sign-out';

/** Local storage key of the emoji that a person uses: they tell of what was written. */
export const EMOJI_HABITS_KEY = 'emoji';

let channel: BroadcastChannel | undefined;

function otherWindows(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Removes all of it, and has the other windows forget what they were about to keep. */
export function wipeAccount(accountId: UserId): void {
  removeAll(accountId);
  otherWindows()?.postMessage(accountId);
}

/** Follows a sign-out in another window. Returns the function that stops it. */
export function followWipes(onWipe: (accountId: UserId) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return;
    onWipe(data);
    // Once more: this window may have written since the other one wiped.
    removeAll(data);
  };
  const windows = otherWindows();
  windows?.addEventListener('message', handleMessage);
  return () => windows?.removeEventListener('message', handleMessage);
}

function removeAll(accountId: UserId): void {
  void wipeDrafts(accountId);
  void wipeUnsent(accountId);
  mutesStorage.wipe(accountId);
  try {
    localStorage.removeItem(EMOJI_HABITS_KEY);
  } catch {
    // Storage is switched off: nothing stands there.
  }
  // Kept by the service worker; without one, and on an insecure address, there are none.
  if ('caches' in globalThis) void caches.delete(PICTURE_CACHE).catch(() => undefined);
}
