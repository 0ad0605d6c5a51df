/**
 * The outbox's messages on disk, each from the moment it is sent, with what a later try must know of
 * it. What other windows have left there joins the line as this window's own.
 */
import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { v4 as uuidv4 } from 'uuid';
import type { UserId } from '../../protocol/entities.ts';
import type { Attempts } from './delivery.ts';
import type { Line } from './line.ts';
import { createAdoption, holdWindow, isTakenOver } from './ownership.ts';
import { putStored, removeStored, type StoredMessage } from './storage.ts';

interface DiskOptions {
  queryClient: QueryClient;
  accountId: UserId;
  line: Line;
  /** Once aborted, nothing is stored or taken over any more. */
  signal: AbortSignal;
}

export function createDisk({ queryClient, accountId, line, signal }: DiskOptions) {
  const windowId = uuidv4();
  const attemptsByKey = new Map<string, Attempts>();
  /** Keys of messages that are on the disk as this window's. */
  const ownKeys = new Set<string>();
  holdWindow(windowId, signal);
  const adoption = createAdoption({ accountId, windowId, signal, takeOver });

  function setAttempts(key: string, attempts: Attempts | undefined): void {
    if (attempts) attemptsByKey.set(key, attempts);
    else attemptsByKey.delete(key);
  }

  async function store(key: string, reason?: string): Promise<void> {
    const wanted = line.find(key);
    if (!wanted || signal.aborted) return;
    const [mutation] = dehydrate(queryClient, {
      shouldDehydrateMutation: (one) => one === wanted,
      shouldDehydrateQuery: () => false,
    }).mutations;
    if (!mutation) return;
    const { meta: _, ...kept } = mutation;
    // An error is kept as its sentence: not every browser can store the object.
    const state = { ...mutation.state, error: null, failureReason: null };
    const isStored = await putStored(accountId, key, {
      ownerId: windowId,
      mutation: { ...kept, state },
      attempts: attemptsByKey.get(key),
      reason,
    });
    if (isStored) ownKeys.add(key);
    adoption.announce();
  }

  async function takeOver(orphans: readonly [key: string, StoredMessage][]): Promise<void> {
    const taken: string[] = [];
    for (const [key, { mutation, attempts, reason }] of orphans) {
      if (signal.aborted) return;
      if (line.find(key)) continue;
      if (attempts) setAttempts(key, attempts);
      const state = { ...mutation.state, isPaused: false };
      if (reason !== undefined) Object.assign(state, { status: 'error', error: new Error(reason) });
      hydrate(queryClient, { mutations: [{ ...mutation, state }] });
      if (reason === undefined) taken.push(key);
      await store(key, reason);
    }
    line.joinStored(taken);
  }

  return {
    getAttempts: (key: string): Attempts | undefined => attemptsByKey.get(key),

    /** In memory; on disk with the next `store`. */
    setAttempts,

    /** As it stands in the line now; with the reason, if it has failed. */
    store,

    /** The message is settled, or was taken back. */
    remove(key: string): void {
      attemptsByKey.delete(key);
      ownKeys.delete(key);
      void removeStored(accountId, key);
    },

    /** Whether another window has taken the message over. */
    hasLost: async (key: string): Promise<boolean> =>
      ownKeys.has(key) && (await isTakenOver(accountId, windowId, key)),

    /** Takes over messages of windows that are gone. */
    adopt: adoption.adopt,
  };
}

export type Disk = ReturnType<typeof createDisk>;
