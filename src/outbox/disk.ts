/**
 * The outbox's messages on disk, each from the moment it is sent, with what a later try must know of
 * it. What other windows have left there joins the queue as this window's own.
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
import { putStored, removeStored } from './storage.ts';
import type { StoredMessage } from './stored-message.ts';

interface DiskOptions {
  queryClient: QueryClient;
  accountId: UserId;
  queue: Queue;
  /** Once aborted, nothing is stored or taken over any more. */
  signal: AbortSignal;
  /** Sends a message that is not ready when its picture is. */
  finish(outgoing: Outgoing): void;
}

/** Originals of pictures are kept up to this many bytes in all. */
const MAX_ORIGINAL_BYTES = 200_000_000;
/** Most messages are gone sooner, and need no disk. In ms. */
const CALM_MS = 2_000;
const NO_ROOM =
  'This device has no room to keep what is not sent yet. Please leave this window open until it is.';

export function createDisk(options: DiskOptions) {
  const { queryClient, accountId, queue, signal, finish } = options;
  const windowId = uuidv4();
  const triesByKey = new Map<string, PriorTries>();
  /** Keys of messages that are on the disk as this window's. */
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
    // An error is kept as its sentence: not every browser can store the object.
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

  /** Once, until there is room again. */
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
    // Before anything is waited for: behind one that does not go on, what is written meanwhile would not either.
    queue.joinStored(joining);
    for (const [key, { reason }] of taken) await store(key, reason);
    unready.forEach(finish);
  }

  return {
    getPriorTries: (key: string): PriorTries | undefined => triesByKey.get(key),

    /** In memory; on disk with the next `store`. */
    setPriorTries,

    /** As it stands in the queue now; with the reason, if it has failed. */
    store,

    /** What is stored of the message stays. */
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

    /** Takes over messages of windows that are gone. */
    adopt: adoption.adopt,
  };
}

export type Disk = ReturnType<typeof createDisk>;
