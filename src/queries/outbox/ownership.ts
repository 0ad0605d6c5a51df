/**
 * Which window sends a stored message. Each window holds a lock as long as it lives (Web Locks); a
 * message belongs to the window that wrote it. Whoever gets the lock of a window knows that it is
 * gone, and takes over all its messages. A window that starts does so at once; one that was there
 * before waits a little, so that a reload gets its own messages back.
 *
 * Browsers have no locks on an insecure address; a window then takes over all that it finds when it
 * starts, and two of them rely on the server to recognise the key.
 */
import type { UserId } from '../../protocol/entities.ts';
import { sleep } from './sleep.ts';
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

/** Time for a reload to take back what is its own, in ms. */
const RELOAD_MS = 2_000;
const CHANNEL = 'duet-outbox';

export interface Adoption {
  /** Takes over what is stored by windows that are gone, or that go later. */
  adopt(): Promise<void>;
  /** This window has stored something: the others wait for its end from now on. */
  announce(): void;
}

export function createAdoption(options: AdoptionOptions): Adoption {
  const { accountId, windowId, signal, takeOver } = options;
  const locks = getLocks();
  const followed = new Set<string>([windowId]);
  const channel = locks && openChannel(signal, handleNews);
  let isStart = true;
  let isAnnounced = false;

  async function takeFrom(ownerId: string): Promise<void> {
    const stored = await listStored(accountId);
    await takeOver(stored.filter(([, message]) => message.ownerId === ownerId));
  }

  async function takeFromDead(ownerId: string): Promise<boolean> {
    const use = async (lock: Lock | null) => {
      if (lock) await takeFrom(ownerId);
      return lock !== null;
    };
    return (await locks?.request(lockOf(ownerId), { ifAvailable: true }, use)) ?? true;
  }

  /** A window that is gone never stores again. */
  async function awaitEnd(ownerId: string): Promise<void> {
    await locks?.request(lockOf(ownerId), { signal }, () => undefined);
    await sleep(RELOAD_MS, signal);
    await locks?.request(lockOf(ownerId), { signal }, () => takeFrom(ownerId));
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
    // Later on, nobody could tell another living window's messages from those of a dead one.
    if (!locks && !wasStart) return;
    for (const [, { ownerId }] of await listStored(accountId)) {
      if (followed.has(ownerId)) continue;
      if (!locks) {
        followed.add(ownerId);
        await takeFrom(ownerId);
      } else if (wasStart && (await takeFromDead(ownerId))) {
        followed.add(ownerId);
      } else {
        handleNews(ownerId);
      }
    }
  }

  return {
    adopt,
    announce() {
      if (isAnnounced || signal.aborted) return;
      isAnnounced = true;
      channel?.postMessage(windowId);
    },
  };
}

function openChannel(
  signal: AbortSignal,
  onMessage: (windowId: string) => void,
): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onMessage(data);
  });
  signal.addEventListener('abort', () => channel.close());
  return channel;
}
