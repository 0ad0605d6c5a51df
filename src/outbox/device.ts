/** Stores the entries of this window on the device. `storage.ts` has the format. */
import { sleep } from '../lib/sleep.ts';
import type { UserId } from '../protocol/entities.ts';
import { notify } from '../ui/notify.ts';
import { type Entries, type Entry, isPending } from './entries.ts';
import { forgetTries, putStored, type StoredEntry } from './storage.ts';

/** How long a try waits for the device's storage, in ms. */
const DISK_WAIT_MS = 3_000;
/** How long a lost entry waits before the notice, in ms: most messages are sent sooner and need no storage. */
const CALM_MS = 2_000;
const NOT_KEPT =
  'This device can’t keep what is not sent yet. Please leave this window open until it is.';

interface DeviceOptions {
  accountId: UserId;
  windowId: string;
  signal: AbortSignal;
  entries: Entries;
  /** This window has stored something. */
  onStored(): void;
}

export type Device = ReturnType<typeof createDevice>;

export function createDevice({ accountId, windowId, signal, entries, onStored }: DeviceOptions) {
  let isNotified = false;

  async function store(
    entry: Entry,
    { reason, isChanged = false }: { reason?: string; isChanged?: boolean } = {},
  ): Promise<void> {
    const { unsent, prior, picture } = entry;
    const { key } = unsent;
    if (entries.find(key) !== entry || signal.aborted) return;
    const stored: StoredEntry = {
      ownerId: windowId,
      unsent,
      prior,
      reason,
      ...(picture && { original: picture.original }),
    };
    const outcome = await putStored(accountId, key, stored, {
      isAhead: isChanged || !entry.isStored,
    });
    if (outcome === 'stored') {
      entry.isStored = true;
      isNotified = false;
    } else if (outcome === 'lost') {
      void notifyLost(entry);
    }
    onStored();
  }

  /** Notifies once, until there is room again. */
  async function notifyLost(entry: Entry): Promise<void> {
    await sleep(CALM_MS, signal).catch(() => undefined);
    if (isNotified || signal.aborted || !entries.has(entry.unsent.key) || !isPending(entry)) return;
    isNotified = true;
    notify.error(NOT_KEPT);
  }

  return {
    store,

    /** A storage that does not answer must not block messages. */
    storeInTime: (entry: Entry): Promise<void> =>
      Promise.race([store(entry), sleep(DISK_WAIT_MS, signal)]),

    /** The session has ended before anything of the entry was on the server. */
    forgetTries: ({ unsent }: Entry): void => void forgetTries(accountId, unsent.key),
  };
}
