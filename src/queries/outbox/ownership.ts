/**
 * Which window sends a stored message. Each window holds a lock as long as it lives (Web Locks); a
 * message belongs to the window that wrote it. Whoever gets the lock of a window knows that it is
 * gone, and takes over all its messages at once.
 *
 * Browsers have no locks on an insecure address; a window then takes over all that it finds when it
 * starts, and two of them rely on the server to recognise the key.
 */
import type { UserId } from '../../protocol/entities.ts';
import { listStored, type StoredMessage } from './storage.ts';

const lockOf = (windowId: string) => `duet-window-${windowId}`;

function getLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

/** Marks this window as alive until `signal` is aborted. */
export function holdWindow(windowId: string, signal: AbortSignal): void {
  const untilClosed = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve());
    });
  getLocks()
    ?.request(lockOf(windowId), { signal }, untilClosed)
    .catch(() => undefined);
}

interface AdoptionOptions {
  accountId: UserId;
  windowId: string;
  signal: AbortSignal;
  /** Makes the messages this window's, in memory and on disk. */
  takeOver(orphans: readonly [key: string, StoredMessage][]): Promise<void>;
}

/**
 * Answers a function that takes over what is stored by windows that are gone, or that go later.
 * Call it at the start, and again at any time to learn of windows that came since.
 */
export function createAdoption({ accountId, windowId, signal, takeOver }: AdoptionOptions) {
  const locks = getLocks();
  const awaited = new Set<string>([windowId]);
  let isFirst = true;

  async function takeFrom(ownerId: string): Promise<void> {
    const stored = await listStored(accountId);
    await takeOver(stored.filter(([, message]) => message.ownerId === ownerId));
  }

  return async (): Promise<void> => {
    // Later on, nobody could tell another living window's messages from those of a dead one.
    if (!locks && !isFirst) return;
    isFirst = false;
    for (const [, { ownerId }] of await listStored(accountId)) {
      if (awaited.has(ownerId)) continue;
      awaited.add(ownerId);
      if (!locks) {
        await takeFrom(ownerId);
        continue;
      }
      // The lock of a living window is waited for. One that is gone never stores again.
      locks.request(lockOf(ownerId), { signal }, () => takeFrom(ownerId)).catch(() => undefined);
    }
  };
}
