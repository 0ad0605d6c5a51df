/**
 * Stores the outbox's messages on the device from the moment they are sent, with what a later try must know. Messages
 * left by other windows join the queue as this window's own.
 */
import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { v4 as uuidv4 } from 'uuid';
import type { UnreadyPicture } from '../conversation/entities.ts';
import { sleep } from '../lib/sleep.ts';
import { holdUnsent } from '../pictures/message-pictures.ts';
import type { UserId } from '../protocol/entities.ts';
import { notify } from '../ui/notify.ts';
import type { PriorTries } from './delivery.ts';
import { type Outgoing, outgoingOf } from './outgoing.ts';
import { createAdoption, holdWindow, isTakenOver } from './ownership.ts';
import { preparePictureAgain } from './prepare-picture-again.ts';
import type { Queue } from './queue.ts';
import { putStored, removeStored, type StoredMessage } from './storage.ts';

interface DiskOptions {
  queryClient: QueryClient;
  accountId: UserId;
  queue: Queue;
  /** Once aborted, nothing is stored or taken over. */
  signal: AbortSignal;
  /** Sends a message when its picture is ready. */
  finish(outgoing: Outgoing): void;
}

/** Most bytes of original pictures on the device in total. */
const MAX_ORIGINAL_BYTES = 200_000_000;
/** Most messages are sent sooner and need no storage. In ms. */
const CALM_MS = 2_000;
const NO_ROOM =
  'This device has no room to keep what is not sent yet. Please leave this window open until it is.';

export function createDisk(options: DiskOptions) {
  const { queryClient, accountId, queue, signal, finish } = options;
  const windowId = uuidv4();
  const triesByKey = new Map<string, PriorTries>();
  /** Keys of messages stored as this window's. */
  const ownKeys = new Set<string>();
  /** In bytes. */
  const originalSizes = new Map<string, number>();
  let isFullTold = false;
  holdWindow(windowId, signal);
  const isOwn = (key: string) => ownKeys.has(key);
  const adoption = createAdoption({ accountId, windowId, signal, isOwn, takeOver });

  function setPriorTries(key: string, tries: PriorTries | undefined): void {
    if (tries) triesByKey.set(key, tries);
    else triesByKey.delete(key);
  }

  async function store(key: string, reason?: string): Promise<void> {
    const wanted = queue.find(key);
    if (!wanted || signal.aborted) return;
    const [mutation] = dehydrate(queryClient, {
      shouldDehydrateMutation: (one) => one === wanted,
      shouldDehydrateQuery: () => false,
    }).mutations;
    if (!mutation) return;
    const { meta: _, ...kept } = mutation;
    // Of an error, only the message is stored: not every browser can store the object.
    const state = { ...mutation.state, error: null, failureReason: null };
    const original = queue.findUnready(key)?.original;
    const stored = {
      ownerId: windowId,
      mutation: { ...kept, state },
      attempts: triesByKey.get(key),
      reason,
      ...(original && { original }),
    };
    const outcome = fitsIn(key, original)
      ? await putStored(accountId, key, stored, { isFirst: !ownKeys.has(key) })
      : 'full';
    if (outcome === 'stored') {
      ownKeys.add(key);
      isFullTold = false;
    } else if (outcome === 'full') {
      void tellFull(key);
    }
    adoption.announce();
  }

  function fitsIn(key: string, original: File | undefined): boolean {
    originalSizes.delete(key);
    if (!original) return true;
    const others = [...originalSizes.values()].reduce((sum, size) => sum + size, 0);
    const fits = others + original.size <= MAX_ORIGINAL_BYTES;
    if (fits) originalSizes.set(key, original.size);
    return fits;
  }

  /** Notifies once, until there is room again. */
  async function tellFull(key: string): Promise<void> {
    await sleep(CALM_MS, signal).catch(() => undefined);
    if (isFullTold || signal.aborted || queue.find(key)?.state.status !== 'pending') return;
    isFullTold = true;
    notify.error(NO_ROOM);
  }

  async function takeOver(orphans: readonly [key: string, StoredMessage][]): Promise<void> {
    if (signal.aborted) return;
    const taken = orphans.filter(([key]) => !queue.find(key));
    const joining: { key: string; picture: UnreadyPicture | undefined }[] = [];
    const unready: Outgoing[] = [];
    for (const [key, { mutation, attempts, reason, original }] of taken) {
      if (attempts) setPriorTries(key, attempts);
      const state = { ...mutation.state, isPaused: false };
      if (reason !== undefined) Object.assign(state, { status: 'error', error: new Error(reason) });
      hydrate(queryClient, { mutations: [{ ...mutation, state }] });
      const picture = original && { original, image: preparePictureAgain(original, signal) };
      if (reason === undefined) joining.push({ key, picture });
      const outgoing = outgoingOf(mutation.state);
      if (outgoing && picture) unready.push(outgoing);
      else if (outgoing && 'image' in outgoing.content) {
        holdUnsent(outgoing.peerId, key, outgoing.content.image);
      }
    }
    // Before any wait: restored messages that have not joined would block messages written meanwhile.
    queue.joinStored(joining);
    for (const [key, { reason }] of taken) await store(key, reason);
    unready.forEach(finish);
  }

  return {
    getPriorTries: (key: string): PriorTries | undefined => triesByKey.get(key),

    /** In memory; stored with the next `store`. */
    setPriorTries,

    /** Stores the message as it is in the queue now, with the reason if it failed. */
    store,

    /** The stored message stays. */
    forget(key: string): void {
      triesByKey.delete(key);
      ownKeys.delete(key);
      originalSizes.delete(key);
    },

    remove(key: string): void {
      void removeStored(accountId, key);
    },

    /** Whether another window has taken the message over. */
    hasLost: async (key: string): Promise<boolean> =>
      isOwn(key) && (await isTakenOver(accountId, windowId, key)),

    /** Takes over messages of closed windows. */
    adopt: adoption.adopt,
  };
}

export type Disk = ReturnType<typeof createDisk>;
