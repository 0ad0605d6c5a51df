/**
 * Which window sends a stored message. Each window holds a lock as long as it lives (Web Locks); a
 * message belongs to the window that wrote it. Whoever gets the lock of a window knows that it is
 * gone, and takes over all its messages. A window that starts does so at once; one that was there
 * before waits a little, so that a reload gets its own messages back.
 *
 * Browsers have no locks on an insecure address, such as one of a local network. A window then calls
 * for the owner of what it finds, and takes over from those that do not answer. One that was frozen
 * cannot answer, though it is alive: each message changes hands in one step, and a window makes sure
 * that it is still the owner before the network has the message.
 */
import { sleep } from '../lib/sleep.ts';
import { createWindowChannel } from '../lib/window-channel.ts';
import { getLocks, holdLock, untilAborted } from '../lib/window-locks.ts';
import type { UserId } from '../protocol/entities.ts';
import { answerCalls, isAnswering } from './roll-call.ts';
import { claimStored, isStoredBy, listStored } from './storage.ts';
import type { StoredMessage } from './stored-message.ts';

const lockOf = (windowId: string) => `duet-window-${windowId}`;

/** Marks this window as alive until `signal` is aborted. */
export function holdWindow(windowId: string, signal: AbortSignal): void {
  if (getLocks()) holdLock(lockOf(windowId), { signal });
  else answerCalls(windowId, signal);
}

/** Whether another window has taken over a message that this one had put on the disk. */
export async function isTakenOver(
  accountId: UserId,
  windowId: string,
  key: string,
): Promise<boolean> {
  // Whoever holds its lock is taken for alive.
  if (getLocks()) return false;
  // Gone from the disk, it has been sent already. A disk that refuses tells of nobody else.
  return (await isStoredBy(windowId, accountId, key)) === false;
}

interface AdoptionOptions {
  accountId: UserId;
  windowId: string;
  signal: AbortSignal;
  /** Whether a message is on disk as this window's. */
  isOwn(key: string): boolean;
  /** Makes the messages this window's, in memory and on disk. */
  takeOver(orphans: readonly [key: string, StoredMessage][]): Promise<void>;
}

/** Time for a reload to take back what is its own, in ms. */
const RELOAD_MS = 2_000;

interface Adoption {
  /** Takes over what is stored by windows that are gone, or that go later. */
  adopt(): Promise<void>;
  /** This window has stored something: the others wait for its end from now on. */
  announce(): void;
}

export function createAdoption(options: AdoptionOptions): Adoption {
  const { accountId, windowId, signal, isOwn, takeOver } = options;
  const locks = getLocks();
  const followed = new Set<string>([windowId]);
  /** Each window tells the others its id when it stores something. */
  const channel = locks && createWindowChannel<string>('duet-outbox');
  let isStart = true;
  let isAnnounced = false;

  /** Returns whether the disk tells of all that it is this window's now. */
  async function takeFrom(ownerId: string): Promise<boolean> {
    const claimed: [string, StoredMessage][] = [];
    let isTold = true;
    for (const [key, message] of await listStored(accountId, isOwn)) {
      if (message.ownerId !== ownerId) continue;
      const isClaimed = await claimStored(accountId, key, { from: ownerId, to: windowId });
      if (isClaimed === undefined) isTold = false;
      // Whoever has the lock of a window that is gone needs no disk to be alone with its messages.
      if (isClaimed ?? locks) claimed.push([key, message]);
    }
    await takeOver(claimed);
    return isTold;
  }

  /** With the lock of a window that is gone: it is kept where nothing else keeps the others away. */
  async function takeLocked(ownerId: string, onTaken?: () => void): Promise<void> {
    const isTold = await takeFrom(ownerId);
    onTaken?.();
    if (!isTold) await untilAborted(signal);
  }

  async function takeFromDead(ownerId: string): Promise<boolean> {
    if (!locks) {
      if (await isAnswering(ownerId, signal)) return false;
      await takeFrom(ownerId);
      return true;
    }
    return new Promise((resolve, reject) => {
      const use = async (lock: Lock | null) => {
        if (lock) await takeLocked(ownerId, () => resolve(true));
        else resolve(false);
      };
      locks.request(lockOf(ownerId), { ifAvailable: true }, use).catch(reject);
    });
  }

  /** A window that is gone never stores again. */
  async function awaitEnd(ownerId: string): Promise<void> {
    await locks?.request(lockOf(ownerId), { signal }, () => undefined);
    await sleep(RELOAD_MS, signal);
    await locks?.request(lockOf(ownerId), { signal }, () => takeLocked(ownerId));
    // Another window may have been quicker, and may go as well.
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
    const owners = new Set((await listStored(accountId, isOwn)).map(([, { ownerId }]) => ownerId));
    for (const ownerId of owners) {
      if (followed.has(ownerId)) continue;
      const isGone = (wasStart || !locks) && (await takeFromDead(ownerId));
      if (isGone) followed.add(ownerId);
      else if (locks) handleNews(ownerId);
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
