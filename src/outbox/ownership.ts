/**
 * Decides which window sends a stored message. Each window holds a lock while it lives (Web Locks); a message belongs
 * to the window that wrote it. Whoever gets the lock of a window knows that it is closed, and takes over all its
 * messages. A window that starts does so at once; a window that was already open waits a little, so that a reload gets
 * its own messages back.
 *
 * Browsers have no locks on an insecure address, such as one of a local network. There a window that starts takes over
 * all that is stored, also from windows that live. What carries a key may then be tried by two windows: it is one
 * message. A message without a key waits for the person, who looks whether it is there.
 */
import { sleep } from '../lib/sleep.ts';
import { createWindowChannel, getLocks, holdLock, untilAborted } from '../lib/windows.ts';
import type { UserId } from '../protocol/entities.ts';
import { claimStored, listStored, type StoredEntry } from './storage.ts';

const lockOf = (windowId: string) => `duet-window-${windowId}`;

/** Marks this window as alive until `signal` is aborted. */
export const holdWindow = (windowId: string, signal: AbortSignal): void =>
  holdLock(lockOf(windowId), { signal });

/** Whether another window may send an entry at the same time as this one, which has taken it over. */
export const isShared = (): boolean => !getLocks();

interface AdoptionOptions {
  accountId: UserId;
  windowId: string;
  signal: AbortSignal;
  /** Whether a message is stored as this window's. */
  isOwn(key: string): boolean;
  /** Makes the messages this window's, in memory and on the device. */
  takeOver(orphans: readonly [key: string, StoredEntry][]): Promise<void>;
}

/** Time for a reload to take back its own messages, in ms. */
const RELOAD_MS = 2_000;

/** How long the windows that waited for a lock hold it, in ms. */
const HANDOVER_MS = 50;

interface Adoption {
  /** Takes over messages of windows that are closed now or later. */
  adopt(): Promise<void>;
  /** This window has stored a message: the others watch for its end from now on. */
  announce(): void;
}

export function createAdoption(options: AdoptionOptions): Adoption {
  const { accountId, windowId, signal, isOwn, takeOver } = options;
  const locks = getLocks();
  const followed = new Set<string>([windowId]);
  /** Each window announces its id when it first stores a message. */
  const channel = locks && createWindowChannel<string>('duet-outbox');
  let isStart = true;
  let isAnnounced = false;

  /** Returns whether the storage names this window as the owner of all of them now. */
  async function takeFrom(ownerId: string): Promise<boolean> {
    const claimed: [string, StoredEntry][] = [];
    let isRecorded = true;
    for (const [key, message] of await listStored(accountId, isOwn)) {
      if (message.ownerId !== ownerId) continue;
      const isClaimed = await claimStored(accountId, key, { from: ownerId, to: windowId });
      if (isClaimed === undefined) isRecorded = false;
      // With the lock of a closed window, no storage is needed to be the only owner.
      if (isClaimed ?? true) claimed.push([key, message]);
    }
    await takeOver(claimed);
    return isRecorded;
  }

  /** Runs with the lock of a closed window; keeps the lock if the storage cannot name the new owner. */
  async function takeLocked(ownerId: string, onTaken?: () => void): Promise<void> {
    const isRecorded = await takeFrom(ownerId);
    onTaken?.();
    if (!isRecorded) await untilAborted(signal);
  }

  async function takeFromDead(ownerId: string): Promise<boolean> {
    if (await takeIfFree(ownerId)) return true;
    // The end of a window gives its lock for a moment to those that wait for its end.
    await sleep(HANDOVER_MS, signal);
    return takeIfFree(ownerId);
  }

  const takeIfFree = (ownerId: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const use = async (lock: Lock | null) => {
        if (lock) await takeLocked(ownerId, () => resolve(true));
        else resolve(false);
      };
      locks?.request(lockOf(ownerId), { ifAvailable: true }, use).catch(reject);
    });

  /** Waits until a window is closed; it never stores again. */
  async function awaitEnd(ownerId: string): Promise<void> {
    await locks?.request(lockOf(ownerId), { signal }, () => undefined);
    await sleep(RELOAD_MS, signal);
    await locks?.request(lockOf(ownerId), { signal }, () => takeLocked(ownerId));
    // Another window may have been faster, and may close as well.
    await adopt();
  }

  function handleNews(ownerId: string): void {
    if (followed.has(ownerId)) return;
    followed.add(ownerId);
    awaitEnd(ownerId).catch(() => undefined);
  }

  async function adopt(): Promise<void> {
    const wasStart = isStart;
    isStart = false;
    const stored = await listStored(accountId, isOwn);
    if (!locks) {
      if (wasStart) await takeOver(stored);
      return;
    }
    for (const ownerId of new Set(stored.map(([, entry]) => entry.ownerId))) {
      if (followed.has(ownerId)) continue;
      if (wasStart && (await takeFromDead(ownerId))) followed.add(ownerId);
      else handleNews(ownerId);
    }
  }

  channel?.subscribe(handleNews);
  signal.addEventListener('abort', () => channel?.close());
  return {
    adopt,
    announce() {
      if (isAnnounced || signal.aborted) return;
      isAnnounced = true;
      channel?.post(windowId);
    },
  };
}
