/**
 * Decides which window sends a stored message. Each window holds a lock while it lives (Web Locks); a message belongs
 * to the window that wrote it. Whoever gets the lock of a window knows that it is closed, and takes over all its
 * messages. A window that starts does so at once; a window that was already open waits a little, so that a reload gets
 * its own messages back.
 *
 * Browsers have no locks on an insecure address, such as one of a local network. There a window calls the owner of each
 * stored message, and takes over if there is no answer. A frozen window cannot answer although it is alive. So the
 * owner of a message changes in one atomic step, and a window checks that it is still the owner before each network
 * call.
 */
import { sleep } from '../lib/sleep.ts';
import { createWindowChannel, getLocks, holdLock, untilAborted } from '../lib/windows.ts';
import type { UserId } from '../protocol/entities.ts';
import { claimStored, isStoredBy, listStored, type StoredEntry } from './storage.ts';

const lockOf = (windowId: string) => `duet-window-${windowId}`;

/** Marks this window as alive until `signal` is aborted. */
export function holdWindow(windowId: string, signal: AbortSignal): void {
  if (getLocks()) holdLock(lockOf(windowId), { signal });
  else answerCalls(windowId, signal);
}

/** Whether another window has taken over a message that this one had stored. */
export async function isTakenOver(
  accountId: UserId,
  windowId: string,
  key: string,
): Promise<boolean> {
  // A window that holds its lock counts as alive.
  if (getLocks()) return false;
  // If it is not stored, it was already sent. A storage error does not mean another owner.
  return (await isStoredBy(windowId, accountId, key)) === false;
}

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
    let isTold = true;
    for (const [key, message] of await listStored(accountId, isOwn)) {
      if (message.ownerId !== ownerId) continue;
      const isClaimed = await claimStored(accountId, key, { from: ownerId, to: windowId });
      if (isClaimed === undefined) isTold = false;
      // With the lock of a closed window, no storage is needed to be the only owner.
      if (isClaimed ?? locks) claimed.push([key, message]);
    }
    await takeOver(claimed);
    return isTold;
  }

  /** Runs with the lock of a closed window; keeps the lock if the storage cannot name the new owner. */
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

// Which windows are alive if there are no locks: those that answer.

/** Hidden windows still answer, only frozen ones do not. In ms. */
const ANSWER_MS = 1_000;

interface Call {
  windowId: string;
  isAnswer: boolean;
}

/** Answers for a window until `signal` is aborted. */
function answerCalls(windowId: string, signal: AbortSignal): void {
  const channel = openChannel();
  channel.subscribe((call) => {
    if (!call.isAnswer && call.windowId === windowId) channel.post({ windowId, isAnswer: true });
  });
  signal.addEventListener('abort', channel.close);
}

/** Calls a window. If the session ends meanwhile, that counts as an answer: nothing is taken over. */
function isAnswering(windowId: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isAlive: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isAlive);
    };
    const timer = setTimeout(() => finish(signal.aborted), ANSWER_MS);
    const channel = openChannel();
    channel.subscribe((call) => {
      if (call.isAnswer && call.windowId === windowId) finish(true);
    });
    channel.post({ windowId, isAnswer: false });
  });
}

const openChannel = () => createWindowChannel<Call>('duet-windows');
